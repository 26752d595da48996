import { createReadStream } from 'node:fs';
import type { Kind } from './mediaKind.ts';

const chunkBytes = 256 * 1024;
/** Marks are found across the border of two chunks, and the directory of a ZIP behind its longest comment. */
const overlapBytes = 66 * 1_024;

// Short marks are looked for with what follows them in real documents, so that compressed data does not hold one by chance.
const markup =
  /<!doctype\s+html|<\/?script[\s>/]|<iframe[\s>/]|<html[\s>][\s -~]{2}|<svg[\s>/][\s -~]{4}|<\?php\s[\s -~]{4}/i;
const document = /%pdf-\d\.\d/i;
const archives = ['Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'];

/** Whether a local header of a ZIP archive could be true: a method and name length that archives have. Readers ignore its version. */
const isZipEntry = (bytes: Buffer, at: number) =>
  at + 30 <= bytes.length &&
  bytes.readUInt16LE(at + 8) <= 99 &&
  bytes.readUInt16LE(at + 26) > 0 &&
  bytes.readUInt16LE(at + 26) <= 1_024;

function holdsArchive(bytes: Buffer): boolean {
  if (archives.some((mark) => bytes.includes(mark, 0, 'latin1'))) return true;
  const entry = 'PK\x03\x04';
  for (let at = bytes.indexOf(entry, 0, 'latin1'); at >= 0; at = bytes.indexOf(entry, at + 1, 'latin1'))
    if (isZipEntry(bytes, at)) return true;
  return false;
}

const directoryEntry = 'PK\x01\x02';
const directoryEnd = 'PK\x05\x06';

/** Readers of ZIP look in the last bytes of the file for the end of its directory, and take one whose comment is cut off. */
function endsAsZip(tail: Buffer, hasEntries: boolean): boolean {
  const at = tail.lastIndexOf(directoryEnd, undefined, 'latin1');
  if (at < 0) return false;
  return hasEntries || (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) <= tail.length);
}

/** TAR has its mark within the header, whose first field, a file's name, may begin like a picture. */
const isTar = (head: string) => head.slice(257, 262) === 'ustar';

/** Whether a file of one kind holds another kind of document, markup, script or archive anywhere. */
export async function holdsForeignContent(path: string, { type }: Kind): Promise<boolean> {
  const marks = type === 'application/pdf' ? [markup] : [markup, document];
  let rest = Buffer.alloc(0);
  let isFirst = true;
  let hasZipEntries = false;
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const text = bytes.toString('latin1');
    // The beginning of a comment right behind the mark of a picture or sound makes a script of it.
    if (isFirst && type !== 'application/pdf' && text.slice(0, 16).includes('/*')) return true;
    if (isFirst && isTar(text)) return true;
    isFirst = false;
    hasZipEntries ||= text.includes(directoryEntry);
    if (marks.some((mark) => mark.test(text)) || holdsArchive(bytes)) return true;
    rest = bytes.subarray(Math.max(0, bytes.length - overlapBytes));
  }
  return endsAsZip(rest, hasZipEntries);
}
