import { endOfJpeg } from './jpegParts.ts';
import type { End, Pixels, Visitor } from './pixels.ts';
import type { Reader } from './reader.ts';

type Four = [number, number, number, number];

/** A PNG has its size in its first part, and in no other. */
const endOfPng: End = (file, _, visitor) => {
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
      visitor.frame({ width: size.readUInt32BE(0), height: size.readUInt32BE(4) });
    }
    visitor.part?.(type, at, end);
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

/** The end of a frame of a GIF, which may lie beyond the screen that the header declares. */
function endOfGifFrame(file: Reader, at: number, visitor: Visitor): number | null {
  const frame = file.bytes(at + 1, 9);
  if (frame.length < 9) return null;
  const [left, top, width, height] = [0, 2, 4, 6].map((place) => frame.readUInt16LE(place)) as Four;
  visitor.frame({ width: left + width, height: top + height });
  return endOfBlocks(file, at + 11 + coloursOf(frame[8]));
}

const gifParts: Readonly<Record<number, string>> = { 44: 'frame', 59: 'end' };

function endOfGifPart(file: Reader, at: number, kind: number | undefined, visitor: Visitor): number | null {
  if (kind === 0x2c) return endOfGifFrame(file, at, visitor);
  if (kind === 0x21) return endOfBlocks(file, at + 2);
  return kind === 0x3b || kind === 0 ? at + 1 : null;
}

/** A GIF's extensions are named by their label: `f9` is timing, `ff` an application's, `fe` a comment. */
const endOfGif: End = (file, _, visitor) => {
  const screen = file.bytes(6, 5);
  if (screen.length < 5) return null;
  visitor.frame({ width: screen.readUInt16LE(0), height: screen.readUInt16LE(2) });
  const start = 13 + coloursOf(screen[4]);
  visitor.part?.('screen', 0, start);
  for (let at = start; ; ) {
    const [kind, label = 0] = file.bytes(at, 2);
    const end = endOfGifPart(file, at, kind, visitor);
    if (end === null) return null;
    if (kind !== 0) visitor.part?.(gifParts[kind ?? 0] ?? label.toString(16), at, end);
    if (kind === 0x3b) return end;
    at = end;
  }
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

/** The beginning of a name of a part that is inside a frame of an animated WebP. */
export const inFrameMark = 'ANMF/';

/** Finds the frames among a WebP's parts; false for a part that is longer than its whole, or a frame within a frame. */
function findFrames(file: Reader, { from, end, inFrame = false }: Span, visitor: Visitor): boolean {
  for (let at = from; at + 8 <= end; ) {
    const head = file.bytes(at, 8);
    if (head.length < 8) return false;
    const [type, size] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)];
    const next = at + 8 + size + (size % 2);
    if (next > end + 1) return false;
    const content = Buffer.alloc(frameHeadBytes);
    file.bytes(at + 8, Math.min(size, frameHeadBytes)).copy(content);
    const frame = sizeInWebp(type, content);
    if (frame) visitor.frame(frame);
    visitor.part?.(inFrame ? `${inFrameMark}${type}` : type, at, next);
    if (type === 'ANMF') {
      const own = { from: at + 8 + frameHeadBytes, end: at + 8 + size, inFrame: true };
      if (inFrame || !findFrames(file, own, visitor)) return false;
    }
    at = next;
  }
  return true;
}

const endOfWebp: End = (file, _, visitor) => {
  const size = file.bytes(4, 4).readUInt32LE(0);
  const end = 8 + size + (size % 2);
  if (end > file.size + 1) return null;
  return findFrames(file, { from: 12, end: 8 + size }, visitor) ? end : null;
};

export const pictureEnds: Readonly<Record<string, End>> = {
  'image/png': endOfPng,
  'image/gif': endOfGif,
  'image/webp': endOfWebp,
  'image/jpeg': endOfJpeg,
};
