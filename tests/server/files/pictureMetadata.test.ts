import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { type Examined, examine } from '../../../server/files/examine.ts';
import { orientationIn } from '../../../server/files/orientation.ts';
import {
  animation,
  blocks,
  bytes,
  chunk,
  comment,
  gifWith,
  jpegWith,
  le32,
  noise,
  png,
  pngWith,
  segment,
  vp8,
  webpOf,
  webpPart,
} from '../../support/pictureBytes.ts';
import { exifOf, place } from '../../support/pictureExif.ts';

function examined(content: Buffer, name = 'photo.jpg'): Examined & { stored: Buffer } {
  const result = examine(content, name);
  if (typeof result === 'string') throw new Error(result);
  return { ...result, stored: Buffer.from(result.cleaned ?? content) };
}
const sizeOf = ({ pixels }: Examined) => [pixels?.width, pixels?.height];
const says = (content: Buffer, text = place) => content.includes(text, 0, 'latin1');

const tallJpeg = (extra: Buffer) => {
  const picture = jpegWith(extra);
  const frameAt = picture.indexOf(Buffer.from([0xff, 0xc0, 0, 11]));
  picture.writeUInt16BE(40, frameAt + 7);
  return picture;
};
const exifSegment = (orientation: number) => segment(0xe1, bytes('Exif\0\0', exifOf(orientation)));
const extended = (flags: number) => bytes('VP8X', le32(10), [flags, 0, 0, 0, 39, 0, 0, 99, 0, 0]);
const extendedWebp = (exif: Buffer, ...others: Buffer[]) =>
  webpOf(extended(0x0c), vp8, webpPart('EXIF', exif), webpPart('XMP ', bytes(place)), ...others);
const tallPng = (exif: Buffer) => {
  const picture = PNG.sync.write(new PNG({ width: 40, height: 100 }));
  return bytes(picture.subarray(0, -12), chunk('eXIf', exif.toString('latin1')), picture.subarray(-12));
};

const all = [1, 2, 3, 4, 5, 6, 7, 8];
test.each(all.flatMap((orientation) => [false, true].map((little) => [orientation, little] as const)))(
  'pictures held as %i (little-endian: %s) are measured upright and keep nothing else of the camera',
  (orientation, little) => {
    const exif = exifOf(orientation, little);
    const upright = orientation >= 5 ? [100, 40] : [40, 100];
    const jpeg = examined(tallJpeg(segment(0xe1, bytes('Exif\0\0', exif))));
    const drawn = examined(tallPng(exif), 'a.png');
    expect([jpeg, drawn].map(sizeOf)).toEqual([upright, upright]);
    for (const { stored } of [jpeg, drawn]) expect(says(stored)).toBe(false);
    const kept = [
      jpeg.stored.subarray(jpeg.stored.indexOf('Exif\0\0', 0, 'latin1')),
      drawn.stored.subarray(drawn.stored.indexOf('eXIf', 0, 'latin1') + 4),
    ];
    if (orientation > 1) expect(kept.map(orientationIn)).toEqual([orientation, orientation]);
    else for (const { stored } of [jpeg, drawn]) expect(/exif/i.test(stored.toString('latin1'))).toBe(false);
  },
);

test.each(all)(
  'a WebP held as %i is stored in its own shape, without the note that some browsers ignore',
  (orientation) => {
    const exif = exifOf(orientation);
    for (const [content, name] of [
      [extendedWebp(exif), 'a.webp'],
      [extendedWebp(bytes('Exif\0\0', exif)), 'a.jpg'],
    ] as const) {
      const taken = examined(content, name);
      expect(sizeOf(taken)).toEqual([40, 100]);
      expect(taken.stored.equals(webpOf(extended(0), vp8))).toBe(true);
    }
  },
);

