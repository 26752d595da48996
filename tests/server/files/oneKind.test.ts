import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileStore, type FileStore } from '../../../server/files/fileStore.ts';
import { createFolderStorage } from '../../../server/files/folderStorage.ts';
import {
  animation,
  be32,
  blocks,
  bytes,
  chunk,
  comment,
  compressed,
  frame,
  gifWith,
  jpegWith,
  le16,
  le32,
  noise,
  png,
  pngWith,
  scan,
  segment,
  smallCanvas,
  vp8,
  webpOf,
  webpWith,
} from '../../support/pictureBytes.ts';

let folder: string;
let store: FileStore;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cloudroom-files-'));
  const incoming = join(folder, 'incoming');
  store = createFileStore(createFolderStorage(folder, incoming), incoming);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
/** Null when the file is stored, otherwise why it is refused. */
async function refusalOf(content: Buffer): Promise<string | null> {
  const part = join(folder, 'incoming', String(++files));
  writeFileSync(part, content);
  const saved = await store.adopt(part, 'file', 'ann');
  return typeof saved === 'string' ? saved : null;
}

const longPdf = (inside = '') =>
  bytes(
    '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Length 40000>>\nstream\n',
    noise(40_000),
    '\nendstream\n',
    inside,
    '\nxref\nstartxref\n9\n%%EOF\n',
  );

const wav = (inside: string | Buffer = '') => bytes('RIFF', [0, 0, 0, 0], 'WAVEfmt ', noise(50_000), inside);

const name = 'hello.txt';
const zip = (words = 'x') => {
  const local = bytes(
    'PK\x03\x04',
    le16(20),
    le16(0),
    le16(0),
    le32(0),
    le32(0),
    le32(words.length),
    le32(words.length),
    le16(name.length),
    le16(0),
    name,
    words,
  );
  const central = bytes(
    'PK\x01\x02',
    le16(20),
    le16(20),
    le16(0),
    le16(0),
    le32(0),
    le32(0),
    le32(words.length),
    le32(words.length),
    le16(name.length),
    ...[0, 0, 0, 0].map(le16),
    le32(0),
    le32(0),
    name,
  );
  return bytes(
    local,
    central,
    'PK\x05\x06',
    le16(0),
    le16(0),
    le16(1),
    le16(1),
    le32(central.length),
    le32(local.length),
    le16(0),
  );
};
/** The same archive with false fields that ZIP readers ignore, because they use its directory. */
function disguisedZip(behind = '') {
  const archive = zip();
  archive.writeUInt16LE(0xffff, 4);
  archive.writeUInt16LE(0xffff, archive.length - 2);
  return bytes(archive, behind).toString('latin1');
}
/** The header of a TAR archive whose first file name imitates a picture. */
const tarInPng = () => {
  const content = Buffer.alloc(1_000, 0);
  content.write('ustar', 257 - 41, 'latin1');
  return bytes(png.subarray(0, 33), chunk('prVt', content.toString('latin1')), png.subarray(33));
};
const page = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>';

test.each([
  ['a PNG', png],
  ['a PNG with a description', pngWith(chunk('tEXt', 'Comment\0Photo <taken> at home, 5 < 6, PK, %PDF'))],
  ['a JPEG', jpegWith()],
  [
    'a JPEG with XMP',
    jpegWith(segment(0xe1, '<?xpacket begin?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>')),
  ],
  ['a JPEG with a smaller version of it behind it', bytes(jpegWith(), jpegWith())],
  [
    'a JPEG with a camera’s notes behind it',
    bytes(jpegWith(), 'Image_UTC_Data1700000000000SEFH\x6b\0\0\0\x01\0\0\0SEFT'),
  ],
  ['a JPEG that breaks off', jpegWith().subarray(0, 100_000)],
  ['a padded JPEG', bytes(jpegWith(), Buffer.alloc(500))],
  ['a GIF', gifWith(comment('Made with love'))],
  ['a WebP', webpWith()],
  ['a PDF', longPdf()],
  ['a PDF that was saved again', bytes(longPdf(), '2 0 obj\n<<>>\nendobj\nstartxref\n90\n%%EOF\r\n')],
  [
    'a PDF with a note in rich text',
    longPdf('/RC(<?xml version="1.0"?><body xmlns="http://www.w3.org/1999/xhtml"><p>x</p></body>)'),
  ],
  ['a sound', wav()],
])('%s is kept', async (_, content) => {
  expect(await refusalOf(content)).toBeNull();
});

