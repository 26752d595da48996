import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { signFile } from '../../../contract/extension/files.ts';
import { getInfo, updateInfo } from '../../../contract/http/account.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
let ann: string;
let bob: string;
beforeAll(async () => {
  platform = await openServedPlatform();
  ann = (await platform.signIn()).accessToken;
  bob = (await platform.signIn('bob')).accessToken;
}, 60_000);
afterAll(() => platform?.close());

type Uploaded = { url: string; name: string; size: number; type: string; width: number | null; height: number | null };

const png = (width: number, height: number) => PNG.sync.write(new PNG({ width, height }));
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');

async function upload(content: Buffer, name = 'picture.png', token: string | null = ann) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const request = new Request('http://x/', { method: 'POST', body: form });
  const reply = await platform.app.inject({
    method: 'POST',
    url: '/api/infra/file/upload',
    headers: {
      ...{ 'tenant-id': '1', 'accept-language': 'en', 'content-type': request.headers.get('content-type') ?? '' },
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return reply.json<{ code: number; data: Uploaded }>();
}

const open = (url: string) => platform.app.inject({ method: 'GET', url });
const stored = () =>
  readdirSync(join(platform.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

test('a picture is kept as it is and opened under a signed link, as a download that nothing runs', async () => {
  const picture = png(40, 30);
  const { data } = await upload(picture, '照片.png');
  expect(data).toMatchObject({ name: '照片.png', size: picture.length, type: 'image/png', width: 40, height: 30 });
  const reply = await open(data.url);
  expect(reply.rawPayload.equals(picture)).toBe(true);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('照片.png')}`,
    'content-security-policy': "default-src 'none'; sandbox",
  });
});

test('a link ends after an hour and none can be made by hand', async () => {
  const { data } = await upload(pdf, 'report.pdf');
  const forged = data.url.replace(/signature=./, (found) => `signature=${found.endsWith('A') ? 'B' : 'A'}`);
  expect((await open(forged)).statusCode).toBe(403);
  expect((await open(data.url.replace(/expires=\d+/, 'expires=9999999999999'))).statusCode).toBe(403);
  expect((await open(data.url.replace(/\?.*/, ''))).statusCode).toBe(403);
  platform.clock.now += 66 * 60_000;
  expect((await open(data.url)).json().code).toBe(Code.fileLinkExpired);
  ann = (await platform.signIn()).accessToken;
  bob = (await platform.signIn('bob')).accessToken;
  const again = await platform.call<{ url: string }>(signFile, { url: data.url }, { token: ann });
  expect((await open(again.data.url)).statusCode).toBe(200);
});

test('what a file is goes by its first bytes', async () => {
  const before = stored().length;
  const refused = [
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from('<html><script>alert(1)</script>'),
    Buffer.from('MZ\u0090\u0000'),
    Buffer.from('plain text'),
  ];
  for (const content of refused) expect((await upload(content)).code).toBe(Code.fileTypeRefused);
  expect(stored()).toHaveLength(before);
});

test('a picture that would fill the memory of whoever opens it is refused by its head alone', async () => {
  const head = png(1, 1);
  head.writeUInt32BE(30_000, 16);
  head.writeUInt32BE(30_000, 20);
  expect((await upload(head)).code).toBe(Code.fileTypeRefused);
});

test('a file over the limit is refused and leaves nothing behind', async () => {
  const before = stored().length;
  const large = Buffer.concat([pdf, Buffer.alloc(16 * 1024 * 1024 + 1)]);
  expect((await upload(large, 'large.pdf')).code).toBe(Code.fileTooLarge);
  expect(stored()).toHaveLength(before);
});

test.each([
  ['../../../etc/passwd.png', 'passwd.png'],
  ['..\\..\\boot.png', 'boot.png'],
  ['invoice\u202egnp.exe.png', 'invoicegnp.exe.png'],
  ['.htaccess', 'htaccess'],
  ['a|b<c>.png', 'abc.png'],
])('the name %j is kept as %j', async (name, kept) => {
  expect((await upload(png(1, 1), name)).data.name).toBe(kept);
});

test('a name of three hundred letters is shortened, its ending kept', async () => {
  const { data } = await upload(png(1, 1), `${'长'.repeat(300)}.png`);
  expect([...data.name].length).toBeLessThanOrEqual(100);
  expect(data.name.endsWith('.png')).toBe(true);
  expect((await open(data.url)).statusCode).toBe(200);
});

test('uploading needs a session and a file', async () => {
  expect((await upload(png(1, 1), 'a.png', null)).code).toBe(401);
  const reply = await platform.app.inject({
    method: 'POST',
    url: '/api/infra/file/upload',
    headers: { 'tenant-id': '1', authorization: `Bearer ${ann}`, 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(reply.json()).toMatchObject({ code: 400, data: { field: 'file' } });
});

test("somebody else's file is as unknown as one that is not there", async () => {
  const { data } = await upload(pdf, 'report.pdf');
  const sign = (url: string, token: string) => platform.call(signFile, { url }, { token });
  const missing = await sign(data.url.replace(/files\/../, 'files/zz'), bob);
  expect(await sign(data.url, bob)).toEqual(missing);
  expect(missing.code).toBe(404);
  expect((await sign('https://elsewhere.example/a.png', ann)).code).toBe(404);
});

test('a profile picture is one’s own upload and shows under a fresh link', async () => {
  const { data } = await upload(png(8, 8), 'me.png');
  expect(await platform.call(updateInfo, { avatar: data.url }, { token: bob })).toMatchObject({
    code: 400,
    data: { field: 'avatar' },
  });
  expect((await platform.call(updateInfo, { avatar: data.url }, { token: ann })).data).toBe(true);
  platform.clock.now += 66 * 60_000;
  const { accessToken: token } = await platform.signIn();
  const shown = await platform.call<{ avatar: string }>(getInfo, {}, { token });
  expect((await open(shown.data.avatar)).statusCode).toBe(200);
});

test.each(['/files/..%2f..%2fetc%2fpasswd/x', '/files/incoming/x', '/files/%00/x'])('%s opens nothing', async (url) => {
  expect((await open(url)).statusCode).toBeGreaterThanOrEqual(400);
});
