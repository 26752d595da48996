import type { OutboxMessage } from '../../../src/machines/delivery.ts';
import 'fake-indexeddb/auto';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Observable, of, Subscription } from 'rxjs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { Api } from '../../../contract/catalogue.ts';
import { queryImMessages } from '../../../contract/http/im.ts';
import { ConversationId } from '../../../contract/ids.ts';
import { ImMessage } from '../../../contract/im.ts';
import { limits } from '../../../contract/limits.ts';
import { uuidv7 } from '../../../contract/uuidv7.ts';
import { openMessages } from '../../../src/compose/adapters/messages.ts';
import { textReply } from '../../../src/domain/reply.ts';
import type { Timeline } from '../../../src/domain/timeline.ts';
import type { TabChannel } from '../../../src/services/crossTab.ts';
import { openImSocket } from '../../../src/services/imSocket.ts';
import { openVault } from '../../../src/services/vault.ts';
import { type Consultations, type Member, openConsultations } from '../../support/consultPlatform.ts';
import { openTestDatabase } from '../../support/database.ts';
import { type FaultProxy, faultProxy } from '../../support/faultProxy.ts';
import { dropAcks, dropEvents, repeatEvents, reverseEvents } from '../../support/frameHooks.ts';
import { seededRandom } from '../../support/random.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let platform: Consultations;
let proxy: FaultProxy;
let ownPort: number;
/** Where the line leads. */
let port: number;
const closing: (() => void)[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  platform = await openConsultations(database.db, {
    get now() {
      return Date.now();
    },
  });
  ownPort = Number(new URL(await platform.listen()).port);
  port = ownPort;
  proxy = await faultProxy({ target: () => ({ host: '127.0.0.1', port }), seed: 7 });
}, 60_000);
afterEach(() => {
  port = ownPort;
  proxy.heal();
  for (const close of closing.splice(0).reverse()) close();
});
afterAll(async () => {
  await proxy?.close();
  await platform?.close();
  await database?.close();
});

const Kept = z.object({ clientMessageId: z.string() });

const fakeWindow = () => {
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval };
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  return Object.assign(new EventTarget(), timers, { document: page }) as unknown as Window;
};

