import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { Code } from '../../contract/envelope.ts';
import { sendMessage } from '../../contract/extension/im.ts';
import { runVerifyTrail } from '../../server/admin/verifyTrail.ts';
import { openEmbeddedStore } from '../../server/db/open.ts';
import { pdf } from '../support/filesSuite.ts';
import { newMessageId } from '../support/messageId.ts';
import { openDiskWorld, type SlowDiskWorld } from '../support/slowDiskWorld.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const full = {
  code: Code.storageFull,
  msg: expect.stringContaining('tell your IT department'),
};
/** Text that fills a page of the database in a few messages. */
const words = 'Drink enough. '.repeat(130);

let folder: string;
let world: Omit<SlowDiskWorld, 'disk'>;
const mark = () => join(folder, 'full');
const fill = () => writeFileSync(mark(), '');
const free = () => rmSync(mark(), { force: true });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cloudroom-full-'));
  const preload = `--import ${new URL('../support/fullDisk.mjs', import.meta.url).href}`;
  world = await openDiskWorld(inject('seededFolder'), { NODE_OPTIONS: preload, FULL: mark() });
});
afterAll(async () => {
  await world?.close();
  if (world) rmSync(world.platform.dataFolder, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
});

test('a full disk is named to the caller, loses nothing acknowledged, and work goes on once there is space', async () => {
  const { platform, upload, names } = world;
  const { token, conversationId } = await world.consultation();
  const say = async () => {
    const clientMessageId = newMessageId();
    const content = JSON.stringify({ content: words });
    const answer = await world.call(sendMessage, { clientMessageId, conversationId, type: 101, content }, token);
    return { ...answer, clientMessageId };
  };
  const before = names();
  const stored: string[] = [];
  for (let n = 0; n < 3; n += 1) stored.push((await say()).clientMessageId);
  fill();
  expect(await upload(pdf)).toMatchObject(full);
  expect(names()).toEqual(before);

  let refusal: { code: number } | null = null;
  while (refusal === null && stored.length < 2_000) {
    const { clientMessageId, ...answer } = await say();
    if (answer.code === Code.ok) stored.push(clientMessageId);
    else refusal = answer;
  }
  expect(refusal).toMatchObject(full);
  expect((await fetch(`${platform.url}/healthz`)).status).toBe(200);
  const notReady = await fetch(`${platform.url}/readyz`);
  expect([notReady.status, await notReady.json()]).toEqual([503, { status: 'failing', failing: ['messages'] }]);

  await platform.kill();
  free();
  await platform.restart();
  expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
  const doctor = await world.signIn('doctor01');
  const kept = await world.messagesOf(conversationId, doctor);
  expect(kept.filter((id) => stored.includes(id))).toEqual(stored);
  expect((await say()).code).toBe(Code.ok);
  expect((await upload(pdf)).data).toMatchObject({ type: 'application/pdf' });
  await platform.stop();

  const store = await openEmbeddedStore(platform.dataFolder, () => {});
  const { ok, lines } = await runVerifyTrail({ db: store.db, now: Date.now }, []);
  await store.close();
  expect(ok, lines.join('\n')).toBe(true);
});
