// Separate from durable.mjs, so that the main thread can check for a database without loading PGlite.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A file beside the database, written once all of its files are on the disk. */
export const markerOf = (folder) => join(folder, '..', 'settled');

export const isCreated = (folder) => existsSync(markerOf(folder));
