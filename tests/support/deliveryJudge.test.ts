import { expect, test } from 'vitest';
import { MessageType, SenderType } from '../../contract/im.ts';
import { type Bubble, counts, type Evidence, judge, type Row } from './deliveryJudge.ts';

const row = (seq: number, text: string, more: Partial<Row> = {}): Row => ({
  id: `${100 + seq}`,
  seq,
  text,
  clientMessageId: `id of ${text}`,
  senderType: SenderType.doctor,
  type: MessageType.text,
  ...more,
});
const bubble = ({ id, clientMessageId, text }: Row): Bubble => ({ id, clientMessageId, text, state: 'sent' });

/** A correct run with two messages, with a test's changes applied. */
function run(change: { rows?: Row[]; shown?: Bubble[]; more?: Partial<Evidence> } = {}) {
  const rows = change.rows ?? [row(1, 'd1 a.'), row(2, 'd2 b.')];
  const evidence: Evidence = {
    typed: ['d1 a.', 'd2 b.'].map((text) => ({ text, conversationId: 'c', by: 'doctor' })),
    acked: new Map([
      ['id of d1 a.', 1],
      ['id of d2 b.', 2],
    ]),
    rows: new Map([['c', rows]]),
    shown: new Map([['c', change.shown ?? rows.map(bubble)]]),
    marks: new Map(),
    screenFaults: [],
    ...change.more,
  };
  return counts(judge(evidence));
}

test('messages stored and shown as typed are no fault', () => {
  expect(run()).toBe('0 / 0 / 0 / 0');
});

test('an acknowledged message that is missing or stored at another seq is lost', () => {
  expect(run({ rows: [row(1, 'd1 a.')] })).toBe('2 / 0 / 0 / 0');
  expect(run({ rows: [row(1, 'd1 a.'), row(3, 'd2 b.')] })).toBe('1 / 0 / 0 / 0');
});

test('an unacknowledged message is also lost, unless it is shown as failed', () => {
  const rows = [row(1, 'd1 a.')];
  const acked = new Map([['id of d1 a.', 1]]);
  expect(run({ rows, more: { acked } })).toBe('1 / 0 / 0 / 0');
  const failed: Bubble = { id: '', clientMessageId: 'x', text: 'd2 b.', state: 'failed' };
  expect(run({ rows, shown: [...rows.map(bubble), failed], more: { acked } })).toBe('0 / 0 / 0 / 0');
});

test('two rows or two bubbles of one message are duplicates', () => {
  const again = row(3, 'd1 a.', { clientMessageId: 'another id' });
  expect(run({ rows: [row(1, 'd1 a.'), row(2, 'd2 b.'), again] })).toMatch(/\d \/ [12] \/ /);
  const rows = [row(1, 'd1 a.'), row(2, 'd2 b.')];
  expect(run({ rows, shown: [...rows.map(bubble), bubble(row(2, 'd2 b.'))] })).toBe('0 / 2 / 0 / 1');
  expect(run({ more: { screenFaults: ['twice on the screen: d1 a.'] } })).toBe('0 / 1 / 0 / 0');
});

test('rows not in typing order, and a delivery state that goes back, are out of order', () => {
  const acked = new Map<string, number>();
  expect(run({ rows: [row(1, 'd2 b.'), row(2, 'd1 a.')], more: { acked } })).toBe('0 / 0 / 1 / 0');
  expect(run({ more: { screenFaults: ['from sent back to queued: d1 a.'] } })).toBe('0 / 0 / 1 / 0');
});

test('a screen that differs from the stored state is stale: a missing bubble, or an outdated read mark', () => {
  expect(run({ shown: [bubble(row(1, 'd1 a.'))] })).toBe('0 / 0 / 0 / 1');
  expect(run({ more: { marks: new Map([['c', { read: 1, delivered: 2 }]]) } })).toBe('0 / 0 / 0 / 1');
});
