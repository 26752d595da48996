import { openVariables } from './reply.ts';

/** The variables of a text that are none of the names, as they are written. */
export const otherVariables = (text: string, names: readonly string[]): readonly string[] =>
  openVariables(text).filter((written) => !names.includes(written.slice(2, -2).trim()));
