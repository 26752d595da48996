import { endOfJpeg } from './jpegParts.ts';
import type { Kind } from './mediaKind.ts';
import { pictureEnds } from './pictureParts.ts';
import type { Visitor } from './pixels.ts';
import { blockBytes, type Reader } from './reader.ts';

function isPadding(file: Reader, from: number): boolean {
  for (let at = from; at < file.size; at += blockBytes)
    if (file.bytes(at, Math.min(blockBytes, file.size - at)).some((byte) => byte !== 0)) return false;
  return true;
}

/** Cameras of one maker append notes that end with this four-letter mark. */
const hasCameraNotes = (file: Reader) => file.bytes(Math.max(0, file.size - 4), 4).toString('latin1') === 'SEFT';

/** Zero, white space of ASCII and the space that does not break. */
const blanks = new Set([0, 9, 10, 11, 12, 13, 32, 0xa0]);

/** A PDF has its end mark in the last kilobyte, possibly followed by white space. */
function endsWithPdfMark(file: Reader): boolean {
  for (let end = file.size; end > 0; ) {
    const from = Math.max(0, end - blockBytes);
    const block = file.bytes(from, end - from);
    const last = block.findLastIndex((byte) => !blanks.has(byte));
    if (last >= 0) return block.subarray(Math.max(0, last - 1_023), last + 1).includes('%%EOF');
    end = from;
  }
  return false;
}

/**
 * Whether a picture or document ends where its file ends, so that nothing is appended to it. The visitor is given the parts
 * of the picture and the size of every frame on the way, also of smaller versions behind it.
 */
export function endsWithFile(file: Reader, { type }: Kind, visitor: Visitor): boolean {
  if (type === 'application/pdf') return endsWithPdfMark(file);
  const endOf = pictureEnds[type];
  if (!endOf) return true;
  const end = endOf(file, 0, visitor);
  if (end === null || end >= file.size || type !== 'image/jpeg') return end !== null && isPadding(file, end);
  // Cameras append smaller versions of a picture, each a whole JPEG.
  for (let at: number | null = end; at !== null && at < file.size; at = endOfJpeg(file, at, { frame: visitor.frame })) {
    const next = file.bytes(at, 2);
    const isJpeg = next[0] === 0xff && next[1] === 0xd8;
    if (!isJpeg) return isPadding(file, at) || hasCameraNotes(file);
  }
  return true;
}
