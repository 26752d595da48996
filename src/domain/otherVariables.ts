import { openVariables } from './reply.ts';

/** Variables in a text that are not in the list, with their braces. */
export const otherVariables = (text: string, names: readonly string[]): readonly string[] =>
  openVariables(text).filter((written) => !names.includes(written.slice(2, -2).trim()));
