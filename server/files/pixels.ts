/** Width and height of a picture. */
export type Pixels = { width: number; height: number };

const maxSide = 12_000;
const maxPixels = 60_000_000;

/** Whether decoding a picture of this size would cost a reader's device too much memory. */
export const hasTooManyPixels = ({ width, height }: Pixels): boolean =>
  Math.max(width, height) > maxSide || width * height > maxPixels;

const sides = (width: number, height: number): Pixels | null => (width > 0 && height > 0 ? { width, height } : null);

/** A JPEG has its size in the first start-of-frame segment. */
function ofJpeg(head: Buffer): Pixels | null {
  for (let at = 2; at + 9 < head.length; ) {
    if (head[at] !== 0xff) return null;
    const marker = head[at + 1] ?? 0;
    // Any number of these may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sides(head.readUInt16BE(at + 7), head.readUInt16BE(at + 5));
    at += 2 + head.readUInt16BE(at + 2);
  }
  return null;
}

function ofWebp(head: Buffer): Pixels | null {
  if (head.length < 30) return null;
  const format = head.toString('latin1', 12, 16);
  if (format === 'VP8X') return sides(1 + head.readUIntLE(24, 3), 1 + head.readUIntLE(27, 3));
  if (format === 'VP8 ') return sides(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff);
  const bits = head.readUInt32LE(21);
  return format === 'VP8L' ? sides(1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)) : null;
}

/** The declared size of a picture, read from its header without decoding; null when it has none. */
export function pixelsOf(type: string, head: Buffer): Pixels | null {
  if (type === 'image/jpeg') return ofJpeg(head);
  if (type === 'image/webp') return ofWebp(head);
  if (type === 'image/png' && head.length >= 24) return sides(head.readUInt32BE(16), head.readUInt32BE(20));
  if (type === 'image/gif' && head.length >= 10) return sides(head.readUInt16LE(6), head.readUInt16LE(8));
  return null;
}
