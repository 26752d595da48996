import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { IncomingFile } from '../http/route.ts';
import { type Disk, ifExists } from './disk.ts';
import type { ContentFlaw } from './examine.ts';
import { createExaminer } from './examiner.ts';
import { noteEnding } from './folderStorage.ts';
import { isNameAllowed, type Kind, kindOf } from './mediaKind.ts';
import { hasTooManyPixels, type Pixels, pixelsOf } from './pixels.ts';
import type { FileStorage } from './storage.ts';

export type Saved = { key: string; kind: Kind; size: number; sha256: string; pixels: Pixels | null };
export type Refusal = 'tooLarge' | ContentFlaw;

const headBytes = 256 * 1024;

/** Measures size, hash and the first bytes of what passes. */
function createMeter() {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let size = 0;
  return {
    add(chunk: Buffer): void {
      if (size < headBytes) head.push(chunk.subarray(0, headBytes - size));
      size += chunk.length;
      hash.update(chunk);
    },
    result: () => ({ size, sha256: hash.digest('hex'), head: Buffer.concat(head) }),
  };
}

type Measured = ReturnType<ReturnType<typeof createMeter>['result']>;

async function measure(disk: Disk, path: string): Promise<Measured> {
  const { add, result } = createMeter();
  for await (const block of disk.blocks(path)) add(block);
  return result();
}

/** Writes a file while it arrives. It has a turn at the disk for each piece, so that a slow sender holds none. */
async function receive(disk: Disk, stream: Readable, path: string): Promise<Measured> {
  const { add, result } = createMeter();
  await disk.withFile(path, 'w', async (file) => {
    for await (const chunk of stream) {
      add(chunk);
      await file.write(chunk);
    }
  });
  return result();
}

/** Checks and stores files. A file appears under its key completely or not at all; keys cannot be guessed. */
export function createFileStore(storage: FileStorage, incoming: string, examine = createExaminer()) {
  mkdirSync(incoming, { recursive: true });
  const { disk } = storage;
  const newName = () => randomBytes(24).toString('base64url');
  const noteOf = (key: string) => join(incoming, `${key}${noteEnding}`);

  async function accept(part: string, name: string, { size, sha256, head }: Measured): Promise<Saved | Refusal> {
    const kind = kindOf(head);
    const pixels = kind && pixelsOf(kind.type, head);
    if (pixels && hasTooManyPixels(pixels)) return 'tooManyPixels';
    const isPicture = kind?.type.startsWith('image/') ?? false;
    if (!kind || (isPicture && !pixels) || !isNameAllowed(kind, name)) return 'typeRefused';
    const flaw = await examine(await disk.readFile(part), kind);
    if (flaw !== null) return flaw;
    const key = `${newName()}.${kind.extension}`;
    await disk.writeFile(noteOf(key), '');
    await storage.put(key, part).catch(async (cause: unknown) => {
      await disk.cleanUp(cause, async () => {
        await storage.remove([key]);
        await disk.remove(noteOf(key));
      });
      throw cause;
    });
    return { key, kind, size, sha256, pixels };
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

  return {
    disk,
    pieces: storage.pieces,
    send: storage.send,
    answers: storage.answers,
    async save(file: IncomingFile): Promise<Saved | Refusal> {
      const part = join(incoming, newName());
      return storeOrDelete(part, async () => {
        const measured = await receive(disk, file.stream, part);
        return file.stream.truncated ? 'tooLarge' : accept(part, file.name, measured);
      });
    },
    /** Stores a file that was uploaded in pieces. */
    adopt: (part: string, name: string): Promise<Saved | Refusal> =>
      storeOrDelete(part, async () => accept(part, name, await measure(disk, part))),
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
