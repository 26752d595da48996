import type { prescription as english } from '../en/prescription.ts';
import type { Translation } from '../texts.ts';

export const prescription: Translation<typeof english> = {};
