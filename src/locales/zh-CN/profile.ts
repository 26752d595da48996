import type { profile as english } from '../en/profile.ts';
import type { Translation } from '../texts.ts';

export const profile: Translation<typeof english> = {};
