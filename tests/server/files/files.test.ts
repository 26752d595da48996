import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { signFile } from '../../../contract/extension/files.ts';
import { getInfo, updateInfo } from '../../../contract/http/account.ts';
import { logout } from '../../../contract/http/auth.ts';
import { limits } from '../../../contract/limits.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { fileObject } from '../../../server/db/schema/tenants.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { createFileStore } from '../../../server/files/fileStore.ts';
import { createFolderStorage } from '../../../server/files/folderStorage.ts';
import { removeUnusedFiles } from '../../../server/files/unusedFiles.ts';
import { filesSuite, pdf, png } from '../../support/filesSuite.ts';
import type { ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
const { tokens, signIn, upload, open, stored } = filesSuite((opened) => {
  platform = opened;
});

test('a picture is stored unchanged and opens under a signed link, as a download that no browser runs', async () => {
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

test('a link expires after an hour and cannot be forged', async () => {
  const { data } = await upload(pdf, 'report.pdf');
  const forged = data.url.replace(/signature=./, (found) => `signature=${found.endsWith('A') ? 'B' : 'A'}`);
  expect((await open(forged)).statusCode).toBe(403);
  expect((await open(data.url.replace(/expires=\d+/, 'expires=9999999999999'))).statusCode).toBe(403);
  expect((await open(data.url.replace(/\?.*/, ''))).statusCode).toBe(403);
  platform.clock.now += 66 * 60_000;
  expect((await open(data.url)).json().code).toBe(Code.fileLinkExpired);
  await signIn();
  const again = await platform.call<{ url: string }>(signFile, { url: data.url }, { token: tokens.ann });
  expect((await open(again.data.url)).statusCode).toBe(200);
});

test('a browser that opens a link that is over gets a page that says what to do, in both languages', async () => {
  const { data } = await upload(pdf, 'report.pdf');
  const page = await open(data.url.replace(/expires=\d+/, 'expires=0'), { accept: 'text/html' });
  expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
  expect(page.body).toMatch(/Reload the page and open it again/);
  expect(page.body).toMatch(/lang="zh-CN"/);
  expect(page.headers['cache-control']).toBe('no-store');
});

test('the signature of a link covers its file name', async () => {
  const { data } = await upload(pdf, 'report.pdf');
  expect((await open(data.url.replace('report.pdf', 'refund.html'))).json().code).toBe(Code.fileLinkExpired);
  expect((await open(data.url.replace('report.pdf', 'report.pdf%20'))).statusCode).toBe(403);
  expect((await open(data.url.replace('report.pdf', 'REPORT.pdf'))).statusCode).toBe(403);
  expect((await open(data.url)).headers['content-disposition']).toBe("attachment; filename*=UTF-8''report.pdf");
});

describe('the trail of downloads', () => {
  const rows = async (url: string) => {
    const [, key = ''] = /\/files\/([^/]+)/.exec(url) ?? [];
    const [file] = await platform.db.select().from(fileObject).where(eq(fileObject.key, key));
    const all = await platform.db
      .select()
      .from(auditTrail)
      .where(eq(auditTrail.entityId, file?.id ?? ''));
    return all.filter(({ entity, dailyKey }) => entity === 'file' && dailyKey !== null);
  };

  test('names the person who requested the link, once a day and file', async () => {
    const { url } = (await upload(pdf, 'report.pdf')).data;
    const signed = await platform.call<{ url: string }>(signFile, { url }, { token: tokens.ann });
    for (let n = 0; n < 2; n++) expect((await open(signed.data.url)).statusCode).toBe(200);
    expect(await rows(url)).toMatchObject([
      { action: 'read', outcome: 'ok', userType: 2, userId: platform.people.ann.id, ip: '127.0.0.1' },
    ]);
  });

  test('has a refused row for a link that is forged, names another reader or has expired', async () => {
    const { url } = (await upload(pdf, 'report.pdf')).data;
    const signed = await platform.call<{ url: string }>(signFile, { url }, { token: tokens.ann });
    const { bob } = platform.people;
    expect((await open(signed.data.url.replace(/reader=.*/, `reader=2.${bob.id}`))).statusCode).toBe(403);
    expect((await open(url.replace(/\?.*/, ''))).statusCode).toBe(403);
    expect(await rows(url)).toMatchObject([{ outcome: 'refused', userId: null, ip: '127.0.0.1' }]);
  });
});

test('a link opens nothing after its person has signed out or was disabled', async () => {
  const { accessToken: token } = await platform.signIn('eve');
  const { url } = (await upload(pdf, 'report.pdf', token)).data;
  expect((await open(url)).statusCode).toBe(200);
  await platform.call(logout, {}, { token });
  expect((await open(url)).json().code).toBe(Code.fileLinkExpired);
  await platform.signIn('eve');
  expect((await open(url)).statusCode).toBe(200);
  await platform.db.update(staff).set({ disabled: true }).where(eq(staff.username, 'eve'));
  expect((await open(url)).json().code).toBe(Code.fileLinkExpired);
  await platform.db.update(staff).set({ disabled: false }).where(eq(staff.username, 'eve'));
});

test('the kind of a file is determined by its first bytes', async () => {
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

test('a picture with too many pixels is refused by its header alone', async () => {
  const head = png(1, 1);
  head.writeUInt32BE(30_000, 16);
  head.writeUInt32BE(30_000, 20);
  expect((await upload(head)).code).toBe(Code.fileTooDetailed);
});

test('a file over the limit is refused and not stored', async () => {
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

test('a name of three hundred letters is shortened without losing its extension', async () => {
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
    headers: { 'tenant-id': '1', authorization: `Bearer ${tokens.ann}`, 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(reply.json()).toMatchObject({ code: 400, data: { field: 'file' } });
});

test("another person's file looks nonexistent", async () => {
  const { data } = await upload(pdf, 'report.pdf');
  const sign = (url: string, token: string) => platform.call(signFile, { url }, { token });
  const missing = await sign(data.url.replace(/files\/../, 'files/zz'), tokens.bob);
  expect(await sign(data.url, tokens.bob)).toEqual(missing);
  expect(missing.code).toBe(404);
  expect((await sign('https://elsewhere.example/a.png', tokens.ann)).code).toBe(404);
});

test.each([
  ['a picture called a document', png(1, 1), 'report.pdf'],
  ['a document called a picture', pdf, 'rash.png'],
  ['a picture called a program', png(1, 1), 'photo.png.exe'],
  [
    'a picture with a page in its first bytes',
    Buffer.concat([png(1, 1), Buffer.from('<html><script>1</script>')]),
    'a.png',
  ],
  ['a picture that is a document too', Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0\0\0\0'), pdf]), 'a.gif'],
])('%s is refused, and the refusal names it in the reader’s language', async (_, content, name) => {
  const before = stored().length;
  expect(await upload(content, name)).toMatchObject({
    code: Code.fileTypeRefused,
    msg: `“${name}” is not accepted: its kind is not supported, or its content is not what its name says`,
  });
  expect((await upload(content, name, tokens.ann, 'zh-CN')).msg).toBe(
    `不接受文件“${name}”：格式不支持，或内容与名称不符`,
  );
  expect(stored()).toHaveLength(before);
});

const box = (type: string, content: string | Buffer = '') => {
  const body = Buffer.from(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const recorded = (handler: string) =>
  Buffer.concat([box('ftyp', 'iso5'), box('moov', box('hdlr', `${'\0'.repeat(8)}${handler}`))]);

test.each([
  ['a recorder’s WebM', Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'), 'audio/webm'],
  ['a recorder’s MP4', recorded('soun'), 'audio/mp4'],
  ['MP4 with pictures', recorded('vide'), 'video/mp4'],
  ['WAVE', Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), 'audio/wav'],
])('%s is known by its first bytes', async (_, content, type) => {
  expect((await upload(content, 'voice')).data.type).toBe(type);
});

test('an unsent, unused file is removed a day after the longest time that a client may hold it', async () => {
  const folder = join(platform.dataDir, 'files');
  const incoming = join(folder, 'incoming');
  const fileStore = createFileStore(createFolderStorage(folder, incoming), incoming);
  const run = () => removeUnusedFiles({ db: platform.db, uow: platform.uow, fileStore, now: () => platform.clock.now });
  const [stray, shown, sent, fresh] = await Promise.all(
    [pdf, png(2, 2), pdf, pdf].map((content) => upload(content, 'file')),
  );
  const keyOf = (url = '') => /[\w-]{20,60}\.p\w\w/.exec(url)?.[0] ?? '';
  const isKept = async (url = '') => (await platform.db.$count(fileObject, eq(fileObject.key, keyOf(url)))) === 1;
  await platform.call(updateInfo, { signUrl: shown?.data.url }, { token: tokens.ann });
  await platform.db
    .update(fileObject)
    .set({ conversationId: '1' })
    .where(eq(fileObject.key, keyOf(sent?.data.url)));
  await run();
  expect(await isKept(stray?.data.url)).toBe(true);
  platform.clock.now += limits.attachmentKeptMs + 86_400_000 + 1_000;
  await platform.db
    .update(fileObject)
    .set({ createTime: platform.clock.now })
    .where(eq(fileObject.key, keyOf(fresh?.data.url)));
  expect(await run()).toBeGreaterThan(0);
  const files = stored().map(({ name }) => name);
  for (const [file, kept] of [
    [stray, false],
    [shown, true],
    [sent, true],
    [fresh, true],
  ] as const) {
    expect(await isKept(file?.data.url)).toBe(kept);
    expect(files.includes(keyOf(file?.data.url))).toBe(kept);
  }
  // A file that is in use is not checked again every hour.
  expect(await run()).toBe(0);
  await signIn();
});

test('after its message is recalled, no link opens a file and no new one is made', async () => {
  const { data } = await upload(png(4, 4), 'rash.png');
  expect((await open(data.url)).headers['cache-control']).toBe('private, no-cache');
  const [key] = /[\w-]{20,60}\.png/.exec(data.url) ?? [''];
  await platform.db.update(fileObject).set({ withdrawnTime: platform.clock.now }).where(eq(fileObject.key, key));
  expect((await open(data.url)).json().code).toBe(Code.fileLinkExpired);
  expect((await platform.call(signFile, { url: data.url }, { token: tokens.ann })).code).toBe(Code.notFound);
});

test('a profile picture is one’s own upload and has a renewed link', async () => {
  const { data } = await upload(png(8, 8), 'me.png');
  expect(await platform.call(updateInfo, { avatar: data.url }, { token: tokens.bob })).toMatchObject({
    code: 400,
    data: { field: 'avatar' },
  });
  expect((await platform.call(updateInfo, { avatar: data.url }, { token: tokens.ann })).data).toBe(true);
  platform.clock.now += 66 * 60_000;
  const { accessToken: token } = await platform.signIn();
  const shown = await platform.call<{ avatar: string }>(getInfo, {}, { token });
  expect((await open(shown.data.avatar)).statusCode).toBe(200);
});

test.each(['/files/..%2f..%2fetc%2fpasswd/x', '/files/incoming/x', '/files/%00/x'])('%s opens nothing', async (url) => {
  expect((await open(url)).statusCode).toBeGreaterThanOrEqual(400);
});
