const dayMs = 86_400_000;

/**
 * The kinds of trail rows, and how long each is kept: what was done to records as long as records (15 years), what was done
 * to messages and files as long as messages (3 years), reads of patient data 3 years, and sign-ins a year, of which the
 * Cybersecurity Law requires six months. The database refuses earlier removals by the same table, `trail_minimum_age`.
 */
export const retentionMs = {
  record: 5_479 * dayMs,
  staff: 5_479 * dayMs,
  message: 1_096 * dayMs,
  read: 1_096 * dayMs,
  signIn: 365 * dayMs,
} as const;

export type ExpiringKind = keyof typeof retentionMs;
/** The column `kind` of a trail row. Rows about removals are kept for ever. */
export type TrailKind = ExpiringKind | 'retention';

export const expiringKinds = Object.keys(retentionMs) as ExpiringKind[];

const letters: Readonly<Record<TrailKind, string>> = {
  record: 'r',
  staff: 't',
  message: 'm',
  read: 'd',
  signIn: 's',
  retention: 'x',
};
const kindsByLetter = new Map(Object.entries(letters).map(([kind, letter]) => [letter, kind as TrailKind]));

/** The letter of a kind in a seal. */
export const letterOf = (kind: TrailKind): string => letters[kind];
export const kindOfLetter = (letter: string): TrailKind | null => kindsByLetter.get(letter) ?? null;

export const isExpiring = (kind: TrailKind | null): kind is ExpiringKind => kind !== null && kind !== 'retention';
