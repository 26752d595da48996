import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { uploadPart, uploadProgress } from '../../../contract/extension/files.ts';
import { limits } from '../../../contract/limits.ts';
import { pdf, type Uploaded } from '../../support/filesSuite.ts';
import { openSeat } from '../../support/seat.ts';
import { openSlowDiskWorld, refusalMs, type SlowDiskWorld } from '../../support/slowDiskWorld.ts';

/** A document that no buffers of a connection take as a whole. */
const large = Buffer.concat([pdf.subarray(0, 9), Buffer.alloc(15 * 1024 * 1024, '0 '), pdf.subarray(9)]);
const unavailable = {
  code: Code.unavailable,
  msg: 'The platform’s file storage does not answer just now. What you entered is still here; try again in a moment.',
};

let world: SlowDiskWorld;
beforeAll(async () => {
  world = await openSlowDiskWorld(inject('seededFolder'));
});
/** Uploads that are not complete; marks of finished ones may stay for a day. */
const halfWritten = () => world.names('incoming').filter((name) => !/\.(done|stored)$/.test(name));
afterEach(async () => {
  world.disk.release();
  await expect.poll(() => world.disk.running()).toBe(0);
  // What was refused is removed before the next test lets the disk hang again.
  await expect.poll(halfWritten).toEqual([]);
});
afterAll(async () => {
  await world?.close();
  if (world) rmSync(world.platform.dataFolder, { recursive: true });
});

test('while the disk of the stored files hangs, a doctor signs in and messages are delivered', async () => {
  const { disk, platform, upload, download } = world;
  const stored = (await upload(pdf)).data;
  const { token, conversationId } = await world.consultation();
  const shared = { url: platform.url, hospitalId: '1', conversationId };
  const doctors = openSeat({ ...shared, token: world.doctor, name: 'doctor' });
  const patients = openSeat({ ...shared, token, name: 'patient' });
  disk.hang();
  const uploads = Array.from({ length: 6 }, () => upload(pdf));
  const downloads = Array.from({ length: 6 }, () => download(stored.url).then((reply) => reply.json()));
  const waiting = Promise.all([...uploads, ...downloads]);
  await expect.poll(() => disk.begun().length).toBeGreaterThanOrEqual(2);
  expect(await world.signIn('doctor02')).not.toBe('');
  await doctors.say('Drink enough.');
  await expect.poll(() => JSON.stringify(patients.applied)).toContain('Drink enough.');
  expect(await world.waitingOrders()).toBeInstanceOf(Array);
  expect(new Set((await waiting).map(({ code }) => code))).toEqual(new Set([Code.unavailable]));
  // Each of the two occupies its thread until the disk answers, so no third one begins.
  expect(disk.begun()).toHaveLength(2);
  doctors.close();
  patients.close();
});

test('an upload meanwhile is refused with “try again”, and succeeds once the disk answers', async () => {
  const { disk, upload, names } = world;
  const before = names();
  disk.hang();
  expect(await upload(large)).toMatchObject(unavailable);
  disk.release();
  expect((await upload(large)).data).toMatchObject({ size: large.length, type: 'application/pdf' });
  await expect.poll(() => names()).toHaveLength(before.length + 1);
});

test('a sender gets the refusal although the disk began to hang in the middle of the file', async () => {
  const { disk, names } = world;
  const before = names();
  const { sending, end } = world.beginUpload();
  sending.write(large.subarray(0, 100_000));
  await expect.poll(halfWritten).toHaveLength(1);
  disk.hang();
  const inTime = { signal: AbortSignal.timeout(refusalMs) };
  const [sent, answered] = [once(sending, 'finish', inTime), once(sending, 'response', inTime)];
  sending.write(large.subarray(100_000));
  sending.end(end);
  // As a browser does, this sender reads the answer once everything is sent.
  await sent;
  const [reply] = await answered;
  expect(JSON.parse(Buffer.concat(await reply.toArray()).toString())).toMatchObject(unavailable);
  disk.release();
  await expect.poll(() => names()).toEqual(before);
});

test('slow senders leave the disk to others', async () => {
  const { upload } = world;
  const slow = Array.from({ length: 5 }, () => world.beginUpload());
  for (const { sending } of slow) sending.write(large.subarray(0, 100_000));
  await expect.poll(halfWritten).toHaveLength(5);
  expect((await upload(pdf)).code).toBe(Code.ok);
  for (const { sending } of slow) sending.on('error', () => {}).destroy();
});

test('an upload in pieces continues after the disk has hung', async () => {
  const { disk, upload, get } = world;
  const piece = limits.filePartBytes;
  const content = Buffer.concat([pdf.subarray(0, 9), Buffer.alloc(piece * 2, '0 '), pdf.subarray(9)]);
  const [uploadId, size] = [crypto.randomUUID(), content.length];
  type Arrived = { received: number; file: Uploaded | null };
  const pathAt = (offset: number) =>
    `${uploadPart.path}?${new URLSearchParams({ uploadId, offset: `${offset}`, size: `${size}`, name: 'a.pdf' })}`;
  const put = (offset: number) => upload<Arrived>(content.subarray(offset, offset + piece), pathAt(offset));
  const progress = () => get<Arrived>(`${uploadProgress.path}?uploadId=${uploadId}`);
  expect((await put(0)).data.received).toBe(piece);
  disk.hang();
  const answers = await Promise.all([put(piece), put(piece), progress()]);
  for (const answer of answers) expect(answer).toMatchObject(unavailable);
  disk.release();
  let { received, file } = (await progress()).data;
  expect(received).toBe(piece);
  while (file === null) ({ received, file } = (await put(received)).data);
  expect([received, file.size]).toEqual([size, size]);
});

test('a download is refused as unavailable instead of saved, and opens once the disk answers', async () => {
  const { disk, upload, download } = world;
  const { url } = (await upload(pdf)).data;
  disk.hang();
  const refused = await download(url);
  expect(refused.status).toBe(Code.unavailable);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(await refused.json()).toMatchObject(unavailable);
  disk.release();
  expect(Buffer.from(await (await download(url)).arrayBuffer()).equals(pdf)).toBe(true);
});