const huge = [0xea, 0x60, 0xea, 0x60];
const hugeFrame = segment(0xc0, bytes([8], huge, [1, 1, 0x11, 0]));
const hugeStill = bytes('VP8L', le32(2_006), [0x2f, 0xff, 0xff, 0xff, 0x0f, 0], noise(2_000));
test.each([
  ['a JPEG', bytes([0xff, 0xd8], hugeFrame, scan, [0xff, 0xd9])],
  [
    'a JPEG whose fill bytes hide its frame from who reads them as a part',
    bytes([0xff, 0xd8, 0xff], hugeFrame, frame, scan, [0xff, 0xd9]),
  ],
  ['a JPEG with a second frame', bytes([0xff, 0xd8], frame, hugeFrame, scan, [0xff, 0xd9])],
  ['a JPEG with a larger one behind it', bytes(jpegWith(), [0xff, 0xd8], hugeFrame, scan, [0xff, 0xd9])],
  ['a GIF', gifWith(bytes(), ['\x60\xea', '\x60\xea'])],
  ['a GIF whose frame is larger than its screen', gifWith(bytes([0x2c, 0, 0, 0, 0], huge, [0, 2], blocks(noise(20))))],
  ['a WebP', webpOf(hugeStill)],
  ['a WebP whose picture is larger than its canvas', webpOf(smallCanvas, hugeStill)],
  ['a WebP with a larger frame', webpOf(smallCanvas, animation(vp8, [0x60, 0xea, 0]))],
  ['a WebP with a larger picture in its frame', webpOf(smallCanvas, animation(hugeStill))],
])('%s of more pixels than allowed is refused, whatever size it declares first', async (_, content) => {
  expect(await refusalOf(content)).toBe('tooManyPixels');
});

test.each([
  ['a JPEG whose height comes later', jpegWith(segment(0xdc, bytes([0xea, 0x60])))],
  ['a JPEG with a mark that some read as a part', jpegWith(bytes([0xff, 0xd0]))],
  [
    'a PNG whose header is not its first part',
    bytes(png.subarray(0, 8), chunk('tEXt', `${'\0\0\0\x10'.repeat(2)}`), png.subarray(8)),
  ],
  ['a PNG with a second header', pngWith(png.subarray(8, 33))],
  ['a WebP with a frame in a frame', webpOf(smallCanvas, animation(animation(vp8)))],
  ['a WebP with a part longer than the file', webpOf(bytes('VP8L', le32(9_000_000), vp8.subarray(8)))],
])('%s is refused', async (_, content) => {
  expect(await refusalOf(content)).toBe('typeRefused');
});

test('large pictures of noise are stored, because no mark matches by chance', async () => {
  for (const seed of [3, 5, 7])
    expect(
      await refusalOf(
        bytes(
          [0xff, 0xd8],
          frame,
          segment(0xda, bytes([1, 1, 0, 0, 63, 0])),
          compressed(4_000_000, seed),
          [0xff, 0xd9],
        ),
      ),
    ).toBeNull();
});

