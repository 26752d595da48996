import type { workspace as english } from '../en/workspace.ts';
import type { Translation } from '../texts.ts';

export const workspace: Translation<typeof english> = {};
