// Apart from durable.mjs, so that the server's own thread need not load the database to ask whether there is one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Written beside a database once all its files are on the disk. */
export const markerOf = (folder) => join(folder, '..', 'settled');

export const isCreated = (folder) => existsSync(markerOf(folder));
