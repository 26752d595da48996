import type { Pixels } from './pixels.ts';

/** How a camera was held, as Exif numbers it: 1 is upright, 5 to 8 lie on a side. */
export type Orientation = number;

const upright: Orientation = 1;
const orientationTag = 0x0112;
const shortType = 3;
const entryBytes = 12;

/** The orientation in the Exif data of a picture; upright where none is readable. */
export function orientationIn(exif: Buffer): Orientation {
  const tiff = exif.subarray(0, 6).equals(exifMark) ? exif.subarray(6) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 10 || (order !== 'II' && order !== 'MM')) return upright;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return upright;
  const end = Math.min(tiff.length, first + 2 + entryBytes * short(first));
  for (let at = first + 2; at + entryBytes <= end; at += entryBytes)
    if (short(at) === orientationTag && short(at + 2) === shortType) {
      const value = short(at + 8);
      return value >= 1 && value <= 8 ? value : upright;
    }
  return upright;
}

/** What precedes Exif data in a JPEG, and in some other pictures. */
export const exifMark = Buffer.from('Exif\0\0', 'latin1');

/** Exif data that say nothing but the orientation; null for an upright picture. */
export function exifWith(orientation: Orientation): Buffer | null {
  if (orientation === upright) return null;
  const tiff = Buffer.alloc(26);
  tiff.write('MM', 0, 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(orientationTag, 10);
  tiff.writeUInt16BE(shortType, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** The size of a picture as it is seen, upright. */
export const turnedUpright = ({ width, height }: Pixels, orientation: Orientation): Pixels =>
  orientation >= 5 ? { width: height, height: width } : { width, height };
