import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { IncomingFile } from '../http/route.ts';
import { endsWithItsFile, readerOf } from './contentEnd.ts';
import { holdsForeignContent } from './foreignContent.ts';
import { type Kind, kindOf, suits } from './mediaKind.ts';
import { type Pixels, pixelsOf } from './pixels.ts';

export type Saved = { key: string; kind: Kind; size: number; sha256: string; pixels: Pixels | null };
export type Refusal = 'tooLarge' | 'typeRefused';

const headBytes = 256 * 1024;
const longestSide = 12_000;
const mostPixels = 60_000_000;

/** Where a stored file lies, below the folder of all files. */
export const placeOf = (key: string): string => join(key.slice(0, 2), key);

const fits = (kind: Kind, pixels: Pixels | null): boolean => {
  if (!kind.type.startsWith('image/')) return true;
  return (
    pixels !== null &&
    Math.max(pixels.width, pixels.height) <= longestSide &&
    pixels.width * pixels.height <= mostPixels
  );
};

/** Measures what passes through: size, hash, and the first bytes. */
function meter() {
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

type Measured = ReturnType<ReturnType<typeof meter>['result']>;

async function measure(path: string): Promise<Measured> {
  const { through, result } = meter();
  createReadStream(path).pipe(through).resume();
  await finished(through);
  return result();
}

async function settle(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true });
  const handle = await open(from, 'r');
  await handle.sync();
  await handle.close();
  await rename(from, to);
}

/** Whether a file is of this kind and nothing else: whole to its end, with no other document, script or archive in it. */
async function isOneKind(path: string, kind: Kind): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    if (!(await endsWithItsFile(await readerOf(handle), kind))) return false;
  } finally {
    await handle.close();
  }
  return !(await holdsForeignContent(path, kind));
}

/** Keeps files in a folder. A file appears under its key whole or not at all; keys cannot be guessed. */
export function createDisk(folder: string) {
  const incoming = join(folder, 'incoming');
  mkdirSync(incoming, { recursive: true });
  const newName = () => randomBytes(24).toString('base64url');

  async function take(part: string, called: string, { size, sha256, head }: Measured): Promise<Saved | Refusal> {
    const kind = kindOf(head);
    const pixels = kind && pixelsOf(kind.type, head);
    if (!kind || !fits(kind, pixels) || !suits(kind, called) || !(await isOneKind(part, kind))) return 'typeRefused';
    const key = `${newName()}.${kind.ending}`;
    await settle(part, join(folder, placeOf(key)));
    return { key, kind, size, sha256, pixels };
  }

  return {
    folder,
    /** Where uploads lie while they arrive. */
    incoming,
    async save(file: IncomingFile): Promise<Saved | Refusal> {
      const part = join(incoming, newName());
      const { through, result } = meter();
      try {
        await pipeline(file.stream, through, createWriteStream(part));
        return file.stream.truncated ? 'tooLarge' : await take(part, file.name, result());
      } finally {
        await rm(part, { force: true });
      }
    },
    /** Keeps a file that has arrived in pieces; what is refused is gone. */
    async adopt(part: string, name: string): Promise<Saved | Refusal> {
      try {
        return await take(part, name, await measure(part));
      } finally {
        await rm(part, { force: true });
      }
    },
    /** Removes files that nobody needs any more. */
    async remove(keys: readonly string[]): Promise<void> {
      for (const key of keys) await rm(join(folder, placeOf(key)), { force: true });
    },
    /** Removes what began to arrive before this moment and never became a file. */
    async sweep(before: number): Promise<void> {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const about = await stat(path).catch(() => null);
        if (about !== null && about.mtimeMs < before) await rm(path, { force: true });
      }
    },
  };
}

export type Disk = ReturnType<typeof createDisk>;
