import { PNG } from 'pngjs';

export const bytes = (...parts: (string | Buffer | number[])[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Array.isArray(part) ? Buffer.from(part) : part,
    ),
  );
export const be32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
export const le16 = (value: number) => [value & 255, value >> 8];
export const le32 = (value: number) => [...le16(value & 0xffff), ...le16(value >>> 16)];

export const noise = (length: number, seed = 1) => {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    }),
  );
};

/** Picture data without markers. */
export const compressed = (length: number, seed = 1) =>
  Buffer.from(noise(length, seed).map((byte) => (byte === 0xff ? 0xfe : byte)));

function noisyPng(side: number) {
  const picture = new PNG({ width: side, height: side });
  noise(side * side * 4).copy(picture.data);
  return PNG.sync.write(picture);
}
export const chunk = (type: string, data: string) => bytes(be32(data.length), type, data, [0, 0, 0, 0]);
export const png = noisyPng(200);
export const pngWith = (extra: Buffer) => bytes(png.subarray(0, -12), extra, png.subarray(-12));

export const segment = (marker: number, data: string | Buffer) => {
  const content = bytes(data);
  return bytes([0xff, marker, ...be32(content.length + 2).slice(2)], content);
};
export const frame = segment(0xc0, bytes([8, 0, 100, 0, 100, 1, 1, 0x11, 0]));
export const scan = bytes(segment(0xda, bytes([1, 1, 0, 0, 63, 0])), compressed(300_000), [0xff, 0, 0xff, 0xd0, 1]);
export const jpegWith = (extra: Buffer = bytes()) =>
  bytes([0xff, 0xd8], segment(0xe0, bytes('JFIF\0', [1, 2, 0, 0, 1, 0, 1, 0, 0])), extra, frame, scan, [0xff, 0xd9]);

export const blocks = (data: string | Buffer) => {
  const content = bytes(data);
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length; at += 255) {
    const part = content.subarray(at, at + 255);
    parts.push(bytes([part.length], part));
  }
  return bytes(...parts, [0]);
};
export const gifWith = (extra: Buffer = bytes(), [width, height] = ['\x10\0', '\x10\0']) =>
  bytes(
    'GIF89a',
    width ?? '',
    height ?? '',
    [0x80, 0, 0],
    [0, 0, 0, 9, 9, 9],
    extra,
    [0x2c, 0, 0, 0, 0, 16, 0, 16, 0, 0, 2],
    blocks(noise(2_000)),
    ';',
  );
export const comment = (text: string) => bytes([0x21, 0xfe], blocks(text));

export const vp8 = bytes('VP8L', le32(2_006), [0x2f, 0x0f, 0xc0, 0x03, 0, 0], noise(2_000));
export const webpWith = (extra = '') => bytes('RIFF', le32(4 + vp8.length), 'WEBP', vp8, extra);

export const webpOf = (...parts: Buffer[]) => {
  const content = bytes('WEBP', ...parts);
  return bytes('RIFF', le32(content.length), content);
};
export const smallCanvas = bytes('VP8X', le32(10), [2, 0, 0, 0, 15, 0, 0, 15, 0, 0]);
export const animation = (part: Buffer, side: number[] = [15, 0, 0]) => {
  const content = bytes([0, 0, 0, 0, 0, 0], side, side, [1, 0, 0, 0], part);
  return bytes('ANMF', le32(content.length), content);
};
/** A part of a WebP; each has an even length. */
export const webpPart = (type: string, content: Buffer) =>
  bytes(type, le32(content.length), content, content.length % 2 === 0 ? [] : [0]);
