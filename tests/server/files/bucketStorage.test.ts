import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { createFileStore } from '../../../server/files/fileStore.ts';
import { createPartialUploads } from '../../../server/files/partialUploads.ts';
import { openStorage } from '../../../server/files/storage.ts';
import { StartFailure } from '../../../server/startFailure.ts';
import { pdf, png, suiteOn } from '../../support/filesSuite.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

let folder: string;
let server: S3rver;
let address: string;
let platform: ServedPlatform;
let files: ReturnType<typeof suiteOn>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cloudroom-bucket-'));
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'files' }],
  });
  const { port } = await server.run();
  address = `http://S3RVER:S3RVER@127.0.0.1:${port}/files`;
  platform = await openServedPlatform({ S3_URL: address });
  files = suiteOn(platform);
  await files.signIn();
}, 60_000);
afterAll(async () => {
  await platform?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A file store of another process on the same bucket. */
async function otherStore() {
  const incoming = mkdtempSync(join(tmpdir(), 'cloudroom-incoming-'));
  onTestFinished(() => rmSync(incoming, { recursive: true }));
  return createFileStore(await openStorage(incoming, incoming, address, Date.now), incoming);
}
const inBucket = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('_object'));

test('a file is in the bucket alone, and opens unchanged under its link', async () => {
  const picture = png(40, 30);
  const { data } = await files.upload(picture, '照片.png');
  const reply = await files.open(data.url);
  expect(reply.rawPayload.equals(picture)).toBe(true);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(picture.length),
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('照片.png')}`,
    'cache-control': 'private, no-cache',
  });
  expect(files.stored()).toEqual([]);
});

test('a player gets the range it asks for', async () => {
  const { data } = await files.upload(pdf, 'report.pdf');
  const reply = await platform.app.inject({ method: 'GET', url: data.url, headers: { range: 'bytes=1-3' } });
  expect([reply.statusCode, reply.payload, reply.headers['content-range']]).toEqual([
    206,
    'PDF',
    `bytes 1-3/${pdf.length}`,
  ]);
});

const opened = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  platform.app.inject({ method, url, headers });

test('a range that begins beyond the end is answered as such, with the size', async () => {
  const { data } = await files.upload(pdf, 'report.pdf');
  const reply = await opened(data.url, { range: `bytes=${pdf.length}-` });
  expect([reply.statusCode, reply.payload, reply.headers['content-range']]).toEqual([416, '', `bytes */${pdf.length}`]);
});

test.each(['bytes=-', 'bytes=0-1,3-4', 'pages=1-2'])(
  '%s is no single range, so the whole file is sent',
  async (range) => {
    const { data } = await files.upload(pdf, 'report.pdf');
    const reply = await opened(data.url, { range });
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, pdf.length]);
  },
);

test('what is known of a file is answered without its content', async () => {
  const { data } = await files.upload(pdf, 'report.pdf');
  const reply = await opened(data.url, {}, 'HEAD');
  expect([reply.statusCode, reply.payload]).toEqual([200, '']);
  expect(reply.headers).toMatchObject({ 'content-length': String(pdf.length), 'content-type': 'application/pdf' });
  const [, key = ''] = /\/files\/([^/]+)/.exec(data.url) ?? [];
  await (await otherStore()).remove([key]);
  expect((await opened(data.url, {}, 'HEAD')).statusCode).toBe(404);
});

test('a refused file leaves nothing in the bucket', async () => {
  const before = inBucket();
  expect((await files.upload(Buffer.from('<html><script>alert(1)</script>'))).code).not.toBe(200);
  expect(inBucket()).toEqual(before);
});

test('a file whose pieces arrive at two processes is stored once, and its pieces are removed', async () => {
  const [one, two] = [await otherStore(), await otherStore()].map((store) => createPartialUploads(store, Date.now));
  if (!one || !two) throw new Error('there are two processes');
  const upload = { hospitalId: '1', kind: 'staff', userId: '7', uploadId: crypto.randomUUID() };
  const size = limits.filePartBytes;
  const content = Buffer.concat([pdf, Buffer.alloc(2 * size)]);
  const piece = (at: number) => ({
    at,
    whole: content.length,
    name: 'report.pdf',
    bytes: content.subarray(at, at + size),
  });
  await one.add(upload, piece(0));
  await two.add(upload, piece(size));
  expect(await one.progress(upload)).toEqual({ received: 2 * size, key: null });
  const done = await two.add(upload, piece(2 * size));
  if (!('saved' in done)) throw new Error('it is not complete');
  expect(done.saved).toMatchObject({ size: content.length, kind: { type: 'application/pdf' } });
  await two.finish(upload, done.saved.key);
  expect(await one.progress(upload)).toEqual({ received: 0, key: done.saved.key });
  expect(inBucket().filter((name) => name.includes('/incoming/'))).toHaveLength(1);
  await one.drop(upload);
  expect(inBucket().filter((name) => name.includes('/incoming/'))).toEqual([]);
});

test('an upload with a piece that has gone fails, and does not become a file with a gap', async () => {
  const storage = await openStorage(folder, folder, address, Date.now);
  await storage.pieces.write('gone', 0, Buffer.from('one'));
  await storage.pieces.write('gone', 3, Buffer.from('two'));
  await (await otherStore()).pieces.remove('gone');
  await expect(storage.pieces.collect('gone', 6, Buffer.from('three'))).rejects.toThrow();
});

test('a bucket that does not answer leaves the platform in service, and is named until it answers again', async () => {
  const probe = async () => {
    platform.clock.now += 11_000;
    const reply = await platform.app.inject('/readyz');
    return [reply.statusCode, reply.json()];
  };
  expect(await probe()).toEqual([200, { status: 'ok' }]);
  renameSync(join(folder, 'files'), join(folder, 'away'));
  await expect.poll(probe, { timeout: 10_000 }).toEqual([200, { status: 'ok', degraded: ['files'] }]);
  renameSync(join(folder, 'away'), join(folder, 'files'));
  await expect.poll(probe, { timeout: 10_000 }).toEqual([200, { status: 'ok' }]);
  await files.signIn();
});

test('a removed file cannot be opened any more', async () => {
  const { data } = await files.upload(pdf, 'report.pdf');
  const [, key = ''] = /\/files\/([^/]+)/.exec(data.url) ?? [];
  await (await otherStore()).remove([key]);
  expect((await files.open(data.url)).statusCode).toBe(404);
});

test.each([
  ['a bucket that does not exist', () => address.replace(/files$/, 'nothing'), /there is no such bucket/],
  ['an unknown key', () => address.replace('S3RVER:S3RVER', 'wrong:S3RVER'), /the key and secret may not write/],
  ['an address without a bucket', () => address.replace(/\/files$/, ''), /must look like/],
  ['an unreachable server', () => 'http://S3RVER:wrong@127.0.0.1:9/files', /files at 127\.0\.0\.1:9 .*ECONNREFUSED/],
])('%s ends the start with one line that says what to do and has no secret in it', async (_, of, line) => {
  const opening = openStorage(folder, folder, of(), Date.now);
  await expect(opening).rejects.toThrow(StartFailure);
  await expect(opening).rejects.toThrow(/^S3_URL(?!.*(S3RVER|wrong))/);
  await expect(opening).rejects.toThrow(line);
});
