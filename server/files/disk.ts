import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Arriving } from '../route.ts';
import { type Kind, kindOf } from './kind.ts';
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

async function settle(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true });
  const handle = await open(from, 'r');
  await handle.sync();
  await handle.close();
  await rename(from, to);
}

/** Keeps files in a folder. A file appears under its key whole or not at all; keys cannot be guessed. */
export function createDisk(folder: string) {
  const incoming = join(folder, 'incoming');
  mkdirSync(incoming, { recursive: true });

  return {
    folder,
    async save(file: Arriving): Promise<Saved | Refusal> {
      const name = randomBytes(24).toString('base64url');
      const part = join(incoming, name);
      const { through, result } = meter();
      try {
        await pipeline(file.stream, through, createWriteStream(part));
        if (file.stream.truncated) return 'tooLarge';
        const { size, sha256, head } = result();
        const kind = kindOf(head);
        const pixels = kind && pixelsOf(kind.type, head);
        if (!kind || !fits(kind, pixels)) return 'typeRefused';
        const key = `${name}.${kind.ending}`;
        await settle(part, join(folder, placeOf(key)));
        return { key, kind, size, sha256, pixels };
      } finally {
        await rm(part, { force: true });
      }
    },
  };
}

export type Disk = ReturnType<typeof createDisk>;