test('a JPEG keeps its picture and colours, and loses texts, places, previews and pictures behind it', () => {
  const profile = segment(0xe2, bytes('ICC_PROFILE\0', [1, 1], noise(300)));
  const adobe = segment(0xee, bytes('Adobe', [0, 100, 0, 0, 0, 0, 1]));
  const told = [
    exifSegment(1),
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${place}</x:xmpmeta>`),
    segment(0xe2, `MPF\0${place}`),
    segment(0xed, `Photoshop 3.0\x008BIM${place}`),
    segment(0xfe, place),
    segment(0xe0, `JFXX\0${place}`),
    segment(0xe5, place),
  ];
  const whole = bytes(jpegWith(bytes(...told, profile, adobe)), jpegWith(exifSegment(1)), `${place}SEFT`);
  const { stored, pixels, size } = examined(whole);
  expect(stored.equals(jpegWith(bytes(profile, adobe)))).toBe(true);
  expect([pixels, size]).toEqual([{ width: 100, height: 100 }, stored.length]);
});

test('a PNG keeps its pixels and colours, and loses texts, times and private parts', () => {
  const told = ['tEXt', 'iTXt', 'zTXt', 'tIME', 'prVt'].map((type) => chunk(type, `Comment\0${place}`));
  const colours = chunk('gAMA', '\0\0\xb1\x8f');
  const { stored } = examined(bytes(pngWith(bytes(...told, colours)), Buffer.alloc(9)), 'a.png');
  expect(stored.equals(pngWith(colours))).toBe(true);
  const read = PNG.sync.read(examined(pngWith(bytes(...told)), 'a.png').stored).data;
  expect(read.equals(PNG.sync.read(png).data)).toBe(true);
});

test('a GIF keeps its frames, times and loop, and loses comments and what applications wrote', () => {
  const loop = bytes([0x21, 0xff, 11], 'NETSCAPE2.0', [3, 1, 0, 0, 0]);
  const timing = bytes([0x21, 0xf9, 4, 0, 9, 0, 0, 0]);
  const told = bytes(
    comment(place),
    [0x21, 0xff, 11],
    'XMP DataXMP',
    blocks(place),
    [0x21, 1, 12],
    noise(12),
    blocks(place),
  );
  const { stored } = examined(gifWith(bytes(told, loop, timing)), 'a.gif');
  expect(stored.equals(gifWith(bytes(loop, timing)))).toBe(true);
  const longLoop = bytes([0x21, 0xff, 11], 'NETSCAPE2.0', blocks(place));
  expect(says(examined(gifWith(longLoop), 'a.gif').stored)).toBe(false);
});

test('a WebP keeps its frames, colours and transparency, and loses what else was written', () => {
  const profile = webpPart('ICCP', noise(300));
  const picture = webpOf(extended(0x20), profile, vp8);
  const told = webpOf(
    extended(0x2c),
    profile,
    vp8,
    webpPart('EXIF', exifOf(1)),
    webpPart('XMP ', bytes(place)),
    webpPart('abcd', bytes(place)),
  );
  expect(examined(told, 'a.webp').stored.equals(picture)).toBe(true);
  const inFrame = webpOf(extended(2), animation(bytes(vp8, webpPart('abcd', bytes(place)))));
  const { stored } = examined(inFrame, 'a.webp');
  expect([says(stored), stored.length]).toEqual([false, inFrame.length]);
});

test('what a picture is, is decided by its bytes: a JPEG named as a GIF loses its position as well', () => {
  const { kind, stored, pixels } = examined(tallJpeg(exifSegment(6)), 'holiday.gif');
  expect([kind.type, pixels, says(stored)]).toEqual(['image/jpeg', { width: 100, height: 40 }, false]);
});

test('a picture without metadata is stored as it came', () => {
  for (const [picture, name] of [
    [jpegWith(), 'a.jpg'],
    [png, 'a.png'],
    [gifWith(), 'a.gif'],
    [webpOf(vp8), 'a.webp'],
  ] as const)
    expect(examine(picture, name)).toMatchObject({ cleaned: null });
});
