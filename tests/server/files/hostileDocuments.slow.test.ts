import { deflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { examine } from '../../../server/files/examine.ts';

const size = 16 * 1024 * 1024;
const head = '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n';
const tail = '\nstartxref\n9\n%%EOF\n';

/** A document of the largest accepted size that consists of one pattern. */
const filled = (part: string | Buffer): Buffer => {
  const piece = Buffer.from(part as string, 'latin1');
  const most = Math.floor((size - head.length - tail.length) / piece.length);
  return Buffer.concat([Buffer.from(head), Buffer.alloc(most * piece.length, piece), Buffer.from(tail)]);
};

const stream = (content: Buffer) =>
  Buffer.concat([
    Buffer.from('7 0 obj\n<</N 1/First 30000000/Filter/FlateDecode>>\nstream\r\n'),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
const bomb = (text: string) =>
  Buffer.concat([Buffer.from(head), stream(deflateSync(Buffer.alloc(31 * 1024 * 1024, text))), Buffer.from(tail)]);

const hostile: readonly (readonly [string, () => Buffer])[] = [
  ...[
    '<<',
    '<<>>',
    '>>',
    '1 0 obj<<',
    '1 0 obj<<[[[[[[[[',
    '1 0 obj<<>>',
    'obj<<<<<<<<<<<<<<<<',
    'obj(',
    'obj<<(',
    'obj<</a(((((((((((((((((((',
    '1 0 obj%',
    '[',
    '] ',
    '> ',
    '1 ',
    '12 0 obj[',
    '12 0 obj%',
    '/OpenAction 12 0 R 12 0 obj[',
    '/OpenAction 12 0 R 12 0 obj%\n',
    '/OpenAction%',
    '/AA%\n',
    '/AA<<',
    '/AA<</S/GoTo>>',
    '#41#41#2f',
    '#',
    '/Type/Pages',
    '/Type',
    '/Count 1',
    'stream\n',
    'endstream',
    '0000000012 ',
    '<!doctype ',
    'PK\x03\x04',
  ].map((text) => [JSON.stringify(text), () => filled(text)] as const),
  ...['/A/B', '1 2 ', '[]', '/A[] '].map(
    (text) =>
      [
        `${text} in one dictionary`,
        () =>
          Buffer.concat([Buffer.from(`${head}1 0 obj<<`), Buffer.alloc(size - 200, text), Buffer.from(`>>${tail}`)]),
      ] as const,
  ),
  ['empty streams of objects', () => filled(stream(deflateSync(Buffer.alloc(0))))],
  ['streams of objects without a filter', () => filled('1 0 obj<</N 1/First 9>>stream\n11 0 ')],
  ['a long list of compressed objects', () => bomb('1 1 ')],
  ['a compressed run of brackets', () => bomb('<<')],
  ['compressed automatic actions', () => bomb('/AA%/AA%/AA%\n')],
  ['many small streams of automatic actions', () => filled(stream(deflateSync(Buffer.from('/AA%'.repeat(4_000)))))],
];

function workOf(content: Buffer): number {
  const started = process.cpuUsage();
  examine(content, 'a.pdf');
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

let harmless: number;
beforeAll(() => {
  harmless = Math.max(50, workOf(filled(' ')));
});

test.each(hostile)('16 MB of %s cost no more than a few times the work of as many blanks', (_, make) => {
  expect(workOf(make())).toBeLessThan(24 * harmless);
});
