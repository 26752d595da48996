import type { Kind } from './mediaKind.ts';

/** A ZIP directory ends at most this far from the end of its file, because of its longest comment. */
const tailBytes = 66 * 1_024;

// Short marks are matched with what follows them in real documents, so that compressed data rarely matches by chance.
const markup =
  /<!doctype\s+html|<\/?script[\s>/]|<iframe[\s>/]|<html[\s>][\s -~]{2}|<svg[\s>/][\s -~]{4}|<\?php\s[\s -~]{4}/i;
const document = /%pdf-\d\.\d/i;
const archives = ['Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'];

/** Whether a ZIP local header is plausible, by its method and name length; readers ignore its version. */
const isZipEntry = (bytes: Buffer, at: number) =>
  at + 30 <= bytes.length &&
  bytes.readUInt16LE(at + 8) <= 99 &&
  bytes.readUInt16LE(at + 26) > 0 &&
  bytes.readUInt16LE(at + 26) <= 1_024;

function containsArchive(bytes: Buffer): boolean {
  if (archives.some((mark) => bytes.includes(mark, 0, 'latin1'))) return true;
  const entry = 'PK\x03\x04';
  for (let at = bytes.indexOf(entry, 0, 'latin1'); at >= 0; at = bytes.indexOf(entry, at + 1, 'latin1'))
    if (isZipEntry(bytes, at)) return true;
  return false;
}

const directoryEntry = 'PK\x01\x02';
const directoryEnd = 'PK\x05\x06';

/** ZIP readers search the last bytes of a file for the end of its directory, and accept one with a truncated comment. */
function hasZipDirectory(tail: Buffer, hasEntries: boolean): boolean {
  const at = tail.lastIndexOf(directoryEnd, undefined, 'latin1');
  if (at < 0) return false;
  return hasEntries || (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) <= tail.length);
}

/** A TAR header begins with a file name, which may imitate a picture, and has its mark later. */
const isTar = (head: string) => head.slice(257, 262) === 'ustar';

/** Whether a file contains a document of another kind, markup, a script or an archive anywhere. */
export function containsForeignContent(bytes: Buffer, { type }: Kind): boolean {
  const text = bytes.toString('latin1');
  // A comment start right after the mark of a picture or sound lets the file run as a script.
  if (type !== 'application/pdf' && text.slice(0, 16).includes('/*')) return true;
  if (isTar(text) || containsArchive(bytes)) return true;
  const marks = type === 'application/pdf' ? [markup] : [markup, document];
  if (marks.some((mark) => mark.test(text))) return true;
  return hasZipDirectory(bytes.subarray(-tailBytes), text.includes(directoryEntry));
}