test.each([
  ['a PNG with a page behind it', bytes(png, page)],
  [
    'a PNG with a script in a description',
    pngWith(chunk('tEXt', `Comment\0${' '.repeat(5_000)}<script>alert(1)</script>`)),
  ],
  ['a PNG with an archive behind it', bytes(png, zip())],
  ['a PNG with an archive in a chunk', pngWith(chunk('prVt', zip().toString('latin1')))],
  ['a PNG with a disguised archive in a chunk', pngWith(chunk('prVt', disguisedZip()))],
  ['a PNG that is a TAR archive', tarInPng()],
  ['a PNG with words behind it', bytes(png, 'words')],
  ['a JPEG with a page in a comment', jpegWith(segment(0xfe, `${' '.repeat(9_000)}${page}`))],
  ['a JPEG with a page behind it', bytes(jpegWith(), page)],
  ['a JPEG with an archive behind it', bytes(jpegWith(), zip())],
  ['a JPEG with a document behind it', bytes(jpegWith(), longPdf())],
  ['a JPEG with a film behind it', bytes(jpegWith(), be32(24), 'ftypmp42', noise(5_000))],
  ['a JPEG with a document in a comment', jpegWith(segment(0xfe, bytes(' '.repeat(2_000), '%PDF-1.4 1 0 obj')))],
  ['a JPEG that is a script', bytes([0xff, 0xd8, 0xff, 0xe0, 0x2f, 0x2a], noise(12_072), frame, scan, [0xff, 0xd9])],
  ['a GIF with a page in a comment', gifWith(comment(`${' '.repeat(3_000)}${page}`))],
  ['a GIF with a page behind it', bytes(gifWith(), page)],
  ['a GIF with an archive behind it', bytes(gifWith(), zip())],
  ['a GIF that is a script', gifWith(comment('*/=1;alert(1)//'), ['=\t', '/*'])],
  ['a WebP with a page behind it', webpWith(page)],
  ['a WebP with an archive behind it', webpWith(zip().toString('latin1'))],
  ['a document with an archive behind it', bytes(longPdf(), zip())],
  ['a document with an archive in it', longPdf(zip().toString('latin1'))],
  ['a document with a disguised archive in it', longPdf(disguisedZip())],
  ['a document with a disguised archive and a second end of its directory in it', longPdf(disguisedZip('PK\x05\x06'))],
  ['a document with a page in it', longPdf(page)],
  ['a document with a page behind it', bytes(longPdf(), page)],
  ['a document with much behind its end', bytes(longPdf(), noise(3_000))],
  ['a document with a RAR archive in it', longPdf('Rar!\x1a\x07\x01\0')],
  ['a sound with an archive in it', wav(zip())],
  ['a sound with a disguised archive in it', wav(disguisedZip())],
  ['a sound with a page in it', wav(page)],
  ['a sound with a document in it', wav(longPdf())],
  ['a PNG that breaks off', png.subarray(0, 5_000)],
  [
    'a picture with a script across the border of two chunks',
    bytes(
      [0xff, 0xd8],
      frame,
      ...Array.from({ length: 3 }, () => segment(0xfe, Buffer.alloc(65_530))),
      segment(0xfe, Buffer.alloc(262_144 - 23 - 3 * 65_534 - 7)),
      segment(0xfe, '<script>'),
      scan,
    ),
  ],
])('%s is refused', async (_, content) => {
  expect(await refusalOf(content)).toBe('typeRefused');
});

test('a GIF of countless tiny blocks is refused', async () => {
  const tiny = Buffer.alloc(1_200_000, '\x01A', 'latin1');
  expect(await refusalOf(bytes('GIF89a\x10\0\x10\0', [0, 0, 0], [0x21, 0xfe], tiny, [0], ';'))).toBe('typeRefused');
}, 10_000);

const pageObjects = (count: number) => Array.from({ length: count }, () => '<</Type/Page/Parent 1 0 R>>').join('\n');
const objectStream = (content: Buffer) =>
  bytes('5 0 obj\n<</Type/ObjStm/Filter/FlateDecode>>\nstream\r\n', deflateSync(content), '\nendstream\n');
test('documents with a long run of blanks before their end are checked', async () => {
  const padded = bytes('%PDF-1.7\n', ' '.repeat(200_000), '\nstartxref\n9\n%%EOF\n');
  for (let n = 0; n < 6; n += 1) expect(await refusalOf(padded)).toBeNull();
});

const documentOf = (...parts: (string | Buffer)[]) => bytes('%PDF-1.7\n', ...parts, '\nstartxref\n9\n%%EOF\n');

test.each([
  ['three hundred pages', documentOf(pageObjects(300)), null],
  ['three hundred and one pages', documentOf(pageObjects(301)), 'tooManyPages'],
  ['many compressed pages', documentOf(objectStream(Buffer.from(pageObjects(301)))), 'tooManyPages'],
  [
    'pages in two compressed streams',
    documentOf(...[1, 2].map(() => objectStream(Buffer.from(pageObjects(151))))),
    'tooManyPages',
  ],
  ['a page tree that counts many', documentOf('<</Type/Pages/Kids[3 0 R]/Count 90000>>'), 'tooManyPages'],
  ['many bookmarks', documentOf('<</Type/Outlines/Count 90000>>', pageObjects(2)), null],
  ['objects that inflate without end', documentOf(objectStream(Buffer.alloc(64 * 1024 * 1024))), 'notCheckable'],
  ['a broken compressed stream', documentOf('<</Type/ObjStm>>stream\nnothing\nendstream', pageObjects(1)), null],
])('a document with %s', async (_, content, refused) => {
  expect(await refusalOf(content)).toBe(refused);
});
