import type { schedule as english } from '../en/schedule.ts';
import type { Translation } from '../texts.ts';

export const schedule: Translation<typeof english> = {};
