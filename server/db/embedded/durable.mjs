// The embedded database with every commit flushed to the disk. PGlite itself never calls fsync (it sets "-F", and its NODEFS
// has no callback), and a power cut lost 99 % of acknowledged rows. Verified with PGlite 0.5.16, pinned in package.json.
import { closeSync, fsyncSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { isCreated, markerOf } from './marker.mjs';

class FsyncNodeFS extends NodeFS {
  async init(pg, opts) {
    const ready = await super.init(pg, opts);
    ready.emscriptenOpts.preRun.push((module) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd != null) fsyncSync(stream.nfd);
        return 0;
      };
    });
    return ready;
  }
}

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  // There is one connection, and the system caches the files as well.
  '-c',
  'shared_buffers=32MB',
];

function fsyncPath(path) {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Flushes the files of a folder, and their names, to the disk. */
export function fsyncTree(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) fsyncTree(path);
    else if (entry.isFile()) fsyncPath(path);
  }
  fsyncPath(folder);
}

const open = (folder, options) => PGlite.create({ fs: new FsyncNodeFS(folder), startParams, ...options });

/** Creates the database in `folder` and flushes its files to the disk. */
export async function createDurable(folder) {
  const pg = await open(folder, {});
  await pg.exec('CHECKPOINT');
  await pg.close();
  fsyncTree(folder);
  writeFileSync(markerOf(folder), '');
  fsyncTree(join(folder, '..'));
}

/** Opens the database in `folder`, and creates it first if there is none. */
export async function openDurable(folder, options = {}) {
  if (!isCreated(folder)) await createDurable(folder);
  return open(folder, options);
}
