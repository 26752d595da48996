import { createHash } from 'node:crypto';
import type { Hired, Shelves } from './furnish.ts';
import type { Admitted } from './seedPatients.ts';

/** Everybody and everything that a story can name. */
export type Cast = { admitted: Admitted; hired: Hired; shelves: Shelves };

/** An id that is always the same for the same thing. */
export const uuidOf = (thing: string): string => {
  const hash = createHash('sha256').update(thing).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-7${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
};
