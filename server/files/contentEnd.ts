import type { OpenedFile } from './disk.ts';
import type { Kind } from './mediaKind.ts';

const blockBytes = 64 * 1024;

/** No valid picture has more parts; a file made of countless tiny parts would only cost time. */
const maxReads = 500_000;

/** Reads a file in blocks; past its end it returns no bytes. */
type Reader = { size: number; bytes(at: number, length: number): Promise<Buffer> };

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

/** Where the picture that begins at `at` ends; null when it is malformed. */
type End = (file: Reader, at: number) => Promise<number | null>;

async function endOfPng(file: Reader): Promise<number | null> {
  for (let at = 8; ; ) {
    const head = await file.bytes(at, 8);
    if (head.length < 8) return null;
    const end = at + 12 + head.readUInt32BE(0);
    const type = head.toString('latin1', 4);
    if (end > file.size || !/^[A-Za-z]{4}$/.test(type)) return null;
    if (type === 'IEND') return end;
    at = end;
  }
}

/** Skips consecutive data blocks up to and including an empty one. */
async function endOfBlocks(file: Reader, from: number): Promise<number | null> {
  for (let at = from; ; ) {
    const [length] = await file.bytes(at, 1);
    if (length === undefined) return null;
    at += 1 + length;
    if (length === 0) return at;
  }
}

/** The size of a colour table in bytes, according to its flags. */
const coloursOf = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

async function endOfGif(file: Reader): Promise<number | null> {
  const [flags] = await file.bytes(10, 1);
  for (let at: number | null = 13 + coloursOf(flags); at !== null; ) {
    const [kind] = await file.bytes(at, 1);
    if (kind === 0x3b) return at + 1;
    if (kind === 0x21) at = await endOfBlocks(file, at + 2);
    else if (kind === 0x2c) at = await endOfBlocks(file, at + 11 + coloursOf((await file.bytes(at + 9, 1))[0]));
    else if (kind === 0) at += 1;
    else return null;
  }
  return null;
}

async function endOfWebp(file: Reader): Promise<number | null> {
  const size = (await file.bytes(4, 4)).readUInt32LE(0);
  const end = 8 + size + (size % 2);
  return end <= file.size + 1 ? end : null;
}

/** The position of the first marker after the compressed data that begins at `from`. */
async function endOfScan(file: Reader, from: number): Promise<number> {
  for (let at = from; at < file.size; ) {
    const block = await file.bytes(at, Math.min(blockBytes, file.size - at));
    for (let found = block.indexOf(0xff); found >= 0; found = block.indexOf(0xff, found + 1)) {
      const next = block[found + 1];
      if (next === undefined) break;
      const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
      if (!isData) return at + found;
    }
    // A marker may span two blocks, so the last byte is read again.
    at += Math.max(1, block.length - 1);
  }
  return file.size;
}

/** A JPEG with truncated data ends with the file. */
const endOfJpeg: End = async (file, start) => {
  for (let at = start + 2; at < file.size; ) {
    const head = await file.bytes(at, 4);
    const marker = head[1];
    if (head[0] !== 0xff || marker === undefined) return null;
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) return at + 2;
    else if (head.length < 4) return null;
    else {
      const end = at + 2 + head.readUInt16BE(2);
      at = marker === 0xda ? await endOfScan(file, end) : end;
    }
  }
  return file.size;
};

const ends: Readonly<Record<string, End>> = {
  'image/png': endOfPng,
  'image/gif': endOfGif,
  'image/webp': endOfWebp,
  'image/jpeg': endOfJpeg,
};

async function isPadding(file: Reader, from: number): Promise<boolean> {
  for (let at = from; at < file.size; at += blockBytes)
    if ((await file.bytes(at, Math.min(blockBytes, file.size - at))).some((byte) => byte !== 0)) return false;
  return true;
}

/** Cameras of one maker append notes that end with this four-letter mark. */
const hasCameraNotes = async (file: Reader) =>
  (await file.bytes(Math.max(0, file.size - 4), 4)).toString('latin1') === 'SEFT';

/** Zero, white space of ASCII and the space that does not break. */
const blanks = new Set([0, 9, 10, 11, 12, 13, 32, 0xa0]);

/** A PDF has its end mark in the last kilobyte, possibly followed by white space. */
async function endsWithPdfMark(file: Reader): Promise<boolean> {
  for (let end = file.size; end > 0; ) {
    const from = Math.max(0, end - blockBytes);
    const block = await file.bytes(from, end - from);
    const last = block.findLastIndex((byte) => !blanks.has(byte));
    if (last >= 0) return block.subarray(Math.max(0, last - 1_023), last + 1).includes('%%EOF');
    end = from;
  }
  return false;
}

/** Whether a picture or document ends where its file ends, so that nothing is appended to it. */
export async function endsWithFile(file: Reader, { type }: Kind): Promise<boolean> {
  if (type === 'application/pdf') return endsWithPdfMark(file);
  const endOf = ends[type];
  if (!endOf) return true;
  const end = await endOf(file, 0);
  if (end === null || end >= file.size || type !== 'image/jpeg') return end !== null && isPadding(file, end);
  // Cameras append smaller versions of a picture, each a whole JPEG.
  for (let at: number | null = end; at !== null && at < file.size; at = await endOfJpeg(file, at)) {
    const next = await file.bytes(at, 2);
    const isJpeg = next[0] === 0xff && next[1] === 0xd8;
    if (!isJpeg) return (await isPadding(file, at)) || hasCameraNotes(file);
  }
  return true;
}
