import type { chat as english } from '../en/chat.ts';
import type { Translation } from '../texts.ts';

export const chat: Translation<typeof english> = {};
