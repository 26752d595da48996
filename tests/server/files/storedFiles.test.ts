import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { fileObject } from '../../../server/db/schema/tenants.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { cleaningRules } from '../../../server/files/examine.ts';
import { openStorage } from '../../../server/files/storage.ts';
import { cleanStoredFiles } from '../../../server/files/storedFiles.ts';
import { createLog } from '../../../server/log.ts';
import { suiteOn } from '../../support/filesSuite.ts';
import { bytes, jpegWith, segment } from '../../support/pictureBytes.ts';
import { exifOf, place } from '../../support/pictureExif.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const before = jpegWith(segment(0xe1, bytes('Exif\0\0', exifOf(1))));
const after = jpegWith();

async function bucket() {
  const folder = mkdtempSync(join(tmpdir(), 'cloudroom-bucket-'));
  const configureBuckets = [{ name: 'files' }];
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets });
  const { port } = await server.run();
  const close = async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { s3Url: `http://S3RVER:S3RVER@127.0.0.1:${port}/files`, close };
}
const folder = async () => ({ s3Url: null, close: async () => {} });

describe.each([
  ['the data folder', folder],
  ['a bucket', bucket],
])('files that are stored in %s from before the rules', (_, open) => {
  let where: Awaited<ReturnType<typeof bucket | typeof folder>>;
  let platform: ServedPlatform;
  let files: ReturnType<typeof suiteOn>;
  beforeAll(async () => {
    where = await open();
    platform = await openServedPlatform(where.s3Url === null ? {} : { S3_URL: where.s3Url });
    files = suiteOn(platform);
    await files.signIn();
  }, 60_000);
  afterAll(async () => {
    await platform?.close();
    await where?.close();
  });

  function storage() {
    const root = join(platform.dataDir, 'files');
    return openStorage(root, join(root, 'incoming'), where.s3Url, Date.now);
  }
  const rowOf = async (key: string) => (await platform.db.select().from(fileObject).where(eq(fileObject.key, key)))[0];

  /** A file as it was stored before its kind was cleaned, and the link that its message has. */
  async function stored(content: Buffer, values: Partial<typeof fileObject.$inferInsert> = {}) {
    const { data } = await files.upload(after, 'photo.jpg');
    const [key = ''] = /[\w-]{20,60}\.jpg/.exec(data.url) ?? [];
    const part = join(platform.dataDir, 'before');
    writeFileSync(part, content);
    await (await storage()).put(key, part);
    const about = { cleanedBy: 0, size: content.length, sha256: hashOf(content), ...values };
    await platform.db.update(fileObject).set(about).where(eq(fileObject.key, key));
    return { key, url: data.url };
  }
  const clean = () => platform.jobs.find(({ name }) => name === 'clean stored files')?.run();

  test('lose place and device under the same link; the trail keeps the hashes of both contents', async () => {
    const { key, url } = await stored(before);
    expect((await files.open(url)).rawPayload.includes(place, 0, 'latin1')).toBe(true);
    platform.logged.length = 0;
    expect(await clean()).toBe(1);
    expect((await files.open(url)).rawPayload.equals(after)).toBe(true);
    const row = await rowOf(key);
    expect(row).toMatchObject({ size: after.length, sha256: hashOf(after), width: 100, height: 100 });
    const trail = await platform.db.select().from(auditTrail).where(eq(auditTrail.call, 'clean stored files'));
    expect(trail).toMatchObject([
      { entity: 'file', entityId: row?.id, detail: { sha256Before: hashOf(before), sha256: hashOf(after) } },
    ]);
    expect(platform.logged.join()).toMatch(/stored files were cleaned.*"cleaned":1/);
  });

  test('are looked at once, and one that was replaced before its row was written is completed', async () => {
    const { key } = await stored(after, { size: before.length, sha256: hashOf(before) });
    expect([await clean(), await clean()]).toEqual([1, 0]);
    expect(await rowOf(key)).toMatchObject({ size: after.length, sha256: hashOf(after) });
  });

  test('stay as they are when they are missing', async () => {
    const missing = await stored(before);
    await (await storage()).remove([missing.key]);
    expect([await clean(), await clean()]).toEqual([1, 0]);
    expect(await rowOf(missing.key)).toMatchObject({ sha256: hashOf(before), quarantine: null });
  });

  test('are kept but not served when they may harm whoever opens them, and every place says why', async () => {
    const acting = Buffer.from('%PDF-1.7\n1 0 obj\n<</OpenAction<</S/Launch/F(a)>>>>\nendobj\nstartxref\n9\n%%EOF\n');
    const { key, url } = await stored(acting, { contentType: 'application/pdf' });
    expect((await files.open(url)).statusCode).toBe(200);
    expect([await clean(), await clean()]).toEqual([1, 0]);
    const row = await rowOf(key);
    expect(row).toMatchObject({ quarantine: 'acts', sha256: hashOf(acting), withdrawnTime: null });
    expect((await (await storage()).read(key))?.equals(acting)).toBe(true);
    const said = { en: /no longer opened.*hospital keeps the original/, 'zh-CN': /不再提供打开.*原件由医院留存/ };
    for (const language of ['en', 'zh-CN'] as const) {
      const { code, msg } = await files.sign(url, language);
      expect([code, msg]).toEqual([Code.fileQuarantined, expect.stringMatching(said[language])]);
      const opened = await files.open(url, { 'accept-language': language });
      expect([opened.statusCode, opened.json().msg]).toEqual([403, expect.stringMatching(said[language])]);
    }
    const page = await files.open(url, { accept: 'text/html' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(page.body).toMatch(said.en);
    expect(page.body).toMatch(said['zh-CN']);
    const trail = await platform.db
      .select()
      .from(auditTrail)
      .where(eq(auditTrail.entityId, row?.id ?? ''));
    expect(trail.find(({ call }) => call === 'clean stored files')).toMatchObject({ detail: { quarantine: 'acts' } });
    expect(platform.logged.join()).toMatch(/stored files were cleaned.*"quarantined":1/);
  });

  test('are served again when later rules find no harm in them', async () => {
    const { key, url } = await stored(after, { quarantine: 'notCheckable' });
    expect((await files.open(url)).statusCode).toBe(403);
    expect(await clean()).toBe(1);
    expect(await rowOf(key)).toMatchObject({ quarantine: null });
    expect((await files.open(url)).statusCode).toBe(200);
  });

  test('are served on when they would be refused today only because devices show them badly', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1');
    const { url } = await stored(heic);
    expect(await clean()).toBe(1);
    expect((await files.open(url)).statusCode).toBe(200);
  });

  /** What the job needs, with a store whose examination of this file ends so; those that it examines are noted. */
  function needsFor(key: string, outcome: 'postponed' | 'unresolved') {
    const examined: string[] = [];
    const fileStore = {
      answers: async () => true as const,
      remove: async () => {},
      async clean(which: string) {
        examined.push(which);
        return which === key ? { outcome } : { outcome: 'missing' as const };
      },
    };
    const log = createLog('silent', () => true);
    return { examined, needs: { db: platform.db, uow: platform.uow, fileStore, now: Date.now, log } };
  }

  test('that nobody had time to examine are looked at again, and do not keep others waiting', async () => {
    const { key } = await stored(before);
    const other = await stored(before);
    const { needs } = needsFor(key, 'postponed');
    for (let run = 0; run < 5; run += 1) expect(await cleanStoredFiles(needs)).toBe(run === 0 ? 2 : 1);
    expect([(await rowOf(key))?.cleanedBy, (await rowOf(other.key))?.cleanedBy]).toEqual([0, cleaningRules]);
    expect(await clean()).toBe(1);
  });

  test('come after all others once their examination had no result, also in the next run', async () => {
    const [slow, ...others] = [await stored(before), await stored(before), await stored(before)];
    const { needs, examined } = needsFor(slow.key, 'unresolved');
    const oneFile = { runMs: 60_000, files: 1 };
    for (let run = 0; run < 4; run += 1) await cleanStoredFiles(needs, oneFile);
    expect(examined).toEqual([slow.key, ...others.map(({ key }) => key), slow.key]);
    expect(await clean()).toBe(1);
  });

  test('are not served after three examinations without a result, and every place says why', async () => {
    const { key, url } = await stored(before);
    const { needs, examined } = needsFor(key, 'unresolved');
    for (let run = 0; run < 2; run += 1) await cleanStoredFiles(needs);
    expect([(await files.open(url)).statusCode, (await rowOf(key))?.quarantine]).toEqual([200, null]);
    for (let run = 0; run < 2; run += 1) await cleanStoredFiles(needs);
    expect(examined).toEqual([key, key, key]);
    const row = await rowOf(key);
    expect(row).toMatchObject({ quarantine: 'notCheckable', sha256: hashOf(before), cleaningTries: 0 });
    const said = { en: /could not be checked.*hospital keeps the original/, 'zh-CN': /无法检查.*原件由医院留存/ };
    for (const language of ['en', 'zh-CN'] as const) {
      const { code, msg } = await files.sign(url, language);
      expect([code, msg]).toEqual([Code.fileNotChecked, expect.stringMatching(said[language])]);
    }
    const page = await files.open(url, { accept: 'text/html' });
    expect([page.statusCode, page.body]).toEqual([403, expect.stringMatching(said.en)]);
    expect(page.body).toMatch(said['zh-CN']);
    const trail = await platform.db
      .select()
      .from(auditTrail)
      .where(eq(auditTrail.entityId, row?.id ?? ''));
    expect(trail.find(({ call }) => call === 'clean stored files')).toMatchObject({
      detail: { quarantine: 'notCheckable' },
    });
  });
});
