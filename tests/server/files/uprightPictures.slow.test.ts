import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from '../../../server/files/examine.ts';
import { endBrowser, openBrowser } from '../../support/browser.ts';
import { bytes, chunk, le32, segment, webpOf, webpPart } from '../../support/pictureBytes.ts';
import { exifOf } from '../../support/pictureExif.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
}, 60_000);
afterAll(() => endBrowser(browser));

/** A picture of 60 × 40 whose four quarters have colours of their own. */
async function drawn(type: string): Promise<Buffer> {
  const address = await page.evaluate((wanted) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
    const context = canvas.getContext('2d');
    for (const [at, colour] of ['#e00', '#0a0', '#00e', '#ee0'].entries()) {
      if (!context) throw new Error('nothing to draw on');
      context.fillStyle = colour;
      context.fillRect((at % 2) * 30, at < 2 ? 0 : 20, 30, 20);
    }
    return canvas.toDataURL(wanted, 0.95);
  }, type);
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/** The size of a picture as the browser shows it, and the colours of its corners. */
const shown = (type: string, content: Buffer) =>
  page.evaluate(
    async (address) => {
      const image = Object.assign(new Image(), { src: address });
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
      context?.drawImage(image, 0, 0);
      const corners = [
        [5, 5],
        [width - 5, 5],
        [5, height - 5],
        [width - 5, height - 5],
      ];
      const round = (value: number) => Math.round(value / 32);
      const colourAt = ([x = 0, y = 0]: number[]) =>
        [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3).map(round).join();
      return { width, height, corners: corners.map(colourAt) };
    },
    `data:${type};base64,${content.toString('base64')}`,
  );

const withExif: Record<string, (picture: Buffer, exif: Buffer) => Buffer> = {
  'image/jpeg': (picture, exif) =>
    bytes(picture.subarray(0, 2), segment(0xe1, bytes('Exif\0\0', exif)), picture.subarray(2)),
  'image/png': (picture, exif) =>
    bytes(picture.subarray(0, 33), chunk('eXIf', exif.toString('latin1')), picture.subarray(33)),
  'image/webp': (picture, exif) => {
    const isExtended = picture.toString('latin1', 12, 16) === 'VP8X';
    const head = isExtended
      ? Buffer.from(picture.subarray(12, 30))
      : bytes('VP8X', le32(10), [0, 0, 0, 0, 59, 0, 0, 39, 0, 0]);
    head[8] = (head[8] ?? 0) | 0x08;
    return webpOf(head, picture.subarray(isExtended ? 30 : 12), webpPart('EXIF', exif));
  },
};

const [red, green, blue, yellow] = ['7,0,0', '0,5,0', '0,0,7', '7,7,0'];
/** Which quarters are at the corners of the upright picture, by the orientation that the camera wrote. */
const cornersOf: Record<number, (string | undefined)[]> = {
  1: [red, green, blue, yellow],
  2: [green, red, yellow, blue],
  3: [yellow, blue, green, red],
  4: [blue, yellow, red, green],
  5: [red, blue, green, yellow],
  6: [blue, red, yellow, green],
  7: [yellow, green, blue, red],
  8: [green, yellow, red, blue],
};

const rules = [
  ['image/jpeg', 'upright'],
  ['image/png', 'upright'],
  // Chromium ignores how a WebP was held, other browsers do not, so it is stored without.
  ['image/webp', 'as they are stored'],
] as const;

test.each(rules)('%s pictures show %s, in the size that the platform says', async (type, rule) => {
  const plain = await drawn(type);
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const before = withExif[type]?.(plain, exifOf(orientation)) ?? plain;
    const examined = examine(before, 'a.jpg');
    if (typeof examined === 'string') throw new Error(examined);
    const after = await shown(type, Buffer.from(examined.cleaned ?? before));
    expect({ orientation, ...after }).toEqual({
      orientation,
      ...examined.pixels,
      corners: cornersOf[rule === 'upright' ? orientation : 1],
    });
  }
});
