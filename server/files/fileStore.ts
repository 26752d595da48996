import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { IncomingFile } from '../http/route.ts';
import { type Disk, ifExists } from './disk.ts';
import type { ContentFlaw, Examined } from './examine.ts';
import { createExaminer } from './examiner.ts';
import { noteEnding } from './folderStorage.ts';
import type { FileStorage } from './storage.ts';

export type Saved = { key: string } & Omit<Examined, 'cleaned'>;
export type Refusal = 'tooLarge' | ContentFlaw;

/** What cleaning a stored file did. */
export type Cleaned =
  /** `postponed`: it had no turn; `unresolved`: it took too long or ended the thread. */
  | { outcome: 'missing' | 'postponed' | 'unresolved' }
  | { outcome: 'refused'; why: ContentFlaw }
  | { outcome: 'clean' | 'cleaned'; about: Omit<Examined, 'cleaned'> };

/** Writes a file while it arrives. It has a turn at the disk for each piece, so that a slow sender holds none. */
const receive = (disk: Disk, stream: Readable, path: string): Promise<void> =>
  disk.withFile(path, 'w', async (file) => {
    for await (const chunk of stream) await file.write(chunk);
  });

/** Checks and stores files. A file appears under its key completely or not at all; keys cannot be guessed. */
export function createFileStore(storage: FileStorage, incoming: string, examine = createExaminer()) {
  mkdirSync(incoming, { recursive: true });
  const { disk } = storage;
  const newName = () => randomBytes(24).toString('base64url');
  const noteOf = (key: string) => join(incoming, `${key}${noteEnding}`);

  async function accept(part: string, name: string, account: string): Promise<Saved | Refusal> {
    const examined = (await examine({ name, account, read: () => disk.readFile(part) })) ?? 'notCheckable';
    if (typeof examined === 'string') return examined;
    const { cleaned, kind, ...about } = examined;
    if (cleaned) await disk.writeFile(part, cleaned);
    const key = `${newName()}.${kind.extension}`;
    await disk.writeFile(noteOf(key), '');
    await storage.put(key, part).catch(async (cause: unknown) => {
      await disk.cleanUp(cause, async () => {
        await storage.remove([key]);
        await disk.remove(noteOf(key));
      });
      throw cause;
    });
    return { key, kind, ...about };
  }

  /** Stores a received file; one that is refused, or that cannot be stored, is deleted. */
  async function storeOrDelete(part: string, store: () => Promise<Saved | Refusal>): Promise<Saved | Refusal> {
    const saved = await store().catch(async (cause: unknown) => {
      await disk.cleanUp(cause, () => disk.remove(part));
      throw cause;
    });
    if (typeof saved === 'string') await disk.remove(part);
    return saved;
  }

  /** Replaces a stored file by its content without metadata, under the same key. A file that would be refused today is not changed. */
  async function clean(key: string): Promise<Cleaned> {
    const content = await storage.read(key);
    if (content === null) return { outcome: 'missing' };
    let isBegun = false;
    const read = async () => {
      isBegun = true;
      return content;
    };
    const examined = await examine({ name: '', account: 'stored files', read });
    if (examined === null) return { outcome: isBegun ? 'unresolved' : 'postponed' };
    if (typeof examined === 'string') return { outcome: 'refused', why: examined };
    const { cleaned, ...about } = examined;
    if (!cleaned) return { outcome: 'clean', about };
    const part = join(incoming, newName());
    await disk.writeFile(part, cleaned);
    await storage.put(key, part);
    return { outcome: 'cleaned', about };
  }

  return {
    disk,
    clean,
    pieces: storage.pieces,
    send: storage.send,
    answers: storage.answers,
    async save(file: IncomingFile, account: string): Promise<Saved | Refusal> {
      const part = join(incoming, newName());
      return storeOrDelete(part, async () => {
        await receive(disk, file.stream, part);
        return file.stream.truncated ? 'tooLarge' : accept(part, file.name, account);
      });
    },
    /** Stores a file that was uploaded in pieces. */
    adopt: (part: string, name: string, account: string): Promise<Saved | Refusal> =>
      storeOrDelete(part, () => accept(part, name, account)),
    /** Says that a stored file has its row. One without a row after a day is deleted by `clearIncoming`. */
    confirm: (key: string): Promise<void> => disk.remove(noteOf(key)),
    remove: storage.remove,
    /**
     * Deletes what this machine received, last changed before this time, and never stored, or stored for a process that was
     * killed before it could store the row.
     */
    async clearIncoming(before: number, hasRow: (key: string) => Promise<boolean>): Promise<void> {
      for (const name of await disk.readFolder(incoming)) {
        const path = join(incoming, name);
        const about = await ifExists(disk.about(path));
        if (about === null || about.mtimeMs >= before) continue;
        const key = name.endsWith(noteEnding) ? name.slice(0, -noteEnding.length) : null;
        if (key !== null && !(await hasRow(key))) await storage.remove([key]);
        await disk.remove(path);
      }
    },
  };
}

export type FileStore = ReturnType<typeof createFileStore>;
