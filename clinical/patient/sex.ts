/** Sex on file, from the wire's 1 male, 2 female, 0 unknown. */
export type Sex = 'female' | 'male' | 'unknown';

/** The sex that a code of the wire names; every other number is unknown. */
export const sexOf = (gender: number): Sex => (gender === 2 ? 'female' : gender === 1 ? 'male' : 'unknown');
