import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createHandshakeQueue } from '../../../server/im/handshakeQueue.ts';
import type { Consultations } from '../../support/consultPlatform.ts';
import { consultSuite } from '../../support/consultSuite.ts';
import { openTestDatabase } from '../../support/database.ts';

let platform: Consultations;
consultSuite(openTestDatabase, (suite) => {
  ({ platform } = suite);
});

/** A client that joins a conversation and then reads nothing more. */
async function stuckClient(token: string, hospitalId: string, conversationId: string) {
  const url = (await platform.listen()).replace('http', 'ws');
  const link = new WebSocket(`${url}/infra/im/?EIO=4&transport=websocket`);
  onTestFinished(() => link.terminate());
  await new Promise<void>((resolve, reject) => {
    link.once('error', reject);
    link.on('message', (data) => {
      const frame = String(data);
      if (frame.startsWith('0')) link.send(`40${JSON.stringify({ token, tenantId: hospitalId })}`);
      if (frame.startsWith('40')) link.send(`421["conversation:join",{"conversationIds":["${conversationId}"]}]`);
      if (frame.startsWith('431')) resolve();
    });
  });
  link.pause();
}

test('a client that stops reading is disconnected before it fills the memory, and the others are served', async () => {
  const { conversationId, patient, here } = await platform.together();
  await stuckClient(patient.token, patient.hospitalId, conversationId);
  const before = platform.gateway.slowConsumers();
  const event = { conversationId, kind: 'message', filler: 'x'.repeat(200_000) };
  let seq = 0;
  const publish = () =>
    platform.uow.run(patient.hospitalId, async (tx) => {
      seq += 1;
      tx.announce({ type: 'conversation.advanced', conversationId, seq, event });
    });
  while (platform.gateway.slowConsumers() === before && seq < 500) {
    await publish();
    // A client that reads is never behind.
    await expect.poll(() => here.events('conversation:event').length, { interval: 1 }).toBe(seq);
  }
  expect(platform.gateway.slowConsumers()).toBe(before + 1);
  expect(await here.ask('awaiting:watch')).toEqual({ ok: true });
});

test('handshakes wait for their turn, and those that find too many waiting are refused', async () => {
  const queue = createHandshakeQueue({ maxRunning: 2, maxWaiting: 3 });
  let [running, most] = [0, 0];
  const release: (() => void)[] = [];
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => release.push(resolve));
    running -= 1;
    return true;
  };
  const admitted = Array.from({ length: 6 }, () => queue.admit(work));
  expect(await admitted[5]).toBeNull();
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => release.length).toBeGreaterThan(0);
    release.shift()?.();
  }
  expect(await Promise.all(admitted.slice(0, 5))).toEqual(Array.from({ length: 5 }, () => ({ result: true })));
  expect([most, queue.waiting()]).toEqual([2, 0]);
});
