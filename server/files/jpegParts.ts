import type { End } from './pixels.ts';
import { blockBytes, type Reader } from './reader.ts';

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

/** A JPEG with truncated data ends with the file. Its parts are named by their markers. */
export const endOfJpeg: End = (file, start, visitor) => {
  for (let at = start + 2; at < file.size; ) {
    const head = file.bytes(at, 4);
    const marker = head[1];
    if (head[0] !== 0xff || marker === undefined) return null;
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) {
      visitor.part?.('d9', at, at + 2);
      return at + 2;
    } else if (head.length < 4 || isBare(marker) || marker === newHeight) return null;
    else {
      if (isFrame(marker)) {
        const size = file.bytes(at + 5, 4);
        if (size.length < 4) return null;
        visitor.frame({ width: size.readUInt16BE(2), height: size.readUInt16BE(0) });
      }
      const headEnd = at + 2 + head.readUInt16BE(2);
      const end = marker === 0xda ? endOfScan(file, headEnd) : headEnd;
      visitor.part?.(marker.toString(16), at, end);
      at = end;
    }
  }
  return file.size;
};
