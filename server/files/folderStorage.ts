import { constants, mkdirSync } from 'node:fs';
import { appendFile, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStorage, Pieces } from './storage.ts';

/** The path of a stored file within the folder of all files. */
export const pathOf = (key: string): string => join(key.slice(0, 2), key);

async function moveAndSync(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true });
  const handle = await open(from, 'r');
  await handle.sync();
  await handle.close();
  await rename(from, to);
}

const ended = /\.(done|whole)$/;

function createPieces(incoming: string): Pieces {
  const partOf = (name: string) => join(incoming, name);
  const sizeOf = async (name: string) => (await stat(partOf(name)).catch(() => null))?.size ?? 0;
  const changedAt = async (name: string) => (await stat(partOf(name)).catch(() => null))?.mtimeMs ?? 0;
  return {
    size: sizeOf,
    async write(name, at, bytes) {
      const handle = await open(partOf(name), constants.O_CREAT | constants.O_RDWR);
      try {
        await handle.write(bytes, 0, bytes.length, at);
      } finally {
        await handle.close();
      }
    },
    async collect(name, at, last) {
      // After a crash during this step nothing looks complete, and the upload starts again.
      const whole = `${partOf(name)}.whole`;
      if (at > 0) await rename(partOf(name), whole);
      await appendFile(whole, last, { flag: at > 0 ? 'a' : 'w' });
      return whole;
    },
    markDone: (name, key) => writeFile(`${partOf(name)}.done`, key),
    doneKey: (name) => readFile(`${partOf(name)}.done`, 'utf8').catch(() => null),
    async remove(name) {
      for (const path of ['', '.whole', '.done']) await rm(`${partOf(name)}${path}`, { force: true });
    },
    async unfinished(prefix) {
      const names = (await readdir(incoming)).filter((name) => name.startsWith(prefix) && !ended.test(name));
      return Promise.all(names.map(async (name) => ({ name, changedAt: await changedAt(name) })));
    },
    async removeOld(before) {
      for (const name of await readdir(incoming)) {
        const about = await stat(partOf(name)).catch(() => null);
        if (about !== null && about.mtimeMs < before) await rm(partOf(name), { force: true });
      }
    },
  };
}

/** Files in a folder of this machine; `incoming` holds uploads that are not complete. */
export function createFolderStorage(folder: string, incoming: string): FileStorage {
  return {
    put: (key, path) => moveAndSync(path, join(folder, pathOf(key))),
    send: async (_, reply, key) => reply.sendFile(pathOf(key), folder),
    async remove(keys) {
      for (const key of keys) await rm(join(folder, pathOf(key)), { force: true });
    },
    async answers() {
      const probe = join(incoming, `probe-${process.pid}`);
      await writeFile(probe, 'probe');
      await rm(probe, { force: true });
      return true;
    },
    pieces: createPieces(incoming),
  };
}
