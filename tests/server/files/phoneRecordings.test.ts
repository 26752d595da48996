import { expect, test } from 'vitest';
import { examine } from '../../../server/files/examine.ts';
import { refusals } from '../../../server/files/refusals.ts';
import { refusalEnvelope } from '../../../server/http/envelope.ts';
import { be32, bytes, noise } from '../../support/pictureBytes.ts';

const box = (type: string, ...content: (string | Buffer | number[])[]) => {
  const body = bytes(...content);
  return bytes(be32(8 + body.length), type, body);
};
const handler = (kind: string) => box('hdlr', be32(0), be32(0), kind);
const samples = (codec: string) => box('minf', box('stbl', box('stsd', be32(0), be32(1), box(codec, noise(20)))));
const track = (kind: string, codec: string) => box('trak', box('mdia', handler(kind), samples(codec)));
/** A recording as phones write it: what it is stands behind its sound. */
const recording = (brand: string, ...tracks: Buffer[]) =>
  bytes(box('ftyp', brand, be32(0)), box('mdat', noise(300_000)), box('moov', ...tracks));
const place = '+52.5200+013.4050/';

const kindOf = (content: Buffer, name: string) => {
  const examined = examine(content, name);
  return typeof examined === 'string' ? examined : examined.kind.type;
};

test.each([
  ['an Android recording', recording('mp42', track('soun', 'mp4a')), 'a.m4a', 'audio/mp4'],
  ['an iPhone’s voice memo', recording('M4A ', track('soun', 'mp4a')), 'a.m4a', 'audio/mp4'],
  ['a film', recording('qt  ', track('vide', 'hvc1'), track('soun', 'mp4a')), 'a.mov', 'video/mp4'],
  ['an AAC stream', bytes([0xff, 0xf1, 0x50, 0x80], noise(500)), 'a.aac', 'audio/aac'],
  ['an AAC stream with another name', bytes([0xff, 0xf9, 0x50, 0x80], noise(500)), 'a.mp3', 'audio/aac'],
])('%s is taken for what its bytes say', (_, content, name, type) => {
  expect(kindOf(content, name)).toBe(type);
});

test.each([
  ['AMR', bytes('#!AMR\n', noise(500)), 'a.amr'],
  ['AMR with a name of sound', bytes('#!AMR-WB\n', noise(500)), 'a.mp3'],
  ['AMR in 3GP', recording('3gp4', track('soun', 'samr')), 'a.3gp'],
  ['CAF', bytes('caff', [0, 1, 0, 0], noise(500)), 'Audio Message.caf'],
  ['SILK', bytes([2], '#!SILK_V3', noise(500)), 'msg.silk'],
  ['lossless sound', recording('M4A ', track('soun', 'alac')), 'a.m4a'],
])('a recording in %s is refused with words that say what to do', (_, content, name) => {
  expect(kindOf(content, name)).toBe('voiceForm');
});

test.each(['heic', 'heix', 'mif1', 'msf1', 'hevc', 'avif'])(
  'a photo of the brand %s is refused with words that say what to do, whatever it is named',
  (brand) => {
    const photo = bytes(box('ftyp', brand, be32(0)), box('meta', handler('pict')), noise(500));
    for (const name of ['IMG_1.HEIC', 'IMG_1.jpg', 'IMG_1.mp4', 'file']) expect(kindOf(photo, name)).toBe('photoForm');
  },
);

test('the refusals name the file and a way out in both languages', () => {
  const words = (flaw: 'photoForm' | 'voiceForm', language: 'en' | 'zh-CN') =>
    refusalEnvelope(refusals[flaw]('IMG_1.HEIC'), language).msg;
  expect(words('photoForm', 'en')).toMatch(/“IMG_1.HEIC”.*JPEG.*Most Compatible/);
  expect(words('photoForm', 'zh-CN')).toMatch(/“IMG_1.HEIC”.*JPEG.*兼容性最佳/);
  expect(words('voiceForm', 'en')).toMatch(/“IMG_1.HEIC”.*M4A or MP3/);
  expect(words('voiceForm', 'zh-CN')).toMatch(/“IMG_1.HEIC”.*M4A 或 MP3/);
});

test('a recording loses where it was made, and every place in it stays', () => {
  const told = [box('udta', box('©xyz', [0, 18, 0, 0], place)), box('meta', handler('mdta'), place)];
  const content = recording('mp42', track('soun', 'mp4a'), ...told);
  const examined = examine(content, 'a.m4a');
  if (typeof examined === 'string') throw new Error(examined);
  const stored = Buffer.from(examined.cleaned ?? content);
  expect([stored.includes(place), stored.length]).toEqual([false, content.length]);
  expect(stored.indexOf('mdia')).toBe(content.indexOf('mdia'));
  expect(kindOf(stored, 'a.m4a')).toBe('audio/mp4');
});

test.each(['moov', 'trak'])('boxes of %s within each other without end are read in bounded time', (type) => {
  const count = 200_000;
  const boxes = Array.from({ length: count }, (_, n) => bytes(be32(8 * (count - n)), type));
  const content = bytes(box('ftyp', 'mp42', be32(0)), Buffer.concat(boxes));
  expect(kindOf(content, 'a.m4a')).toBe('typeRefused');
});
