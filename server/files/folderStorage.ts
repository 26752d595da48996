import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDisk, type Disk, ifExists } from './disk.ts';
import { sendStored } from './sendStored.ts';
import type { FileStorage, Pieces } from './storage.ts';

/** The path of a stored file within the folder of all files. */
export const pathOf = (key: string): string => join(key.slice(0, 2), key);

async function moveAndSync(disk: Disk, from: string, to: string) {
  await disk.makeFolder(dirname(to));
  await disk.withFile(from, 'r', (file) => file.sync());
  await disk.rename(from, to);
}

/** The end of the name of a note in the incoming folder about a stored file whose row may be missing. */
export const noteEnding = '.stored';
const ended = ['.done', '.whole', noteEnding];

function createPieces(disk: Disk, incoming: string): Pieces {
  const partOf = (name: string) => join(incoming, name);
  const about = (name: string) => ifExists(disk.about(partOf(name)));
  const changedAt = async (name: string) => (await about(name))?.mtimeMs ?? 0;
  return {
    size: async (name) => (await about(name))?.size ?? 0,
    write: (name, at, bytes) =>
      disk.withFile(partOf(name), constants.O_CREAT | constants.O_RDWR, (file) => file.write(bytes, at)),
    async collect(name, at, last) {
      // After a crash during this step nothing looks complete, and the upload starts again.
      // Its name is new, because an attempt that took too long deletes its own file later.
      const whole = `${partOf(name)}-${randomBytes(6).toString('hex')}.whole`;
      if (at > 0) await disk.rename(partOf(name), whole);
      await disk.withFile(whole, 'a', (file) => file.write(last));
      return whole;
    },
    markDone: (name, key) => disk.writeFile(`${partOf(name)}.done`, key),
    doneKey: async (name) => (await ifExists(disk.readFile(`${partOf(name)}.done`)))?.toString() ?? null,
    async remove(name) {
      for (const path of ['', '.done']) await disk.remove(`${partOf(name)}${path}`);
    },
    async unfinished(prefix) {
      const names = (await disk.readFolder(incoming)).filter(
        (name) => name.startsWith(prefix) && !ended.some((ending) => name.endsWith(ending)),
      );
      return Promise.all(names.map(async (name) => ({ name, changedAt: await changedAt(name) })));
    },
    async removeOld(before) {
      for (const name of await disk.readFolder(incoming)) {
        // Notes about stored files are the file store's.
        if (name.endsWith(noteEnding)) continue;
        const changed = (await about(name))?.mtimeMs;
        if (changed !== undefined && changed < before) await disk.remove(partOf(name));
      }
    },
  };
}

/** Files in a folder of this machine; `incoming` holds uploads that are not complete. */
export function createFolderStorage(folder: string, incoming: string, disk = createDisk()): FileStorage {
  const placeOf = (key: string) => join(folder, pathOf(key));
  return {
    put: (key, path) => moveAndSync(disk, path, placeOf(key)),
    send: (request, reply, key) => sendStored(disk, placeOf(key), request, reply),
    read: (key) => ifExists(disk.readFile(placeOf(key))),
    async remove(keys) {
      for (const key of keys) await disk.remove(placeOf(key));
    },
    async answers() {
      const probe = join(incoming, `probe-${process.pid}`);
      await disk.writeFile(probe, 'probe');
      await disk.remove(probe);
      return true;
    },
    pieces: createPieces(disk, incoming),
    disk,
  };
}
