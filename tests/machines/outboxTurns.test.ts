import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { OutboxMessage, Outgoing, StoreOutcome, TransmitOutcome } from '../../src/domain/outgoing.ts';
import { deliveryMachine } from '../../src/machines/delivery.ts';
import { outboxMachine } from '../../src/machines/outbox.ts';
import { allUnsent } from '../../src/machines/selectors/outbox.ts';
import { createActor, held, until } from '../support/actors.ts';

const message = (n: number, conversation = 'c1'): Outgoing => ({
  clientMessageId: ClientMessageId.parse(`0190a1b2-0000-7000-8000-00000000000${n}`),
  conversationId: ConversationId.parse(conversation),
  ...{ type: 101, content: `m${n}`, writtenAt: n, delivery: { state: 'queued' }, seq: null },
});
const nameOf = ({ content }: Outgoing) => content;

type Given = {
  readonly owns?: boolean;
  readonly ready?: boolean;
  readonly unsent?: () => Promise<readonly Outgoing[]>;
  readonly store?: () => Promise<StoreOutcome>;
};

/** The outbox of one tab; the test answers each transmission. */
function outbox({ owns = true, ready = true, unsent = async () => [], store = async () => 'kept' }: Given = {}) {
  const clock = new SimulatedClock();
  const sent: string[] = [];
  const removed: string[] = [];
  const answers = new Map<string, (outcome: TransmitOutcome) => void>();
  const peers$ = new Subject<{ type: 'peer.posted'; message: OutboxMessage }>();
  const found$ = new Subject<{ type: 'unsent.found' }>();
  const delivery = deliveryMachine.provide({
    actors: {
      store: fromPromise(store),
      transmit: fromPromise(({ input }) => {
        sent.push(nameOf(input));
        return new Promise<TransmitOutcome>((answer) => answers.set(nameOf(input), answer));
      }),
    },
    actions: { remove: (_, id) => void removed.push(id) },
  });
  const actor = createActor(
    outboxMachine.provide({
      actors: {
        delivery,
        readUnsent: fromPromise(unsent),
        peers: fromEventObservable(() => peers$),
        unsentFound: fromEventObservable(() => found$),
      },
    }),
    { clock },
  ).start();
  const may = (now: boolean, isReady = true) =>
    actor.send({ type: 'permission.changed', permission: { owns: now, ready: isReady } });
  may(owns, ready);
  return {
    ...{ actor, clock, sent, removed, may },
    writes: (...all: readonly Outgoing[]) => {
      for (const outgoing of all) actor.send({ type: 'message.written', outgoing, draft: null });
    },
    hears: (posted: OutboxMessage) => peers$.next({ type: 'peer.posted', message: posted }),
    finds: () => found$.next({ type: 'unsent.found' }),
    answer: (n: number, outcome: TransmitOutcome) => answers.get(`m${n}`)?.(outcome),
    unsent: () => allUnsent(actor.getSnapshot()).map(({ content, delivery: { state } }) => `${content} ${state}`),
    sends: (...wanted: readonly string[]) => until(actor, () => sent.join() === wanted.join()),
  };
}
const stored = { outcome: 'stored', stored: { seq: 4 } } as const;
const refused = { outcome: 'refused', refusal: { ok: false, why: 'forbidden', message: '' } } as const;

test('each conversation sends one message at a time, in the order of writing', async () => {
  const { writes, sends, answer, unsent } = outbox();
  writes(message(1), message(2), message(3, 'c2'));
  await sends('m1', 'm3');
  answer(1, stored);
  await sends('m1', 'm3', 'm2');
  expect(unsent().toSorted()).toEqual(['m2 sending', 'm3 sending']);
});

test('a refused message delays nothing, and is sent again or deleted on request', async () => {
  const { actor, writes, sends, answer, unsent } = outbox();
  writes(message(1), message(2));
  await sends('m1');
  answer(1, refused);
  await sends('m1', 'm2');
  answer(2, refused);
  await until(actor, () => unsent().join() === 'm1 failed,m2 failed');
  actor.send({ type: 'retry.requested', id: message(1).clientMessageId });
  await sends('m1', 'm2', 'm1');
  actor.send({ type: 'discard.requested', id: message(2).clientMessageId });
  await until(actor, () => unsent().join() === 'm1 sending');
});

test('a tab that does not lead, or has no link yet, sends nothing until it may', async () => {
  const other = outbox({ owns: false });
  const early = outbox({ ready: false });
  for (const { actor, writes } of [other, early]) {
    writes(message(1));
    await until(actor, (s) => s.matches({ unsent: 'idle' }));
  }
  expect([other.sent, early.sent]).toEqual([[], []]);
  other.may(true);
  early.may(true);
  await other.sends('m1');
  await early.sends('m1');
});

test('a link that returns ends the pauses of its messages', async () => {
  const { actor, may, writes, sends, answer } = outbox();
  writes(message(1));
  await sends('m1');
  answer(1, { outcome: 'unanswered' });
  await until(actor, (s) => s.context.queues['c1' as ConversationId]?.[0]?.getSnapshot().matches('pausing') === true);
  may(true, false);
  expect(actor.getSnapshot().context.queues['c1' as ConversationId]?.[0]?.getSnapshot().value).toBe('pausing');
  may(true);
  await sends('m1', 'm1');
});

