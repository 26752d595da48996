import type { Reader } from './reader.ts';

/** Width and height of a picture. */
export type Pixels = { width: number; height: number };

/** Is given what a picture consists of, on the way to its end. */
export type Visitor = {
  /** The size of a frame, which decoders reserve memory for; the first one is the whole picture's. */
  frame(size: Pixels): void;
  /** A part by its name in the format, in the order of the file. Bytes between two parts mean nothing. */
  part?(name: string, from: number, end: number): void;
};

/** Where the picture that begins at `at` ends; null when it is malformed. */
export type End = (file: Reader, at: number, visitor: Visitor) => number | null;

const maxSide = 12_000;
const maxPixels = 60_000_000;

/** Whether decoding a picture of this size would cost a reader's device too much memory. */
export const hasTooManyPixels = ({ width, height }: Pixels): boolean =>
  Math.max(width, height) > maxSide || width * height > maxPixels;
