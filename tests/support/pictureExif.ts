import { bytes } from './pictureBytes.ts';

/** What must not be in a stored picture. */
export const place = 'N 52.5200 E 13.4050, iPhone of Ann';

/** Exif data as a camera writes them: how it was held, its maker and its place. */
export function exifOf(orientation: number, little = false): Buffer {
  const short = (value: number) => (little ? [value & 255, value >> 8] : [value >> 8, value & 255]);
  const long = (value: number) => (little ? [...short(value), 0, 0] : [0, 0, ...short(value)]);
  const entries = [
    [...short(0x010f), ...short(2), ...long(place.length), ...long(8 + 2 + 3 * 12 + 4)],
    [...short(0x0112), ...short(3), ...long(1), ...short(orientation), 0, 0],
    [...short(0x8825), ...short(4), ...long(1), ...long(0)],
  ];
  return bytes(little ? 'II' : 'MM', short(42), long(8), short(entries.length), entries.flat(), long(0), place);
}
