import { of } from 'rxjs';
import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { textReply } from '../../src/domain/reply.ts';
import { machineAheadMs, messageLinkSuite, soon, texts } from '../support/messageLinkSuite.ts';

const world = messageLinkSuite();

test('a waiting message has the platform’s time, even if this machine’s clock is wrong', async () => {
  const doctor = await world.platform.doctor();
  const { id } = await world.consultation(doctor);
  const { inbox, outbox } = world.browser(doctor, [id])(of(false));
  await expect.poll(() => inbox.timeline(id).value.state, soon).toBe('live');
  outbox.write(id, textReply('Waiting'));
  const [waiting] = inbox.timeline(id).value.messages;
  expect(Math.abs((waiting?.sendTime ?? 0) - (Date.now() - machineAheadMs))).toBeLessThan(60_000);
});

test('a sent message arrives and is marked delivered and read, and the answer appears automatically', async () => {
  const doctor = await world.platform.doctor();
  const { id, patient } = await world.consultation(doctor);
  const { inbox, outbox } = world.browser(doctor, [id])();
  const there = await world.platform.connected(patient);
  await there.ask('conversation:join', { conversationIds: [id] });
  outbox.write(id, textReply('How are you?'));
  await expect.poll(() => texts(inbox.timeline(id).value), soon).toEqual(['How are you?']);
  await there.ask('message:delivered', { conversationId: id, deliveredUpTo: 1 });
  await expect.poll(() => texts(inbox.timeline(id).value), soon).toEqual(['How are you? (delivered)']);
  await there.ask('message:read', { conversationId: id, readUpTo: 1 });
  await there.say(id, 'Better');
  await expect.poll(() => texts(inbox.timeline(id).value), soon).toEqual(['How are you? (read)', 'Better']);
  expect(inbox.timeline(id).value.unread).toBe(1);
  inbox.markRead(id, Number.MAX_SAFE_INTEGER);
  await expect.poll(() => inbox.timeline(id).value.cursor, soon).toBeGreaterThanOrEqual(5);
  expect(inbox.timeline(id).value.unread).toBe(0);
}, 30_000);

test('a message written before the page closed is sent once by the next page', async () => {
  const doctor = await world.platform.doctor();
  const { id } = await world.consultation(doctor);
  const openTab = world.browser(doctor, [id]);
  world.proxy.refuse();
  const first = openTab();
  for (const text of ['one', 'two', 'three']) first.outbox.write(id, textReply(text));
  await expect.poll(first.storedCount, soon).toBe(3);
  first.close();
  world.proxy.heal();
  const second = openTab();
  await expect.poll(() => texts(second.inbox.timeline(id).value), soon).toEqual(['one', 'two', 'three']);
  expect(await world.rows(doctor, id)).toEqual(['one', 'two', 'three']);
}, 30_000);

test('messages above the rate limit wait, and all are stored in order', async () => {
  const doctor = await world.platform.doctor();
  const { id } = await world.consultation(doctor);
  // The platform's clock is fixed, so its rate limit does not refill.
  const clock = { now: Date.now() };
  const strict = await world.platformAt(clock);
  const elsewhere = await strict.connected(doctor);
  for (let n = 0; n < limits.messageBurst; n += 1) await elsewhere.say(id, `x${n}`);
  const { outbox } = world.browser(doctor, [id])();
  const states = new Set<string>();
  outbox.changes$.subscribe((change) => {
    if (change.kind === 'dropped') return;
    states.add(change.outgoing.delivery.state);
    if (change.outgoing.delivery.state === 'rateLimited') clock.now += 60_000;
  });
  const mine = ['m0', 'm1', 'm2'];
  for (const text of mine) outbox.write(id, textReply(text));
  const stored = async () => (await world.rows(doctor, id)).filter((text) => text.startsWith('m'));
  await expect.poll(stored, soon).toEqual(mine);
  expect([states.has('rateLimited'), states.has('failed')]).toEqual([true, false]);
}, 30_000);

test('one of two tabs sends the messages of both, and both show each message once', async () => {
  const doctor = await world.platform.doctor();
  const { id } = await world.consultation(doctor);
  const openTab = world.browser(doctor, [id]);
  const [first, second] = [openTab(of(true)), openTab(of(false))];
  for (let n = 0; n < 10; n += 1) (n % 2 ? first : second).outbox.write(id, textReply(`m${n}`));
  const shown = (tab: typeof first) => texts(tab.inbox.timeline(id).value).sort();
  const all = Array.from({ length: 10 }, (_, n) => `m${n}`);
  await expect.poll(() => [shown(first), shown(second)], soon).toEqual([all, all]);
  expect((await world.rows(doctor, id)).sort()).toEqual(all);
}, 30_000);
