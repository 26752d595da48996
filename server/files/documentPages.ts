import { inflateSync } from 'node:zlib';

/** A PDF of more pages would make a reader's device slow. */
export const maxPages = 300;
/** Compressed objects of a document that would become larger than this are not opened. */
const maxInflated = 32 * 1024 * 1024;

const page = /\/Type\s*\/Page(?![a-zA-Z])/g;
const tree = /<<[^<>]*\/Type\s*\/Pages(?![a-zA-Z])[^<>]*>>/g;
const count = /\/Count\s+(\d{1,9})/;
const compressedObjects = /\/Type\s*\/ObjStm/;

/** How many pages a text of a PDF declares: its page objects, or the count of a page tree if that is higher. */
const pagesIn = (text: string) => {
  const counts = (text.match(tree) ?? []).map((dictionary) => Number(count.exec(dictionary)?.[1] ?? 0));
  return Math.max(text.match(page)?.length ?? 0, ...counts, 0);
};

/** The contents of the streams of compressed objects, one after the other; null when one is too large. */
function objectStreamsOf(bytes: Buffer, text: string): string[] | null {
  const found: string[] = [];
  let left = maxInflated;
  for (let at = text.indexOf('stream'); at >= 0; at = text.indexOf('stream', at + 6)) {
    const dictionary = text.slice(text.lastIndexOf('obj', at), at);
    if (text.slice(at - 3, at) === 'end' || !compressedObjects.test(dictionary)) continue;
    const begin = at + 6 + (text[at + 6] === '\r' ? 2 : 1);
    const end = text.indexOf('endstream', begin);
    if (end < 0) break;
    try {
      const inflated = inflateSync(bytes.subarray(begin, end), { maxOutputLength: left });
      left -= inflated.length;
      found.push(inflated.toString('latin1'));
    } catch (cause) {
      const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
      if (isTooLarge || left <= 0) return null;
    }
  }
  return found;
}

/** Whether a PDF has more pages than allowed, as far as it says so without being rendered. */
export function hasTooManyPages(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  if (pagesIn(text) > maxPages) return true;
  const streams = objectStreamsOf(bytes, text);
  return streams === null || streams.reduce((sum, stream) => sum + pagesIn(stream), 0) > maxPages;
}
