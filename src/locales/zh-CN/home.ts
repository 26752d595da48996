import type { home as english } from '../en/home.ts';
import type { Translation } from '../texts.ts';

export const home: Translation<typeof english> = {};
