import type { audit as english } from '../en/audit.ts';
import type { Translation } from '../texts.ts';

export const audit: Translation<typeof english> = {};
