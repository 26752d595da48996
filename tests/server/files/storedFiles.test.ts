import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileObject } from '../../../server/db/schema/tenants.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { openStorage } from '../../../server/files/storage.ts';
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

  test('stay as they are when they would be refused today, or are missing', async () => {
    const refused = Buffer.from('not a picture');
    const { url } = await stored(refused);
    const missing = await stored(before);
    await (await storage()).remove([missing.key]);
    expect([await clean(), await clean()]).toEqual([2, 0]);
    expect((await files.open(url)).rawPayload.equals(refused)).toBe(true);
    expect(await rowOf(missing.key)).toMatchObject({ sha256: hashOf(before) });
  });
});
