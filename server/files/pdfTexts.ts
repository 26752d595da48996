import { constants, inflateSync } from 'node:zlib';
import { type Budget, type Dictionary, dictionaryAt, keywordAfter, withPlainNames } from './pdfDictionary.ts';

/** The readable parts of a PDF: its bytes as text, then the content of each stream of compressed objects. */
export type PdfTexts = {
  texts: readonly string[];
  /** The beginnings of all compressed objects with this number as written, at most `objectLength` characters each. */
  compressedObjects(number: number): readonly string[];
  /** Whether a stream takes its data, or the page that it shows, from another file. */
  opensFiles: boolean;
};

/** How much of an object is looked at. */
export const objectLength = 2_048;
/** Compressed objects of a document that would become larger than this are not opened. */
const maxInflated = 32 * 1024 * 1024;
/** The most compressed objects: only a document with too many pages has more. Each one takes a place in a table. */
const maxCompressed = 200_000;
/** The most streams of compressed objects: only such a document has more. Opening one costs more than reading it. */
const maxStreams = 10_000;
/** The longest list of the objects in a stream: two numbers for each. */
const longestHead = 2 * 10 * maxCompressed;

/** PDF readers find compressed objects by these entries, whatever else a dictionary says. */
const holdsObjects = ({ entries }: Dictionary) =>
  entries.get('Type')?.startsWith('/ObjStm') || (entries.has('N') && entries.has('First'));

/** Whether the data of a stream are as they are, deflated, or something that is not undone here. */
function filterOf({ entries }: Dictionary): 'none' | 'flate' | 'other' {
  const filter = entries.get('Filter') ?? entries.get('F');
  const parameters = entries.get('DecodeParms') ?? entries.get('DP') ?? '';
  if (filter === undefined) return 'none';
  const isPlain = parameters === '' || /^(?:null|<<\s{0,64}>>)$/.test(parameters);
  return isPlain && /^\[?\s{0,64}\/(?:FlateDecode|Fl)\s{0,64}\]?$/.test(filter) ? 'flate' : 'other';
}

type Inflated = { content: string; consumed: number };

/** The data end where they say so, because the mark of a stream's end can stand in them as well. */
function inflated(bytes: Buffer, left: number): Inflated | null {
  try {
    // Readers show what precedes a broken end.
    const finishFlush = constants.Z_SYNC_FLUSH;
    const { buffer, engine } = inflateSync(bytes, { maxOutputLength: left, finishFlush, info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { content: buffer.toString('latin1'), consumed: engine.bytesWritten };
  } catch {
    return null;
  }
}

/** The numbers and places of the objects in a stream of compressed objects; null if there are more than `most`. */
function placesIn(content: string, first: number, most: number): [number, number][] | null {
  const places: [number, number][] = [];
  const head = content.slice(0, Math.min(first, longestHead));
  for (const [, number, place] of head.matchAll(/(\d+)(?:\D+(\d+))?/g)) {
    if (places.length >= most) return null;
    places.push([Number(number), first + Number(place ?? 0)]);
  }
  return places;
}

type ObjectStream = { dictionary: Dictionary; begin: number };

const lineEnd = /\r\n|\r|\n/y;

/** Where the data of a stream begin; null if its line goes on, because readers differ in whether they skip the rest. */
function beginOfData(raw: string, keyword: number): number | null {
  lineEnd.lastIndex = keyword + 'stream'.length;
  return lineEnd.test(raw) ? lineEnd.lastIndex : null;
}

/**
 * The streams of compressed objects, and whether any stream opens another file; null when one is unclear, or takes more reading
 * than a document of this length can need.
 */
function streamsIn(raw: string): { compressed: ObjectStream[]; opensFiles: boolean } | null {
  const budget: Budget = { left: 2 * raw.length + 4_096 };
  const compressed: ObjectStream[] = [];
  let opensFiles = false;
  for (let at = raw.indexOf('obj'); at >= 0; at = raw.indexOf('obj', at + 3)) {
    if (raw.startsWith('end', at - 3)) continue;
    const dictionary = dictionaryAt(raw, at + 3, budget);
    if (dictionary === 'unended') return null;
    const start = dictionary && keywordAfter(raw, dictionary.end, 'stream', budget);
    if (budget.left <= 0) return null;
    if (dictionary === null || start === null) continue;
    opensFiles ||= dictionary.namesFile;
    if (!holdsObjects(dictionary)) continue;
    const begin = beginOfData(raw, start);
    if (begin === null) return null;
    compressed.push({ dictionary, begin });
  }
  return { compressed, opensFiles };
}

/**
 * The texts of a PDF in which names of objects can stand. Null when a part cannot be read: another filter than Flate,
 * encryption, broken data, or more than the bounds above.
 */
export function pdfTexts(bytes: Buffer): PdfTexts | null {
  const raw = bytes.toString('latin1');
  const texts = [withPlainNames(raw)];
  const found = streamsIn(raw);
  if (found === null) return null;
  const { compressed: streams, opensFiles } = found;
  if (streams.length > maxStreams || (streams.length > 0 && /\/Encrypt(?![a-z])/i.test(texts[0] ?? ''))) return null;
  const compressed = new Map<number, string[]>();
  let objects = 0;
  let left = maxInflated;
  // The data of all streams fit into the file once; what takes more has one within another.
  let unread = 2 * bytes.length;
  let end = 0;
  for (const { dictionary, begin } of streams) {
    const filter = filterOf(dictionary);
    if (end < begin) end = raw.indexOf('endstream', begin);
    if (end < 0) end = raw.length;
    if (filter === 'other') return null;
    const data =
      filter === 'none'
        ? { content: raw.slice(begin, end), consumed: end - begin }
        : inflated(bytes.subarray(begin), left);
    if (data === null) return null;
    const { content, consumed } = data;
    left -= content.length;
    unread -= consumed;
    if (left <= 0 || unread <= 0) return null;
    texts.push(withPlainNames(content));
    const first = Number(/^\d{1,9}/.exec(dictionary.entries.get('First') ?? '')?.[0] ?? 0);
    const places = placesIn(content, first, maxCompressed - objects);
    if (places === null) return null;
    objects += places.length;
    for (const [number, at] of places)
      (compressed.get(number) ?? compressed.set(number, []).get(number))?.push(content.slice(at, at + objectLength));
  }
  return { texts, compressedObjects: (number) => compressed.get(number) ?? [], opensFiles };
}