test('a tab that stops leading takes its turns back', async () => {
  const { actor, may, writes, sends, answer, unsent } = outbox();
  writes(message(1));
  await sends('m1');
  answer(1, { outcome: 'unanswered' });
  await until(actor, (s) => s.context.queues['c1' as ConversationId]?.[0]?.getSnapshot().matches('pausing') === true);
  may(false);
  expect(actor.getSnapshot().context.queues['c1' as ConversationId]?.[0]?.getSnapshot().value).toBe('queued');
  expect(unsent()).toHaveLength(1);
});

test('a message that is being stored when the link fails waits for the next turn', async () => {
  const storing = held<StoreOutcome>();
  const { actor, may, writes, sent, sends } = outbox({ store: storing.answer });
  await until(actor, (s) => s.matches({ sending: 'open' }));
  writes(message(1));
  may(true, false);
  storing.give('kept');
  await until(actor, (s) => s.context.queues['c1' as ConversationId]?.[0]?.getSnapshot().value === 'queued');
  expect(sent).toEqual([]);
  may(true);
  await sends('m1');
});

test('the echo of a message confirms it, also without a link', async () => {
  const { actor, writes, unsent, removed } = outbox({ ready: false });
  const { clientMessageId: id } = message(1);
  writes(message(1));
  actor.send({ type: 'echo.received', id, seq: 7 });
  await until(actor, () => unsent().length === 0);
  expect(removed).toEqual([id]);
});

test('what another tab writes is sent by the tab that leads, once', async () => {
  const { hears, sends, unsent } = outbox();
  for (const _ of [1, 2]) hears({ kind: 'written', outgoing: message(1) });
  await sends('m1');
  expect(unsent()).toHaveLength(1);
});

test('what another tab reports or deletes changes the message here', async () => {
  const { actor, hears, unsent } = outbox({ owns: false });
  const { clientMessageId } = message(1);
  for (const n of [1, 2]) hears({ kind: 'written', outgoing: message(n) });
  hears({ kind: 'reported', clientMessageId, report: { delivery: { state: 'sending' }, seq: null } });
  expect(unsent()).toEqual(['m1 sending', 'm2 queued']);
  hears({ kind: 'discarded', clientMessageId });
  hears({
    kind: 'reported',
    clientMessageId: message(2).clientMessageId,
    report: { delivery: { state: 'sent' }, seq: 3 },
  });
  await until(actor, () => unsent().length === 0);
});

test.each<[string, OutboxMessage]>([
  ['deleted', { kind: 'discarded', clientMessageId: message(1).clientMessageId }],
  [
    'sent',
    {
      kind: 'reported',
      clientMessageId: message(1).clientMessageId,
      report: { delivery: { state: 'sent' }, seq: 3 },
    },
  ],
])('a message that another tab has %s before this tab read it does not return', async (_, posted) => {
  const reading = held<readonly Outgoing[]>();
  const { actor, hears, sent, unsent } = outbox({ unsent: reading.answer });
  hears(posted);
  reading.give([message(1)]);
  await until(actor, (s) => s.matches({ unsent: 'idle' }));
  expect([sent, unsent()]).toEqual([[], []]);
});

test('a report about a message that this tab does not know changes nothing', async () => {
  const { actor, hears, sends } = outbox({ unsent: async () => [message(1)] });
  hears({
    kind: 'reported',
    clientMessageId: message(1).clientMessageId,
    report: { delivery: { state: 'sending' }, seq: null },
  });
  await until(actor, (s) => s.matches({ unsent: 'idle' }));
  await sends('m1');
});

test('messages of an earlier page go before new ones, in the order of writing', async () => {
  const reading = held<readonly Outgoing[]>();
  const { writes, sent, sends, answer } = outbox({ unsent: reading.answer });
  writes(message(3));
  expect(sent).toEqual([]);
  reading.give([message(2), message(1)]);
  await sends('m1');
  answer(1, stored);
  await sends('m1', 'm2');
  answer(2, stored);
  await sends('m1', 'm2', 'm3');
});

test('new messages wait five seconds for a slow storage, and do not wait for one that cannot be read', async () => {
  const slow = outbox({ unsent: held<readonly Outgoing[]>().answer });
  slow.writes(message(1));
  slow.clock.increment(4_999);
  expect(slow.sent).toEqual([]);
  slow.clock.increment(1);
  await slow.sends('m1');
  const broken = outbox({ unsent: () => Promise.reject(new Error('unreadable')) });
  broken.writes(message(1));
  await broken.sends('m1');
});

test('messages that another page leaves in the storage later are read and sent, also during a read', async () => {
  const kept: Outgoing[] = [];
  const reads: ReturnType<typeof held<readonly Outgoing[]>>[] = [];
  const { actor, finds, sends } = outbox({
    unsent: () => {
      const read = held<readonly Outgoing[]>();
      reads.push(read);
      return read.answer();
    },
  });
  const answersAll = () => {
    for (const read of reads) read.give([...kept]);
  };
  const outdated = reads.at(-1);
  kept.push(message(1));
  finds();
  outdated?.give([]);
  answersAll();
  await sends('m1');
  await until(actor, (s) => s.matches({ unsent: 'idle' }));
  kept.push(message(2, 'c2'));
  finds();
  answersAll();
  await sends('m1', 'm2');
});

test('a tab that becomes the leader reads the storage again, also during a read', async () => {
  let reads = 0;
  const { actor, may } = outbox({
    owns: false,
    unsent: async () => {
      reads += 1;
      return [];
    },
  });
  may(true);
  expect(reads).toBe(2);
  await until(actor, (s) => s.matches({ unsent: 'idle' }));
  may(true, false);
  expect(reads).toBe(2);
  may(false);
  may(true);
  expect(reads).toBe(3);
});
