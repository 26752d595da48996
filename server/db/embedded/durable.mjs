// The embedded database with every commit on the disk. Stock PGlite never calls fsync (its own "-F", and a NODEFS without
// the callback): after a power cut 99 % of acknowledged rows were gone. Verified with PGlite 0.5.16; pinned in package.json.
import { closeSync, fsyncSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { isCreated, markerOf } from './created.mjs';

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
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  // One connection works at a time, and the files stay in the system's cache as well.
  ...['-c', 'shared_buffers=32MB'],
];

function fsyncPath(path) {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function fsyncTree(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) fsyncTree(path);
    else if (entry.isFile()) fsyncPath(path);
  }
  fsyncPath(folder);
}

const open = (folder, options) => PGlite.create({ fs: new FsyncNodeFS(folder), startParams, ...options });

/** Creates the database in `folder` and puts its files on the disk. */
export async function createDurable(folder) {
  const pg = await open(folder, {});
  await pg.exec('CHECKPOINT');
  await pg.close();
  fsyncTree(folder);
  writeFileSync(markerOf(folder), '');
  fsyncTree(join(folder, '..'));
}

/** Opens the database in `folder`, and creates it first where there is none. */
export async function openDurable(folder, options = {}) {
  if (!isCreated(folder)) await createDurable(folder);
  return open(folder, options);
}
