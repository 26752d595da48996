import type { Pixels } from './pixels.ts';
import { blockBytes, type Reader } from './reader.ts';

type Four = [number, number, number, number];

/** Is given the size of a frame, which decoders reserve memory for. */
export type OnFrame = (frame: Pixels) => void;

/** Where the picture that begins at `at` ends; null when it is malformed. */
type End = (file: Reader, at: number, onFrame: OnFrame) => number | null;

/** A PNG has its size in its first part, and in no other. */
const endOfPng: End = (file, _, onFrame) => {
  for (let at = 8; ; ) {
    const head = file.bytes(at, 8);
    if (head.length < 8) return null;
    const end = at + 12 + head.readUInt32BE(0);
    const type = head.toString('latin1', 4);
    if (end > file.size || !/^[A-Za-z]{4}$/.test(type)) return null;
    if ((type === 'IHDR') !== (at === 8)) return null;
    if (at === 8) {
      const size = file.bytes(at + 8, 8);
      if (size.length < 8) return null;
      onFrame({ width: size.readUInt32BE(0), height: size.readUInt32BE(4) });
    }
    if (type === 'IEND') return end;
    at = end;
  }
};

/** Skips consecutive data blocks up to and including an empty one. */
function endOfBlocks(file: Reader, from: number): number | null {
  for (let at = from; ; ) {
    const [length] = file.bytes(at, 1);
    if (length === undefined) return null;
    at += 1 + length;
    if (length === 0) return at;
  }
}

/** The size of a colour table in bytes, according to its flags. */
const coloursOf = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** A frame of a GIF may lie beyond the screen that its header declares. */
const endOfGif: End = (file, _, onFrame) => {
  const [flags] = file.bytes(10, 1);
  for (let at: number | null = 13 + coloursOf(flags); at !== null; ) {
    const [kind] = file.bytes(at, 1);
    if (kind === 0x3b) return at + 1;
    if (kind === 0x21) at = endOfBlocks(file, at + 2);
    else if (kind === 0x2c) {
      const frame = file.bytes(at + 1, 9);
      if (frame.length < 9) return null;
      const [left, top, width, height] = [0, 2, 4, 6].map((place) => frame.readUInt16LE(place)) as Four;
      onFrame({ width: left + width, height: top + height });
      at = endOfBlocks(file, at + 11 + coloursOf(frame[8]));
    } else if (kind === 0) at += 1;
    else return null;
  }
  return null;
};

/** The size of a still or a frame of a WebP from the first bytes of its part; null for parts without one. */
function sizeInWebp(type: string, content: Buffer): Pixels | null {
  if (type === 'VP8X') return { width: 1 + content.readUIntLE(4, 3), height: 1 + content.readUIntLE(7, 3) };
  if (type === 'VP8 ') return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
  if (type === 'VP8L') {
    const bits = content.readUInt32LE(1);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  if (type !== 'ANMF') return null;
  const [left, top] = [2 * content.readUIntLE(0, 3), 2 * content.readUIntLE(3, 3)];
  return { width: left + 1 + content.readUIntLE(6, 3), height: top + 1 + content.readUIntLE(9, 3) };
}

/** The part of a WebP that holds a frame's own parts begins with this many bytes about the frame. */
const frameHeadBytes = 16;

type Span = { from: number; end: number; inFrame?: boolean };

/** Finds the frames among a WebP's parts; false for a part that is longer than its whole, or a frame within a frame. */
function findFrames(file: Reader, { from, end, inFrame = false }: Span, onFrame: OnFrame): boolean {
  for (let at = from; at + 8 <= end; ) {
    const head = file.bytes(at, 8);
    if (head.length < 8) return false;
    const [type, size] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)];
    const next = at + 8 + size + (size % 2);
    if (next > end + 1) return false;
    const content = Buffer.alloc(frameHeadBytes);
    file.bytes(at + 8, Math.min(size, frameHeadBytes)).copy(content);
    const frame = sizeInWebp(type, content);
    if (frame) onFrame(frame);
    if (type === 'ANMF') {
      const own = { from: at + 8 + frameHeadBytes, end: at + 8 + size, inFrame: true };
      if (inFrame || !findFrames(file, own, onFrame)) return false;
    }
    at = next;
  }
  return true;
}

const endOfWebp: End = (file, _, onFrame) => {
  const size = file.bytes(4, 4).readUInt32LE(0);
  const end = 8 + size + (size % 2);
  if (end > file.size + 1) return null;
  return findFrames(file, { from: 12, end: 8 + size }, onFrame) ? end : null;
};

/** The position of the first marker after the compressed data that begins at `from`. */
function endOfScan(file: Reader, from: number): number {
  for (let at = from; at < file.size; ) {
    const block = file.bytes(at, Math.min(blockBytes, file.size - at));
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

/** Markers without content, which are malformed between the parts: decoders skip two bytes there, others a part. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** Markers that begin a frame, or declare the largest one. */
const isFrame = (marker: number) =>
  marker === 0xde || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));
/** A marker that changes the height afterwards. */
const newHeight = 0xdc;

/** A JPEG with truncated data ends with the file. */
export const endOfJpeg: End = (file, start, onFrame) => {
  for (let at = start + 2; at < file.size; ) {
    const head = file.bytes(at, 4);
    const marker = head[1];
    if (head[0] !== 0xff || marker === undefined) return null;
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) return at + 2;
    else if (head.length < 4 || isBare(marker) || marker === newHeight) return null;
    else {
      if (isFrame(marker)) {
        const size = file.bytes(at + 5, 4);
        if (size.length < 4) return null;
        onFrame({ width: size.readUInt16BE(2), height: size.readUInt16BE(0) });
      }
      const end = at + 2 + head.readUInt16BE(2);
      at = marker === 0xda ? endOfScan(file, end) : end;
    }
  }
  return file.size;
};

export const pictureEnds: Readonly<Record<string, End>> = {
  'image/png': endOfPng,
  'image/gif': endOfGif,
  'image/webp': endOfWebp,
  'image/jpeg': endOfJpeg,
};
