import { crc32 } from 'node:zlib';
import { exifMark, exifWith, type Orientation, orientationIn } from './orientation.ts';
import { inFrameMark } from './pictureParts.ts';

/** A part of a picture by its name in the format. */
export type Part = { name: string; from: number; end: number };

/** A picture's orientation, and its bytes with that, its colours and its pixels alone. */
type Cleaned = { orientation: Orientation; bytes: Buffer };

/** What a format needs to show the same picture. Everything else may say where, when, by whom and with what it was taken. */
type Format = {
  isKept(name: string, content: Buffer): boolean;
  /** The Exif data in a part; null for other parts. */
  exifOf(name: string, content: Buffer): Buffer | null;
  /** The kept parts as a file. */
  assemble(parts: { name: string; content: Buffer }[], exif: Buffer | null): Buffer;
};

const startsWith = (content: Buffer, at: number, mark: string) =>
  content.toString('latin1', at, at + mark.length) === mark;

const jpegParts = /^(?:c[0-9a-f]|d[9abdef])$/;

/** Of the parts for applications, only those that colours depend on are kept. */
const jpeg: Format = {
  isKept: (name, content) =>
    jpegParts.test(name) ||
    (name === 'e0' && startsWith(content, 4, 'JFIF\0')) ||
    (name === 'e2' && startsWith(content, 4, 'ICC_PROFILE\0')) ||
    (name === 'ee' && startsWith(content, 4, 'Adobe')),
  exifOf: (name, content) => (name === 'e1' && content.subarray(4, 10).equals(exifMark) ? content.subarray(10) : null),
  assemble(parts, exif) {
    const start = Buffer.from([0xff, 0xd8]);
    const whole = parts.map(({ content }) => content);
    if (exif === null) return Buffer.concat([start, ...whole]);
    const head = Buffer.from([0xff, 0xe1, 0, 2 + exifMark.length + exif.length]);
    // Readers expect the part named JFIF first.
    const first = parts[0]?.name === 'e0' ? 1 : 0;
    return Buffer.concat([start, ...whole.slice(0, first), head, exifMark, exif, ...whole.slice(first)]);
  },
};

const pngParts = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
);

function pngPart(type: string, content: Buffer): Buffer {
  const part = Buffer.alloc(12 + content.length);
  part.writeUInt32BE(content.length, 0);
  part.write(type, 4, 'latin1');
  content.copy(part, 8);
  part.writeUInt32BE(crc32(part.subarray(4, -4)), part.length - 4);
  return part;
}

const png: Format = {
  isKept: (name) => pngParts.has(name),
  exifOf: (name, content) => (name === 'eXIf' ? content.subarray(8, -4) : null),
  assemble(parts, exif) {
    const [header, ...others] = parts.map(({ content }) => content);
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return Buffer.concat([signature, ...(header ? [header] : []), ...(exif ? [pngPart('eXIf', exif)] : []), ...others]);
  },
};

/** The longest extension that says how often an animation is repeated. */
const longestLoop = 25;

/** A GIF cannot say how it was held. */
const gif: Format = {
  isKept: (name, content) =>
    name === 'screen' ||
    name === 'frame' ||
    name === 'end' ||
    (name === 'f9' && content.length === 8) ||
    (name === 'ff' &&
      content.length <= longestLoop &&
      (startsWith(content, 3, 'NETSCAPE2.0') || startsWith(content, 3, 'ANIMEXTS1.0'))),
  exifOf: () => null,
  assemble: (parts) => Buffer.concat(parts.map(({ content }) => content)),
};

const webpParts = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);
const hasExif = 0x08;
const hasXmp = 0x04;

/** Parts have an even length; the last one of a file may lack its last byte. */
const even = (part: Buffer) => (part.length % 2 === 0 ? part : Buffer.concat([part, Buffer.alloc(1)]));

/**
 * A WebP loses the note that it was turned: Chromium ignores it (tests/server/files/uprightPictures.slow.test.ts), so that with
 * it the picture would be upright for some readers and lie in a box of the wrong shape for others.
 */
const webp: Format = {
  isKept: (name) => webpParts.has(name),
  exifOf: () => null,
  assemble(parts) {
    const whole = parts.map(({ name, content }) => {
      const part = even(content);
      if (name !== 'VP8X' || part.length < 9) return part;
      const header = Buffer.from(part);
      header[8] = (header[8] ?? 0) & ~(hasExif | hasXmp);
      return header;
    });
    const body = Buffer.concat(whole);
    const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
    head.writeUInt32LE(body.length + 4, 4);
    return Buffer.concat([head, body]);
  },
};

const formats: Readonly<Record<string, Format>> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/gif': gif,
  'image/webp': webp,
};

/** Overwrites what a frame of an animation holds beside its pixels. */
function blankInFrames(content: Buffer, parts: readonly Part[]): Buffer {
  const strange = parts.filter(({ name }) => name.startsWith(inFrameMark) && !webpParts.has(name.slice(5)));
  if (strange.length === 0) return content;
  const copy = Buffer.from(content);
  for (const { from, end } of strange) copy.fill(0, from + 8, end);
  return copy;
}

/** The picture without its metadata: place, time, device, texts, and further pictures in the file. */
export function withoutMetadata(type: string, content: Buffer, parts: readonly Part[]): Cleaned | null {
  const format = formats[type];
  if (!format) return null;
  const whole = blankInFrames(content, parts);
  const found = parts
    .filter(({ name }) => !name.startsWith(inFrameMark))
    .map(({ name, from, end }) => ({ name, content: whole.subarray(from, end) }));
  const exif = found.flatMap((part) => format.exifOf(part.name, part.content) ?? []);
  const orientation = orientationIn(exif[0] ?? Buffer.alloc(0));
  const kept = found.filter((part) => format.isKept(part.name, part.content));
  return { orientation, bytes: format.assemble(kept, exifWith(orientation)) };
}
