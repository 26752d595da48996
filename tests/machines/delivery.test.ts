import { expect, test } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Refusal } from '../../contract/im.ts';
import type { Delivery } from '../../src/domain/message.ts';
import type { Outgoing, Report, StoreOutcome, TransmitOutcome } from '../../src/domain/outgoing.ts';
import { deliveryMachine } from '../../src/machines/delivery.ts';
import { createActor, until } from '../support/actors.ts';

const id = ClientMessageId.parse('0190a1b2-0000-7000-8000-000000000000');
const failed: Delivery = { state: 'failed', why: 'forbidden', message: 'closed', retryAfterMs: null };
const written = (delivery: Delivery = { state: 'queued' }): Outgoing => ({
  ...{ clientMessageId: id, conversationId: ConversationId.parse('c1'), type: 101, content: '{}', writtenAt: 1 },
  ...{ delivery, seq: null },
});
const refusal: Refusal = { ok: false, why: 'forbidden', message: 'closed' };
const tooMany: Refusal = { ok: false, why: 'rateLimited', message: 'slow', retryAfterMs: 3_000 };
const sentByPeer: Report = { delivery: { state: 'sent' }, seq: 4 };
const failedByPeer: Report = { delivery: failed, seq: null };

type Given = {
  readonly delivery?: Delivery;
  readonly isStoredLocally?: boolean;
  readonly store?: () => Promise<StoreOutcome>;
};

/** One message of this tab; the test answers for the platform, or breaks the transmission. */
function delivering({ delivery, isStoredLocally = true, store = async () => 'kept' }: Given = {}) {
  const clock = new SimulatedClock();
  const transmissions: { answer: (outcome: TransmitOutcome) => void; breaks: () => void }[] = [];
  const done: string[] = [];
  const posted: string[] = [];
  const machine = deliveryMachine.provide({
    actors: {
      store: fromPromise(store),
      transmit: fromPromise(
        () =>
          new Promise<TransmitOutcome>((answer, reject) => {
            transmissions.push({ answer, breaks: () => reject(new Error('broken')) });
          }),
      ),
    },
    actions: {
      save: (_, outgoing) => void done.push(`saved ${outgoing.delivery.state}`),
      remove: () => void done.push('removed'),
      post: (_, message) =>
        void posted.push(message.kind === 'reported' ? message.report.delivery.state : message.kind),
      show: (_, change) => void done.push(change.kind === 'changed' ? change.outgoing.delivery.state : 'dropped'),
    },
  });
  const input = { outgoing: written(delivery), draft: null, isStoredLocally };
  const actor = createActor(machine, { clock, input }).start();
  const state = () => actor.getSnapshot().value;
  const is = (wanted: ReturnType<typeof state>) => until(actor, (s) => s.value === wanted);
  const hears = (report: Report) => actor.send({ type: 'peer.reported', report });
  const goes = () => actor.send({ type: 'turn.granted' });
  const answers = (outcome: TransmitOutcome) => transmissions.at(-1)?.answer(outcome);
  return { actor, clock, transmissions, done, posted, state, is, hears, goes, answers };
}
type Message = ReturnType<typeof delivering>;

/** A message in the state in which it waits for something after its turn. */
const waiting = {
  async sending({ goes }: Message) {
    goes();
  },
  async pausing({ goes, answers, is }: Message) {
    goes();
    answers({ outcome: 'unanswered' });
    await is('pausing');
  },
  async rateLimited({ goes, answers, is }: Message) {
    goes();
    answers({ outcome: 'refused', refusal: tooMany });
    await is('rateLimited');
  },
};
const waits = Object.entries(waiting);

test('a new message is told to the other tabs before it is stored, then it waits for its turn', async () => {
  const { done, posted, state, is } = delivering({ isStoredLocally: false });
  expect([state(), posted, done]).toEqual(['storing', ['written'], ['queued']]);
  await is('queued');
});

test('a message of an earlier page waits for its turn, and a failed one stays failed', () => {
  const [waiting, broken] = [delivering(), delivering({ delivery: failed })];
  expect([waiting.state(), waiting.posted]).toEqual(['queued', []]);
  expect([broken.state(), broken.posted]).toEqual(['failed', []]);
});

test.each<[string, () => Promise<StoreOutcome>]>([
  ['stored', async () => 'kept'],
  ['stored, which throws', () => Promise.reject(new Error('no storage'))],
])('a message that gets its turn while it is being %s is sent at once', async (_, store) => {
  const { goes, is, transmissions } = delivering({ isStoredLocally: false, store });
  goes();
  expect(transmissions).toEqual([]);
  await is('sending');
});

test.each<[string, () => Promise<StoreOutcome>]>([
  ['stored', async () => 'kept'],
  ['stored, which throws', () => Promise.reject(new Error('no storage'))],
])('a message that loses its turn while it is being %s waits for the next', async (_, store) => {
  const { actor, goes, is, transmissions } = delivering({ isStoredLocally: false, store });
  goes();
  actor.send({ type: 'turn.revoked' });
  await is('queued');
  expect(transmissions).toEqual([]);
});

test('a message is sent when its turn comes, and deleted here once the platform has stored it', async () => {
  const { actor, done, posted, goes, is, answers } = delivering();
  goes();
  expect([posted, done]).toEqual([['sending'], ['queued', 'sending']]);
  answers({ outcome: 'stored', stored: { seq: 4 } });
  await is('sent');
  expect([posted, done, actor.getSnapshot().context.outgoing.seq]).toEqual([
    ['sending', 'sent'],
    ['queued', 'sending', 'removed', 'sent'],
    4,
  ]);
});

