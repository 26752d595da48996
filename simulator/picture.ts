import { PNG } from 'pngjs';
import { uploadFile } from '../contract/extension/files.ts';
import type { Chance } from './chance.ts';
import type { Phone } from './phone.ts';

const width = 320;
const height = 240;
const skinTone = [226, 184, 160] as const;
const reddened = [196, 84, 78] as const;

/** A random picture of reddish spots on light skin. */
export function takePicture(chance: Chance): { bytes: Buffer; width: number; height: number } {
  const png = new PNG({ width, height });
  const spots = Array.from({ length: 5 + Math.floor(chance.next() * 6) }, () => ({
    x: chance.between(0, width),
    y: chance.between(0, height),
    radius: chance.between(8, 34),
  }));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const near = spots.some((spot) => Math.hypot(spot.x - x, spot.y - y) < spot.radius);
      const at = (y * width + x) * 4;
      for (const [n, shade] of (near ? reddened : skinTone).entries())
        png.data[at + n] = Math.min(255, Math.max(0, shade + chance.between(-9, 9)));
      png.data[at + 3] = 255;
    }
  return { bytes: PNG.sync.write(png), width, height };
}

/** Generates a picture and uploads it. */
export async function uploadPicture(phone: Pick<Phone, 'upload'>, chance: Chance) {
  const { bytes, ...measures } = takePicture(chance);
  const file = new Blob([new Uint8Array(bytes)], { type: 'image/png' });
  const { url, size, name } = await phone.upload(uploadFile, file, 'photo.png');
  return { url, size, name, ...measures };
}
