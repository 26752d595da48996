import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { IncomingFile } from '../http/route.ts';
import { createReader, endsWithFile } from './contentEnd.ts';
import { hasTooManyPages } from './documentPages.ts';
import { containsForeignContent } from './foreignContent.ts';
import { isNameAllowed, type Kind, kindOf } from './mediaKind.ts';
import { type Pixels, pixelsOf } from './pixels.ts';
import type { FileStorage } from './storage.ts';

export type Saved = { key: string; kind: Kind; size: number; sha256: string; pixels: Pixels | null };
export type Refusal = 'tooLarge' | 'typeRefused' | 'tooManyPixels' | 'tooManyPages';

const headBytes = 256 * 1024;
const maxSide = 12_000;
const maxPixels = 60_000_000;

const hasTooManyPixels = ({ width, height }: Pixels): boolean =>
  Math.max(width, height) > maxSide || width * height > maxPixels;

/** A pass-through stream that measures size, hash and the first bytes. */
function createMeter() {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let size = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, pass) {
      if (size < headBytes) head.push(chunk.subarray(0, headBytes - size));
      size += chunk.length;
      hash.update(chunk);
      pass(null, chunk);
    },
  });
  return { through, result: () => ({ size, sha256: hash.digest('hex'), head: Buffer.concat(head) }) };
}

type Measured = ReturnType<ReturnType<typeof createMeter>['result']>;

async function measure(path: string): Promise<Measured> {
  const { through, result } = createMeter();
  createReadStream(path).pipe(through).resume();
  await finished(through);
  return result();
}

/** Whether a file is entirely of this kind: complete, and without another document, script or archive in it. */
async function isOneKind(path: string, kind: Kind): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    if (!(await endsWithFile(await createReader(handle), kind))) return false;
  } finally {
    await handle.close();
  }
  return !(await containsForeignContent(path, kind));
}

/** Checks and stores files. A file appears under its key completely or not at all; keys cannot be guessed. */
export function createFileStore(storage: FileStorage, incoming: string) {
  mkdirSync(incoming, { recursive: true });
  const newName = () => randomBytes(24).toString('base64url');

  async function accept(part: string, name: string, { size, sha256, head }: Measured): Promise<Saved | Refusal> {
    const kind = kindOf(head);
    const pixels = kind && pixelsOf(kind.type, head);
    if (pixels && hasTooManyPixels(pixels)) return 'tooManyPixels';
    const isPicture = kind?.type.startsWith('image/') ?? false;
    if (!kind || (isPicture && !pixels) || !isNameAllowed(kind, name) || !(await isOneKind(part, kind)))
      return 'typeRefused';
    if (kind.type === 'application/pdf' && (await hasTooManyPages(part))) return 'tooManyPages';
    const key = `${newName()}.${kind.extension}`;
    await storage.put(key, part);
    return { key, kind, size, sha256, pixels };
  }

  return {
    pieces: storage.pieces,
    send: storage.send,
    answers: storage.answers,
    async save(file: IncomingFile): Promise<Saved | Refusal> {
      const part = join(incoming, newName());
      const { through, result } = createMeter();
      try {
        await pipeline(file.stream, through, createWriteStream(part));
        return file.stream.truncated ? 'tooLarge' : await accept(part, file.name, result());
      } finally {
        await rm(part, { force: true });
      }
    },
    /** Stores a file that was uploaded in pieces; a refused one is deleted. */
    async adopt(part: string, name: string): Promise<Saved | Refusal> {
      try {
        return await accept(part, name, await measure(part));
      } finally {
        await rm(part, { force: true });
      }
    },
    remove: storage.remove,
    /** Deletes what this machine received, last changed before this time, and never stored. */
    async clearIncoming(before: number): Promise<void> {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const about = await stat(path).catch(() => null);
        if (about !== null && about.mtimeMs < before) await rm(path, { force: true });
      }
    },
  };
}

export type FileStore = ReturnType<typeof createFileStore>;