/** The one call that the messages need, over the same line as the socket. */
const callsOf = ({ token, tenantId }: Member) => {
  const query: Api['queryImMessages'] = async (input) => {
    const failed = { ok: false, failure: { kind: 'network', code: null, message: 'no link', data: null } } as const;
    try {
      const reply = await fetch(`${proxy.url}/api${queryImMessages.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'tenant-id': tenantId, authorization: `Bearer ${token}` },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(2_000),
      });
      const { data } = (await reply.json()) as { data: unknown };
      return { ok: true, data: queryImMessages.reply.parse(data) };
    } catch {
      return failed;
    }
  };
  return { queryImMessages: query } as unknown as Api;
};

/** How far the clock of the doctor's machine is wrong. */
const machineAheadMs = 3_600_000;

/** Tabs of one browser: each hears the others. */
function browser(as: Member, running: readonly ConversationId[]) {
  const listeners = new Set<(news: OutboxMessage) => void>();
  const owner = randomUUID();

  return function openTab(turn$: Observable<boolean> = of(true)) {
    const scope = new Subscription();
    const mine = new Set<(news: OutboxMessage) => void>();
    const channel: TabChannel<OutboxMessage> = {
      post: (news) => {
        for (const hear of listeners) if (!mine.has(hear)) setTimeout(() => hear(structuredClone(news)));
      },
      listen(hear) {
        mine.add(hear);
        listeners.add(hear);
        return () => void listeners.delete(hear);
      },
      close() {},
    };
    const log = () => {};
    const socket = openImSocket({
      url: proxy.url,
      path: '/infra/im',
      window: fakeWindow(),
      log,
      ackTimeoutMs: 1_000,
      silenceMs: 18_000,
      credentials: () => ({ token: as.token, tenantId: as.tenantId }),
      renew: async () => true,
      revoked: () => {},
    });
    const vault = openVault({ crypto, indexedDB, page: null, owner, log });
    const { inbox, outbox } = openMessages(
      {
        api: callsOf(as),
        socket,
        vault,
        drafts: { handOver: (_, keep) => keep() },
        turn$,
        channel,
        running$: of(running),
        newId: uuidv7({ now: Date.now, randomBytes }),
        now: Date.now,
        platformNow: () => Date.now() - machineAheadMs,
        random: Math.random,
      },
      scope,
    );
    const close = () => {
      scope.unsubscribe();
      socket.close();
      vault.close();
    };
    closing.push(close);
    const kept = async () => (await vault.all('outgoing', Kept)).map(({ clientMessageId }) => clientMessageId);
    const unkept = async () => {
      const ids = await kept();
      return running.flatMap(outbox.unsent).filter(({ clientMessageId }) => !ids.includes(clientMessageId)).length;
    };
    return { inbox, outbox, close, unkept, kept: async () => (await kept()).length };
  };
}

async function consultation(doctor: Member) {
  const order = await platform.hospital.order(OrderStatus.active, { doctor });
  const patient = await platform.signedIn('patient', order.patient);
  return { id: ConversationId.parse(order.conversationId), patient };
}

const texts = ({ messages }: Timeline) =>
  messages.map(({ body, delivery }) => {
    const text = body.kind === 'text' ? body.text : body.kind;
    return delivery && delivery.state !== 'sent' ? `${text} (${delivery.state})` : text;
  });

/** What the platform has, asked for past the proxy. */
async function rows(as: Member, conversationId: string): Promise<string[]> {
  const data = await platform.data<{ list: unknown[] }>(queryImMessages, as, { conversationId, limit: 200 });
  return data.list.map((row) => JSON.parse(ImMessage.parse(row).content).content);
}

const soon = { timeout: 15_000, interval: 50 };

test('a message that waits is dated by the platform, however wrong the clock of this machine is', async () => {
  const doctor = await platform.doctor();
  const { id } = await consultation(doctor);
  const { inbox, outbox } = browser(doctor, [id])(of(false));
  await expect.poll(() => inbox.timeline(id).value.state, soon).toBe('live');
  outbox.write(id, textReply('Waiting'));
  const [waiting] = inbox.timeline(id).value.messages;
  expect(Math.abs((waiting?.sendTime ?? 0) - (Date.now() - machineAheadMs))).toBeLessThan(60_000);
});

test('a link that goes silent without a goodbye is noticed within 18 seconds, and what was missed is fetched', async () => {
  const doctor = await platform.doctor();
  const { id, patient } = await consultation(doctor);
  const { inbox } = browser(doctor, [id])();
  const there = await platform.connected(patient);
  await expect.poll(() => inbox.timeline(id).value.state, soon).toBe('live');
  proxy.hang('webSocket');
  const began = Date.now();
  await there.say(id, 'Are you there?');
  await expect
    .poll(() => texts(inbox.timeline(id).value), { timeout: 25_000, interval: 50 })
    .toEqual(['Are you there?']);
  expect(Date.now() - began).toBeLessThan(20_000);
}, 40_000);

test('what is written arrives, is marked delivered and read, and the answer comes by itself', async () => {
  const doctor = await platform.doctor();
  const { id, patient } = await consultation(doctor);
  const { inbox, outbox } = browser(doctor, [id])();
  const there = await platform.connected(patient);
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

test('what was written before the page was closed is sent by the next page, once', async () => {
  const doctor = await platform.doctor();
  const { id } = await consultation(doctor);
  const openTab = browser(doctor, [id]);
  proxy.refuse();
  const first = openTab();
  for (const text of ['one', 'two', 'three']) first.outbox.write(id, textReply(text));
  await expect.poll(first.kept, soon).toBe(3);
  first.close();
  proxy.heal();
  const second = openTab();
  await expect.poll(() => texts(second.inbox.timeline(id).value), soon).toEqual(['one', 'two', 'three']);
  expect(await rows(doctor, id)).toEqual(['one', 'two', 'three']);
}, 30_000);

test('whoever has said too much waits: what was written is stored in its order, and none of it fails', async () => {
  const doctor = await platform.doctor();
  const { id } = await consultation(doctor);
  // On a platform whose clock stands, what one person may say at once does not grow again.
  const clock = { now: Date.now() };
  const strict = await openConsultations(database.db, clock);
  closing.push(() => void strict.close());
  port = Number(new URL(await strict.listen()).port);
  const elsewhere = await strict.connected(doctor);
  for (let n = 0; n < limits.messageBurst; n += 1) await elsewhere.say(id, `x${n}`);
  const { outbox } = browser(doctor, [id])();
  const states = new Set<string>();
  outbox.changes$.subscribe((change) => {
    if (change.kind === 'dropped') return;
    states.add(change.outgoing.delivery.state);
    if (change.outgoing.delivery.state === 'held') clock.now += 60_000;
  });
  const mine = ['m0', 'm1', 'm2'];
  for (const text of mine) outbox.write(id, textReply(text));
  const stored = async () => (await rows(doctor, id)).filter((text) => text.startsWith('m'));
  await expect.poll(stored, soon).toEqual(mine);
  expect([states.has('held'), states.has('failed')]).toEqual([true, false]);
}, 30_000);

test('of two tabs one sends what both write, and both show all of it once', async () => {
  const doctor = await platform.doctor();
  const { id } = await consultation(doctor);
  const openTab = browser(doctor, [id]);
  const [first, second] = [openTab(of(true)), openTab(of(false))];
  for (let n = 0; n < 10; n += 1) (n % 2 ? first : second).outbox.write(id, textReply(`m${n}`));
  const shown = (tab: typeof first) => texts(tab.inbox.timeline(id).value).sort();
  const all = Array.from({ length: 10 }, (_, n) => `m${n}`);
  await expect.poll(() => [shown(first), shown(second)], soon).toEqual([all, all]);
  expect((await rows(doctor, id)).sort()).toEqual(all);
}, 30_000);

test('through resets, silences and lost, repeated and reordered frames nothing is lost, doubled or out of order', async () => {
  const doctor = await platform.doctor();
  const [here, there] = [await consultation(doctor), await consultation(doctor)];
  const openTab = browser(doctor, [here.id, there.id]);
  let tab = openTab();
  const patient = await platform.connected(here.patient);
  const random = seededRandom(11);
  const hooks = [dropAcks(1), dropEvents(), repeatEvents(2), reverseEvents(2), dropAcks()];
  const faults = [
    () => proxy.reset(),
    () => proxy.reset('webSocket'),
    () => proxy.hang('webSocket'),
    () => proxy.cutAfter('up', Math.floor(random() * 200)),
    () => proxy.cutAfter('down', Math.floor(random() * 200)),
    async () => {
      // What a crash in the very moment of "send" takes away stands in the composer's draft, not in the outbox.
      await expect.poll(tab.unkept, soon).toBe(0);
      tab.close();
      tab = openTab();
    },
    ...hooks.map((hook) => () => proxy.frames(hook)),
  ];
  const said: Record<string, string[]> = { [here.id]: [], [there.id]: [] };
  for (let n = 0; n < 60; n += 1) {
    const id = random() < 0.7 ? here.id : there.id;
    tab.outbox.write(id, textReply(`d${n}`));
    said[id]?.push(`d${n}`);
    if (n % 3 === 0) await patient.say(here.id, `p${n}`);
    if (n % 5 === 0) await faults[Math.floor(random() * faults.length)]?.();
    if (n % 7 === 0) proxy.frames(null);
    await pause(40 + random() * 40);
  }
  proxy.heal();
  proxy.reset();
  const shown = (id: ConversationId) => texts(tab.inbox.timeline(id).value);
  const mine = (all: readonly string[]) => all.filter((text) => text.startsWith('d'));
  await expect
    .poll(() => [shown(here.id), shown(there.id)].map(mine), { timeout: 40_000, interval: 100 })
    .toEqual([said[here.id], said[there.id]]);
  const stored = [await rows(doctor, here.id), await rows(doctor, there.id)];
  await expect.poll(() => [shown(here.id), shown(there.id)], soon).toEqual(stored);
  expect(stored.map(mine)).toEqual([said[here.id], said[there.id]]);
  expect(stored[0]?.filter((text) => text.startsWith('p'))).toHaveLength(20);
}, 90_000);
