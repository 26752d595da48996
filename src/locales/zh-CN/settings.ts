import type { settings as english } from '../en/settings.ts';
import type { Translation } from '../texts.ts';

export const settings: Translation<typeof english> = {};
