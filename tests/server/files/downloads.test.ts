import { beforeAll, expect, test } from 'vitest';
import { filesSuite, png } from '../../support/filesSuite.ts';
import type { ServedPlatform } from '../../support/servedPlatform.ts';

let platform: ServedPlatform;
const { upload } = filesSuite((opened) => {
  platform = opened;
});

const picture = png(300, 200);
let url = '';
beforeAll(async () => {
  url = (await upload(picture)).data.url;
});
const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  platform.app.inject({ method, url, headers });

test.each([
  ['bytes=0-3', 0, 3],
  ['bytes=10-', 10, picture.length - 1],
  ['bytes=-5', picture.length - 5, picture.length - 1],
  ['bytes=2-9999999', 2, picture.length - 1],
])('the range %s of a file is answered alone', async (range, from, to) => {
  const reply = await get({ range });
  expect(reply.statusCode).toBe(206);
  expect(reply.headers['content-range']).toBe(`bytes ${from}-${to}/${picture.length}`);
  expect(reply.rawPayload.equals(picture.subarray(from, to + 1))).toBe(true);
});

test.each(['bytes=3-1', 'bytes=-', 'bytes=0-1,4-5', 'lines=1-2'])(
  '%s is no single range, so the whole file is sent',
  async (range) => {
    const reply = await get({ range });
    expect([reply.statusCode, reply.headers['content-length']]).toEqual([200, String(picture.length)]);
    expect(reply.rawPayload.equals(picture)).toBe(true);
  },
);

test('a range that begins beyond the end is answered as such, with the size', async () => {
  const reply = await get({ range: `bytes=${picture.length}-` });
  expect([reply.statusCode, reply.payload, reply.headers['content-range']]).toEqual([
    416,
    '',
    `bytes */${picture.length}`,
  ]);
});

test('a browser that has the file gets it only once it has changed', async () => {
  const { etag = '', 'last-modified': modified = '' } = (await get()).headers as Record<string, string>;
  for (const headers of [
    { 'if-none-match': etag },
    { 'if-none-match': `"other", ${etag}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': modified },
  ] as Record<string, string>[]) {
    const reply = await get(headers);
    expect([reply.statusCode, reply.payload, reply.headers['cache-control']]).toEqual([304, '', 'private, no-cache']);
  }
  expect((await get({ 'if-none-match': '"other"', 'if-modified-since': modified })).statusCode).toBe(200);
  expect((await get({ 'if-modified-since': new Date(0).toUTCString() })).statusCode).toBe(200);
});

test('a range continues only the version that it began with', async () => {
  const { etag = '', 'last-modified': modified = '' } = (await get()).headers as Record<string, string>;
  expect((await get({ range: 'bytes=4-', 'if-range': modified })).statusCode).toBe(206);
  expect((await get({ range: 'bytes=4-', 'if-range': etag })).statusCode).toBe(206);
  expect((await get({ range: 'bytes=4-', 'if-range': '"other"' })).statusCode).toBe(200);
});

test('the size of a file is known without its content', async () => {
  const reply = await get({}, 'HEAD');
  expect([reply.statusCode, reply.payload, reply.headers['content-length']]).toEqual([200, '', String(picture.length)]);
});
