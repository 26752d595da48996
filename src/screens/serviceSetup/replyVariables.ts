import { openVariables, type ReplyValues } from '../../domain/quickReply.ts';

/** What a reply can be filled in with when it is used. */
export const variables = [
  'patient.name',
  'patient.title',
  'doctor.name',
  'hospital',
] as const satisfies readonly (keyof ReplyValues)[];

const isKnown = (written: string): boolean => variables.some((name) => written.slice(2, -2).trim() === name);

/** Variables that will never be filled in: a reply with one of them cannot be sent. */
export const unknownVariables = (content: string): readonly string[] =>
  openVariables(content).filter((written) => !isKnown(written));
