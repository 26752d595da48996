import type { record as english } from '../en/record.ts';
import type { Translation } from '../texts.ts';

export const record: Translation<typeof english> = {};