test('a refused message is kept as failed, here and in the other tabs, until the doctor tries again', async () => {
  const { actor, done, posted, goes, is, answers } = delivering();
  goes();
  answers({ outcome: 'refused', refusal });
  await is('failed');
  expect([posted, done.slice(-2)]).toEqual([
    ['sending', 'failed'],
    ['saved failed', 'failed'],
  ]);
  actor.send({ type: 'retry.requested' });
  await is('queued');
  expect([posted.at(-1), done.slice(-2)]).toEqual(['queued', ['saved queued', 'queued']]);
});

test.each<[string, (message: Message) => void]>([
  ['has no answer', ({ answers }) => answers({ outcome: 'unanswered' })],
  ['throws', ({ transmissions }) => transmissions.at(-1)?.breaks()],
])('a transmission that %s is repeated after growing pauses', async (_, ends) => {
  const message = delivering();
  message.goes();
  for (const pause of [500, 1_000]) {
    ends(message);
    await message.is('pausing');
    message.clock.increment(pause - 1);
    expect(message.state()).toBe('pausing');
    message.clock.increment(1);
    expect(message.state()).toBe('sending');
  }
});

test('a link that returns ends the pause, and the pauses begin anew', async () => {
  const message = delivering();
  await waiting.pausing(message);
  message.clock.increment(500);
  message.answers({ outcome: 'unanswered' });
  await message.is('pausing');
  message.actor.send({ type: 'link.restored' });
  expect([message.state(), message.actor.getSnapshot().context.attempts]).toEqual(['sending', 0]);
});

test('a rate-limited message waits as long as the platform says, then it is sent again', async () => {
  const message = delivering();
  await waiting.rateLimited(message);
  expect([message.posted.at(-1), message.done.at(-1)]).toEqual(['rateLimited', 'rateLimited']);
  message.clock.increment(2_999);
  expect(message.state()).toBe('rateLimited');
  message.clock.increment(1);
  expect(message.state()).toBe('sending');
});

test.each(['pausing', 'rateLimited'] as const)(
  'a message that loses its turn while it is %s waits in the queue',
  async (at) => {
    const message = delivering();
    await waiting[at](message);
    if (at === 'pausing') {
      message.clock.increment(500);
      message.answers({ outcome: 'unanswered' });
      await message.is('pausing');
    }
    message.actor.send({ type: 'turn.revoked' });
    expect([message.state(), message.actor.getSnapshot().context.attempts]).toEqual(['queued', 0]);
  },
);

test.each(waits)('another tab’s "sent" ends a message that is %s here', async (_, reach) => {
  const message = delivering();
  await reach(message);
  message.hears(sentByPeer);
  expect([message.state(), message.done.slice(-2)]).toEqual(['sent', ['removed', 'sent']]);
});

test.each(waits)('another tab’s "failed" ends a message that is %s here', async (_, reach) => {
  const message = delivering();
  await reach(message);
  message.hears(failedByPeer);
  expect([message.state(), message.done.at(-1)]).toEqual(['failed', 'failed']);
});

test.each(waits)('another tab that is sending too does not stop a message that is %s here', async (at, reach) => {
  const message = delivering();
  await reach(message);
  for (const state of ['sending', 'queued'] as const) message.hears({ delivery: { state }, seq: null });
  expect(message.state()).toBe(at);
});

test.each<[string, Given, (message: Message) => Promise<unknown> | undefined]>([
  ['waits for its turn', {}, () => undefined],
  ['waits for the rate limit', {}, waiting.rateLimited],
  ['has failed', { delivery: failed }, () => undefined],
])('a message that %s is deleted by the doctor, or because another tab deleted it', async (_, given, reach) => {
  const [here, there] = [delivering(given), delivering(given)];
  await Promise.all([reach(here), reach(there)]);
  here.actor.send({ type: 'discard.requested' });
  there.actor.send({ type: 'peer.discarded' });
  for (const { state, done } of [here, there])
    expect([state(), done.slice(-2)]).toEqual(['discarded', ['removed', 'dropped']]);
  expect([here.posted.at(-1), there.posted.includes('discarded')]).toEqual(['discarded', false]);
});

test('a message that another tab sends waits for the news of it', () => {
  const { hears, state, done, goes } = delivering();
  hears({ delivery: { state: 'sending' }, seq: null });
  expect([state(), done.at(-1)]).toEqual(['elsewhere', 'sending']);
  hears({ delivery: { state: 'queued' }, seq: null });
  expect([state(), done.at(-1)]).toEqual(['queued', 'queued']);
  hears({ delivery: { state: 'sending' }, seq: null });
  goes();
  expect(state()).toBe('sending');
});

test('a message that another tab sends is deleted, sent or failed with it', () => {
  const sends = () => {
    const message = delivering();
    message.hears({ delivery: { state: 'sending' }, seq: null });
    return message;
  };
  const [deleted, sent, refused] = [sends(), sends(), sends()];
  deleted.actor.send({ type: 'peer.discarded' });
  sent.hears(sentByPeer);
  refused.hears(failedByPeer);
  expect([deleted.state(), sent.state(), refused.state()]).toEqual(['discarded', 'sent', 'failed']);
  expect([deleted, sent, refused].map(({ done }) => done.at(-1))).toEqual(['dropped', 'sent', 'failed']);
  expect(sent.actor.getSnapshot().context.outgoing).toMatchObject(sentByPeer);
});

test.each(waits)('the echo of a message that is %s confirms it, and the other tabs hear so', async (_, reach) => {
  const message = delivering();
  await reach(message);
  message.actor.send({ type: 'echo.received', seq: 7 });
  expect([message.state(), message.posted.at(-1), message.actor.getSnapshot().context.outgoing.seq]).toEqual([
    'sent',
    'sent',
    7,
  ]);
});
