import { firstValueFrom, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { ClientMessageId, OrderId } from '../../contract/ids.ts';
import type { Refusal } from '../../contract/im.ts';
import { uuidv7 } from '../../contract/uuidv7.ts';
import { draftKey } from '../../src/domain/drafts.ts';
import type { Outgoing, StoreOutcome } from '../../src/domain/outgoing.ts';
import {
  here,
  newId,
  outbox,
  refusal,
  reply,
  rows,
  settled,
  stopOutboxesAfterEachTest,
  stores,
  textOf,
  there,
  tooMany,
} from '../support/outbox.ts';

stopOutboxesAfterEachTest();

test('a message is stored locally before it is sent, and deleted once the platform has stored it', async () => {
  const keptWhenSent: number[] = [];
  const kept = rows();
  const { box, shown } = outbox({
    kept,
    answer: () => {
      keptWhenSent.push(kept.size);
      return { outcome: 'stored', stored: { seq: 1 } };
    },
  });
  box.write(here, reply('a'));
  expect(shown()).toEqual(['a queued']);
  await settled();
  expect([keptWhenSent, kept.size, shown()]).toEqual([[1], 0, ['a sent']]);
});

test('a conversation sends one message at a time, in the order of writing', async () => {
  const free: (() => void)[] = [];
  const { box, sent } = outbox({
    answer: () => new Promise((resolve) => free.push(() => resolve({ outcome: 'stored', stored: { seq: 1 } }))),
  });
  for (const text of ['a', 'b', 'c']) box.write(here, reply(text));
  box.write(there, reply('x'));
  await settled();
  expect(sent).toEqual(['a', 'x']);
  free[0]?.();
  await settled();
  expect(sent).toEqual(['a', 'x', 'b']);
});

test('after the clock is set back, new messages still follow waiting ones', async () => {
  const kept = rows();
  const clientMessageId = ClientMessageId.parse(
    uuidv7({ now: () => 3_601_000, randomBytes: (n) => new Uint8Array(n) })(),
  );
  const delivery = { state: 'queued' } as const;
  const { type, content } = reply('before');
  kept.set(clientMessageId, {
    clientMessageId,
    conversationId: here,
    type,
    content,
    writtenAt: 3_601_000,
    delivery,
    seq: null,
  });
  const { box, sent, permission$ } = outbox({ kept, permission: { owns: true, ready: false } });
  await settled();
  for (const text of ['after', 'and after that']) box.write(here, reply(text));
  expect(box.unsent(here).map(textOf)).toEqual(['before', 'after', 'and after that']);
  expect(box.unsentCount()).toBe(3);
  permission$.next({ owns: true, ready: true });
  await settled();
  expect(sent).toEqual(['before', 'after', 'and after that']);
});

test('an unanswered message is retried with growing pauses and delays only its own conversation', async () => {
  const { box, sent, answersNow } = outbox({
    answer: (outgoing) =>
      outgoing.conversationId === here ? { outcome: 'unanswered' } : { outcome: 'stored', stored: { seq: 1 } },
  });
  box.write(here, reply('stuck'));
  box.write(here, reply('behind'));
  box.write(there, reply('free'));
  await settled();
  expect(sent).toEqual(['stuck', 'free']);
  await settled(250);
  expect(sent).toEqual(['stuck', 'free', 'stuck']);
  await settled(499);
  expect(sent).toHaveLength(3);
  answersNow(stores);
  await settled(1);
  expect(sent.slice(3)).toEqual(['stuck', 'behind']);
});

test('a refused message shows as failed and delays nothing; its retry uses the same id', async () => {
  const { box, sent, shown, kept, answersNow } = outbox({
    answer: (outgoing) =>
      textOf(outgoing) === 'bad' ? { outcome: 'refused', refusal } : { outcome: 'stored', stored: { seq: 1 } },
  });
  const id = box.write(here, reply('bad'));
  box.write(here, reply('good'));
  await settled();
  expect([sent, shown()]).toEqual([
    ['bad', 'good'],
    ['bad failed', 'good sent'],
  ]);
  expect(kept.get(id)?.delivery).toEqual({
    state: 'failed',
    why: 'conversationClosed',
    message: 'closed',
    retryAfterMs: null,
  });
  answersNow(stores);
  box.retry(id);
  await settled();
  expect([sent.at(-1), shown()[0], kept.size]).toEqual(['bad', 'bad sent', 0]);
});

test('nothing is sent before all missed messages are fetched', async () => {
  const { box, sent, permission$ } = outbox({ permission: { owns: true, ready: false } });
  box.write(here, reply('a'));
  await settled();
  expect(sent).toEqual([]);
  permission$.next({ owns: true, ready: true });
  await settled();
  expect(sent).toEqual(['a']);
});

test('a message that is being stored while the link fails waits until all missed messages are fetched', async () => {
  const stored$ = new Subject<StoreOutcome>();
  const { box, sent, permission$ } = outbox({ keep: () => firstValueFrom(stored$) });
  box.write(here, reply('a'));
  await settled();
  permission$.next({ owns: true, ready: false });
  stored$.next('kept');
  await settled();
  expect(sent).toEqual([]);
  permission$.next({ owns: true, ready: true });
  await settled();
  expect(sent).toEqual(['a']);
});

test('a restored link ends the pause', async () => {
  const { box, sent, permission$, answersNow } = outbox({ answer: () => ({ outcome: 'unanswered' }) });
  box.write(here, reply('a'));
  await settled();
  permission$.next({ owns: true, ready: false });
  answersNow(stores);
  permission$.next({ owns: true, ready: true });
  await settled();
  expect(sent).toEqual(['a', 'a']);
});

test('unsent messages of an earlier page are sent, failed ones stay failed', async () => {
  const kept = rows();
  const old = (text: string, delivery: Outgoing['delivery']) => {
    const clientMessageId = newId();
    kept.set(clientMessageId, {
      clientMessageId,
      conversationId: here,
      ...reply(text),
      writtenAt: 1,
      delivery,
      seq: null,
    });
  };
  old('failed before', { state: 'failed', why: 'forbidden', message: '', retryAfterMs: null });
  old('left', { state: 'queued' });
  const { sent, shown } = outbox({ kept });
  await settled();
  expect([sent, shown()]).toEqual([['left'], ['failed before failed', 'left sent']]);
});

test('unsent messages of an earlier page are sent before new ones, even if the read is slow', async () => {
  const kept = rows();
  const clientMessageId = newId();
  kept.set(clientMessageId, {
    clientMessageId,
    conversationId: here,
    ...reply('left'),
    writtenAt: 1,
    delivery: { state: 'queued' },
    seq: null,
  });
  let read = () => {};
  const answer = new Promise<void>((resolve) => {
    read = resolve;
  });
  const { box, sent } = outbox({ kept, reading: () => answer });
  box.write(here, reply('new'));
  await settled(4_999);
  expect(sent).toEqual([]);
  read();
  await settled();
  expect(sent).toEqual(['left', 'new']);
});

test('unsent messages found later are sent too', async () => {
  const [kept, more$] = [rows(), new Subject<void>()];
  const { sent } = outbox({ kept, more$ });
  await settled();
  const clientMessageId = newId();
  kept.set(clientMessageId, {
    clientMessageId,
    conversationId: here,
    ...reply('left'),
    writtenAt: 1,
    delivery: { state: 'queued' },
    seq: null,
  });
  more$.next();
  await settled();
  expect(sent).toEqual(['left']);
});

test('new messages are sent even if storage never answers', async () => {
  const { box, sent } = outbox({ reading: () => new Promise(() => {}) });
  box.write(here, reply('new'));
  await settled(5_000);
  expect(sent).toEqual(['new']);
});

test('the echo confirms a message whose answer was lost', async () => {
  const { box, shown, kept, sent } = outbox({ answer: () => ({ outcome: 'unanswered' }) });
  const id = box.write(here, reply('a'));
  await settled();
  box.noteEcho(id, 7);
  await settled(60_000);
  expect([shown(), kept.size, sent]).toEqual([['a sent'], 0, ['a']]);
});

test('a message that cannot be stored locally is still sent', async () => {
  const { box, sent, shown } = outbox({ keep: async () => 'failed' });
  box.write(here, reply('a'));
  await settled();
  expect([sent, shown()]).toEqual([['a'], ['a sent']]);
});

test('a rate-limited message waits as long as the platform says; others of other patients continue', async () => {
  const { box, sent, shown, answersNow } = outbox({
    answer: ({ conversationId }) =>
      conversationId === here ? { outcome: 'refused', refusal: tooMany } : { outcome: 'stored', stored: { seq: 1 } },
  });
  for (const text of ['first', 'second']) box.write(here, reply(text));
  box.write(there, reply('other'));
  await settled();
  expect([sent, shown()]).toEqual([
    ['first', 'other'],
    ['first rateLimited', 'second queued', 'other sent'],
  ]);
  answersNow(stores);
  await settled(2_999);
  expect(sent).toHaveLength(2);
  await settled(1);
  expect([sent.slice(2), shown()]).toEqual([
    ['first', 'second'],
    ['first sent', 'second sent', 'other sent'],
  ]);
});

test('the pause named by the platform is capped, and a waiting message can be deleted', async () => {
  const forAnHour: Refusal = { ...tooMany, retryAfterMs: 3_600_000 };
  const { box, sent, shown, answersNow } = outbox({ answer: () => ({ outcome: 'refused', refusal: forAnHour }) });
  const id = box.write(here, reply('a'));
  box.write(here, reply('b'));
  await settled(30_000);
  expect(sent).toEqual(['a', 'a']);
  answersNow(stores);
  box.discard(id);
  await settled();
  expect([sent, shown()]).toEqual([['a', 'a', 'b'], ['b sent']]);
});

test('a message that is limited again and again fails with the time to wait; its retry keeps the id', async () => {
  const { box, kept, sent, shown, answersNow } = outbox({ answer: () => ({ outcome: 'refused', refusal: tooMany }) });
  const id = box.write(here, reply('a'));
  await settled(5 * 3_000);
  expect([sent.length, kept.get(id)?.delivery]).toEqual([
    6,
    { state: 'failed', why: 'rateLimited', message: 'slow', retryAfterMs: 3_000 },
  ]);
  answersNow(stores);
  box.retry(id);
  await settled();
  expect([shown(), kept.size]).toEqual([['a sent'], 0]);
});

test('storing the message deletes its draft, once', async () => {
  const draft = draftKey('reply', OrderId.parse('7'));
  const { box, replaced, answersNow } = outbox({ answer: () => ({ outcome: 'refused', refusal }) });
  const id = box.write(here, reply('a'), draft);
  await settled();
  answersNow(stores);
  box.retry(id);
  await settled();
  expect([replaced[0], replaced.slice(1).every((one) => one === null)]).toEqual([draft, true]);
});

test('a discarded message does not return', async () => {
  const { box, shown, kept, permission$, sent } = outbox({ permission: { owns: true, ready: false } });
  const id = box.write(here, reply('a'));
  await settled();
  box.discard(id);
  permission$.next({ owns: true, ready: true });
  await settled();
  expect([shown(), kept.size, sent, box.unsent(here)]).toEqual([[], 0, [], []]);
});

test('a retry and a later deletion reach storage in this order', async () => {
  const asked: string[] = [];
  const { box, kept } = outbox({
    answer: () => ({ outcome: 'refused', refusal }),
    permission: { owns: true, ready: true },
  });
  const id = box.write(here, reply('a'));
  await settled();
  const real = kept.set.bind(kept);
  kept.set = (key, outgoing) => {
    asked.push(outgoing.delivery.state);
    return real(key, outgoing);
  };
  box.retry(id);
  await settled();
  box.discard(id);
  await settled();
  expect([asked, kept.size]).toEqual([['queued', 'failed'], 0]);
});
