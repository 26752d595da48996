import { createReader, type Reader } from './reader.ts';

type Box = { type: string; from: number; body: number; end: number };

/** The boxes of an MP4 between two places; a broken one ends the list. */
function* boxesIn(file: Reader, from: number, end: number): Generator<Box, void> {
  for (let at = from; at + 8 <= end; ) {
    const head = file.bytes(at, 16);
    if (head.length < 8) return;
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    const body = at + (isLong ? 16 : 8);
    if (at + length > end || at + length < body) return;
    yield { type: head.toString('latin1', 4, 8), from: at, body, end: at + length };
    at += length;
  }
}

/** Boxes that hold the description of the tracks. */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'moof', 'traf', 'mvex']);
/** Boxes about place, device and titles. */
const descriptions = new Set(['udta', 'meta', 'uuid', 'ID32']);

/** No recording has its boxes in more boxes than this. */
const deepest = 8;

function* allBoxes(file: Reader, from: number, end: number, depth = 0): Generator<Box, void> {
  for (const box of boxesIn(file, from, end)) {
    yield box;
    if (containers.has(box.type) && depth < deepest) yield* allBoxes(file, box.body, box.end, depth + 1);
  }
}

const wordAt = (file: Reader, at: number) => file.bytes(at, 4).toString('latin1');

/** What the tracks of a recording are: their kinds (`soun`, `vide`) and the codecs of their first samples. */
export function tracksOf(content: Buffer): { kinds: ReadonlySet<string>; codecs: ReadonlySet<string> } {
  const file = createReader(content);
  const [kinds, codecs] = [new Set<string>(), new Set<string>()];
  for (const { type, body } of allBoxes(file, 0, file.size)) {
    if (type === 'hdlr') kinds.add(wordAt(file, body + 8));
    if (type === 'stsd') codecs.add(wordAt(file, body + 12));
  }
  return { kinds, codecs };
}

/** The recording without the data of place and device. Offsets stay the same, because tables refer to them. */
export function recordingWithoutMetadata(content: Buffer): Buffer {
  const file = createReader(content);
  const described = [...allBoxes(file, 0, file.size)].filter(({ type }) => descriptions.has(type));
  if (described.length === 0) return content;
  const copy = Buffer.from(content);
  for (const { from, body, end } of described) {
    copy.write('free', from + 4, 'latin1');
    copy.fill(0, body, end);
  }
  return copy;
}
