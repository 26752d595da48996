/** What a statement denies: allergies to medicines, or only other ones. */
export type Denial = 'medicines' | 'other';

type Read = (statement: string) => Denial | null;

let read: Read = () => null;

/**
 * Sets what reads the ways to say "none" that are not among the usual sentences. The browser loads their words after its
 * first view; until then such a statement counts as one that nobody has read.
 */
export const readDenialsWith = (reader: Read): void => {
  read = reader;
};

/** What a statement denies that is not one of the usual sentences; null if it is no denial. */
export const otherDenialOf = (statement: string): Denial | null => read(statement);
