import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { OutboxMessage, StoreOutcome } from '../../src/domain/outgoing.ts';
import {
  type Answer,
  here,
  outbox,
  refusal,
  reply,
  rows,
  settled,
  stopOutboxesAfterEachTest,
  stores,
  type Tab,
  tooMany,
} from '../support/outbox.ts';

stopOutboxesAfterEachTest();

/** Two tabs of one doctor that share storage and receive each other's messages. */
function twoTabs(answer: Answer = stores, keep: () => Promise<StoreOutcome> = async () => 'kept', kept = rows()) {
  const [toFirst, toSecond] = [new Subject<OutboxMessage>(), new Subject<OutboxMessage>()];
  const first = outbox({
    kept,
    answer,
    keep,
    fromPeers$: toFirst,
    toPeers$: toSecond,
    permission: { owns: true, ready: true },
  });
  const second = outbox({
    kept,
    answer,
    keep,
    fromPeers$: toSecond,
    toPeers$: toFirst,
    permission: { owns: false, ready: true },
  });
  return { first, second, kept };
}

test('the leader sends the messages of another tab once, and both tabs show them', async () => {
  const { first, second, kept } = twoTabs();
  second.box.write(here, reply('a'));
  await settled();
  expect([first.sent, second.sent, kept.size]).toEqual([['a'], [], 0]);
  expect([first.shown(), second.shown()]).toEqual([['a sent'], ['a sent']]);
});

test('a failed message shows in both tabs and can be retried or discarded in either', async () => {
  const { first, second } = twoTabs(() => ({ outcome: 'refused', refusal }));
  const [one, two] = [first.box.write(here, reply('a')), first.box.write(here, reply('b'))];
  await settled();
  expect(second.shown()).toEqual(['a failed', 'b failed']);
  first.answersNow(stores);
  second.box.retry(one);
  second.box.discard(two);
  await settled();
  expect([first.shown(), second.shown()]).toEqual([['a sent'], ['a sent']]);
});

test('a new leader continues where the previous one stopped', async () => {
  const { first, second } = twoTabs(() => ({ outcome: 'unanswered' }));
  first.box.write(here, reply('a'));
  first.box.write(here, reply('b'));
  await settled();
  second.answersNow(stores);
  first.permission$.next({ owns: false, ready: true });
  second.permission$.next({ owns: true, ready: true });
  await settled(60_000);
  expect([first.sent, second.sent]).toEqual([['a'], ['a', 'b']]);
  expect([first.shown(), second.shown()]).toEqual([
    ['a sent', 'b sent'],
    ['a sent', 'b sent'],
  ]);
});

test('two tabs that both believe that they are the leader do not stop each other', async () => {
  const { first, second } = twoTabs();
  second.permission$.next({ owns: true, ready: true });
  first.box.write(here, reply('a'));
  await settled(1_000);
  expect([first.shown(), second.shown()]).toEqual([['a sent'], ['a sent']]);
});

test('a message of a tab that closes before storing it is sent by another tab', async () => {
  const toOther = new Subject<OutboxMessage>();
  const other = outbox({ fromPeers$: toOther });
  const closing = outbox({
    permission: { owns: false, ready: true },
    keep: () => new Promise(() => {}),
    toPeers$: toOther,
  });
  closing.box.write(here, reply('the last word'));
  await settled(1_000);
  expect([closing.sent, other.sent]).toEqual([[], ['the last word']]);
});

test('a message that could not be stored locally is sent by the leader', async () => {
  const { first, second } = twoTabs(stores, async () => 'failed');
  second.box.write(here, reply('a'));
  await settled();
  expect([first.sent, first.shown(), second.shown()]).toEqual([['a'], ['a sent'], ['a sent']]);
});

test('a new leader sends what waited in the previous one', async () => {
  const { first, second } = twoTabs(() => ({ outcome: 'refused', refusal: tooMany }));
  for (const text of ['a', 'b']) first.box.write(here, reply(text));
  await settled();
  expect(second.shown()).toEqual(['a rateLimited', 'b queued']);
  second.answersNow(stores);
  first.permission$.next({ owns: false, ready: true });
  second.permission$.next({ owns: true, ready: true });
  await settled(60_000);
  expect([first.sent, second.sent]).toEqual([['a'], ['a', 'b']]);
});

/** Maximum wait in ms for the storage read. */
const longest = 5_000;

/** A tab that becomes leader while `n` messages are stored. The test decides when its storage read returns. */
async function takingOver({
  answer = stores,
  fromPeers$ = new Subject<OutboxMessage>(),
}: Pick<Tab, 'answer' | 'fromPeers$'> = {}) {
  let read = () => {};
  let slow = false;
  const reading = () =>
    slow
      ? new Promise<void>((resolve) => {
          read = resolve;
        })
      : Promise.resolve();
  const tab = outbox({ permission: { owns: false, ready: true }, reading, answer, fromPeers$ });
  const id = tab.box.write(here, reply('a'));
  await settled();
  slow = true;
  tab.permission$.next({ owns: true, ready: true });
  return { ...tab, id, fromPeers$, read: () => read() };
}

test('a message deleted during the storage read of a new leader stays deleted', async () => {
  const { box, id, read, shown, sent, kept } = await takingOver({ answer: () => ({ outcome: 'refused', refusal }) });
  await settled(longest);
  box.discard(id);
  read();
  await settled();
  expect([shown(), sent, kept.size, box.unsent(here)]).toEqual([[], ['a'], 0, []]);
});

test('a message sent during the storage read of a new leader is not sent again', async () => {
  const { read, shown, sent } = await takingOver();
  await settled(longest);
  read();
  await settled();
  expect([shown(), sent]).toEqual([['a sent'], ['a']]);
});

test('a message that another tab deleted before this tab knew it does not return', async () => {
  const kept = rows();
  const { first } = twoTabs(() => ({ outcome: 'refused', refusal }), undefined, kept);
  const id = first.box.write(here, reply('a'));
  await settled();
  let read = () => {};
  const fromPeers$ = new Subject<OutboxMessage>();
  const late = outbox({
    kept,
    fromPeers$,
    reading: () =>
      new Promise<void>((resolve) => {
        read = resolve;
      }),
  });
  fromPeers$.next({ kind: 'discarded', clientMessageId: id });
  read();
  await settled();
  expect([late.shown(), late.sent]).toEqual([[], []]);
});

test('a message that the leader deletes while it waits disappears from the other tab', async () => {
  const { first, second } = twoTabs(() => ({ outcome: 'refused', refusal: tooMany }));
  const id = first.box.write(here, reply('a'));
  await settled();
  expect(second.shown()).toEqual(['a rateLimited']);
  first.box.discard(id);
  await settled();
  expect([first.shown(), second.shown(), second.box.unsent(here)]).toEqual([[], [], []]);
});
