import type { OpenedFile } from './disk.ts';

export const blockBytes = 64 * 1024;

/** No valid picture has more parts; a file made of countless tiny parts would only cost time. */
const maxReads = 500_000;

/** Reads a file in blocks; past its end it returns no bytes. */
export type Reader = { size: number; bytes(at: number, length: number): Promise<Buffer> };

export async function createReader(file: Pick<OpenedFile, 'about' | 'read'>): Promise<Reader> {
  const { size } = await file.about();
  let [from, block]: [number, Buffer] = [0, Buffer.alloc(0)];
  let reads = 0;
  return {
    size,
    async bytes(at, length) {
      reads += 1;
      if (reads > maxReads) return Buffer.alloc(0);
      if (at < from || at + length > from + block.length) {
        [from, block] = [at, await file.read(at, Math.max(length, blockBytes))];
      }
      return block.subarray(at - from, at - from + length);
    },
  };
}
