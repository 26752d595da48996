import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ConversationId } from '../../contract/ids.ts';
import { dropAcks, dropEvents, repeatEvents, reverseEvents } from '../../server/demo/faults/frameHooks.ts';
import { textReply } from '../../src/domain/reply.ts';
import { messageLinkSuite, soon, texts } from '../support/messageLinkSuite.ts';
import { seededRandom } from '../support/random.ts';

const world = messageLinkSuite();

test('a link that goes silent is detected within 18 seconds, and missed messages are fetched', async () => {
  const doctor = await world.platform.doctor();
  const { id, patient } = await world.consultation(doctor);
  const { inbox } = world.browser(doctor, [id])();
  const there = await world.platform.connected(patient);
  await expect.poll(() => inbox.timeline(id).value.state, soon).toBe('live');
  world.proxy.hang('webSocket');
  const began = Date.now();
  await there.say(id, 'Are you there?');
  await expect
    .poll(() => texts(inbox.timeline(id).value), { timeout: 25_000, interval: 50 })
    .toEqual(['Are you there?']);
  expect(Date.now() - began).toBeLessThan(20_000);
}, 40_000);

test('with resets, silences and repeated or reordered frames no message is lost, doubled or misplaced', async () => {
  const doctor = await world.platform.doctor();
  const [here, there] = [await world.consultation(doctor), await world.consultation(doctor)];
  const openTab = world.browser(doctor, [here.id, there.id]);
  let tab = openTab();
  const patient = await world.platform.connected(here.patient);
  const random = seededRandom(11);
  const hooks = [dropAcks(1), dropEvents(), repeatEvents(2), reverseEvents(2), dropAcks()];
  const faults = [
    () => world.proxy.reset(),
    () => world.proxy.reset('webSocket'),
    () => world.proxy.hang('webSocket'),
    () => world.proxy.cutAfter('up', Math.floor(random() * 200)),
    () => world.proxy.cutAfter('down', Math.floor(random() * 200)),
    async () => {
      // If the tab crashes while sending, the text is still in the draft and not yet in the outbox.
      await expect.poll(tab.unstoredCount, soon).toBe(0);
      tab.close();
      tab = openTab();
    },
    ...hooks.map((hook) => () => world.proxy.frames(hook)),
  ];
  const said: Record<string, string[]> = { [here.id]: [], [there.id]: [] };
  for (let n = 0; n < 60; n += 1) {
    const id = random() < 0.7 ? here.id : there.id;
    tab.outbox.write(id, textReply(`d${n}`));
    said[id]?.push(`d${n}`);
    if (n % 3 === 0) await patient.say(here.id, `p${n}`);
    if (n % 5 === 0) await faults[Math.floor(random() * faults.length)]?.();
    if (n % 7 === 0) world.proxy.frames(null);
    await pause(40 + random() * 40);
  }
  world.proxy.heal();
  world.proxy.reset();
  const shown = (id: ConversationId) => texts(tab.inbox.timeline(id).value);
  const mine = (all: readonly string[]) => all.filter((text) => text.startsWith('d'));
  await expect
    .poll(() => [shown(here.id), shown(there.id)].map(mine), { timeout: 40_000, interval: 100 })
    .toEqual([said[here.id], said[there.id]]);
  const stored = [await world.rows(doctor, here.id), await world.rows(doctor, there.id)];
  await expect.poll(() => [shown(here.id), shown(there.id)], soon).toEqual(stored);
  expect(stored.map(mine)).toEqual([said[here.id], said[there.id]]);
  expect(stored[0]?.filter((text) => text.startsWith('p'))).toHaveLength(20);
}, 90_000);
