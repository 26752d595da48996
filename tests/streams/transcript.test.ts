import { expect, test } from 'vitest';
import type { ConversationId, MessageId, OrderId } from '../../contract/ids.ts';
import { type ImMessage, MessageType, SenderType } from '../../contract/im.ts';
import { createTranscript } from '../../src/streams/transcript.ts';

const conversationId = 'c1' as ConversationId;

const message = (seq: number): ImMessage => ({
  id: `m${seq}` as MessageId,
  seq,
  conversationId,
  orderId: 'o1' as OrderId,
  senderId: '1',
  senderType: seq % 2 ? SenderType.patient : SenderType.doctor,
  type: MessageType.text,
  content: JSON.stringify({ content: `line ${seq}` }),
  status: 0,
  sendTime: seq,
});

const noLine = { kind: 'network', code: null, message: 'no line', data: null } as const;

/** A conversation of this many messages, on a line that can be cut. */
function archived(length: number) {
  const asked: number[] = [];
  const failures: (string | undefined)[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const line = { up: true };
  const read = createTranscript(conversationId, async ({ beforeSeq, limit }, { signal, failed }) => {
    asked.push(beforeSeq);
    signals.push(signal);
    failures.push(typeof failed === 'function' ? failed('no line') : undefined);
    if (!line.up) return { ok: false, failure: noLine };
    const to = Math.min(length, beforeSeq - 1);
    const from = Math.max(1, to - limit + 1);
    const list = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => message(from + at));
    return { ok: true, data: { list, total: length, headSeq: length, events: [], coveredTo: 0 } };
  });
  const seqs = () => read.timeline$.value.messages.map(({ seq }) => seq);
  return { read, asked, line, seqs, signals, failures };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the last page loads first, older ones are prepended, and nothing is requested past the beginning', async () => {
  const { read, asked, seqs } = archived(150);
  read.open();
  await settled();
  expect([seqs()[0], seqs().at(-1), read.timeline$.value.hasOlder]).toEqual([51, 150, true]);
  read.older();
  read.older();
  await settled();
  read.older();
  await settled();
  expect([seqs().length, seqs()[0], read.timeline$.value.hasOlder, asked.length]).toEqual([150, 1, false, 2]);
});

test('all pages can be loaded at once for printing', async () => {
  const { read, seqs } = archived(345);
  expect(await read.all(() => '')).toBe(true);
  expect(seqs()).toEqual(Array.from({ length: 345 }, (_, at) => at + 1));
});

test('a page that fails to load shows the reason, leaves the loaded messages, and can be requested again', async () => {
  const { read, line, seqs } = archived(150);
  read.open();
  await settled();
  line.up = false;
  expect(await read.all(() => '')).toBe(false);
  expect([read.failure$.value?.message, seqs().length]).toEqual(['no line', 100]);
  line.up = true;
  read.older();
  await settled();
  expect([read.failure$.value, seqs().length]).toEqual([null, 150]);
});

test('a transcript fails if its first page fails to load', async () => {
  const { read, line } = archived(3);
  line.up = false;
  read.open();
  await settled();
  expect(read.timeline$.value.state).toBe('failed');
});

test('closing cancels the running request', async () => {
  const { read, seqs } = archived(150);
  read.open();
  read.close();
  await settled();
  expect(seqs()).toEqual([]);
});

test('a platform that repeats the same page does not cause an endless loop', async () => {
  const asked: number[] = [];
  const read = createTranscript(conversationId, async ({ beforeSeq }) => {
    asked.push(beforeSeq);
    const list = Array.from({ length: 100 }, (_, at) => message(101 + at));
    return { ok: true, data: { list, total: 200, headSeq: 200, events: [], coveredTo: 0 } };
  });
  await read.all(() => '');
  expect(asked).toHaveLength(2);
});

test('a transcript is loading until its first page is there, and opening it again asks nothing', async () => {
  const { read, asked } = archived(3);
  expect([read.timeline$.value.state, read.timeline$.value.messages]).toEqual(['loading', []]);
  const states: string[] = [];
  read.timeline$.subscribe(({ state }) => states.push(state));
  read.open();
  await settled();
  read.open();
  await settled();
  expect([states, asked.length]).toEqual([['loading', 'loading', 'live'], 1]);
});

test('a first page that failed is loading again when it is tried again', async () => {
  const { read, line } = archived(3);
  line.up = false;
  read.open();
  await settled();
  const states: string[] = [];
  read.timeline$.subscribe(({ state }) => states.push(state));
  line.up = true;
  read.older();
  await settled();
  expect(states).toEqual(['failed', 'loading', 'live']);
});

test('a page that fails beside loaded messages leaves them shown', async () => {
  const { read, line, seqs } = archived(150);
  read.open();
  await settled();
  line.up = false;
  read.older();
  await settled();
  expect([read.timeline$.value.state, seqs().length, read.failure$.value?.kind]).toEqual(['live', 100, 'network']);
});

test('only who loads all pages says what a failure is about', async () => {
  const { read, failures, asked } = archived(150);
  read.open();
  await settled();
  await read.all(() => 'The conversation cannot be printed');
  expect([failures, asked]).toEqual([
    [undefined, 'The conversation cannot be printed'],
    [2_147_483_647, 51],
  ]);
});

test('a closed transcript cancels its request, and loads when it is opened again', async () => {
  const { read, signals, seqs } = archived(3);
  read.close();
  read.open();
  read.close();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  read.open();
  await settled();
  expect(seqs()).toEqual([1, 2, 3]);
});
