import { expect, test } from 'vitest';
import { OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConversationId } from '../../../contract/ids.ts';
import { MessageType, SenderType } from '../../../contract/im.ts';
import type { ChatSummary } from '../../../src/domain/chatSummary.ts';
import { isFoundIn } from '../../../src/domain/pinyin.ts';
import { countOf, filterRows, inShownOrder, rowsOf } from '../../../src/screens/cloudRoom/chatRows.ts';
import { order } from '../../support/fakeApp.tsx';

const summary = (id: string, patch: Partial<ChatSummary>): [ConversationId, ChatSummary] => {
  const conversationId = `c${id}` as ConversationId;
  return [conversationId, { conversationId, last: null, unread: 0, unanswered: [], failed: 0, unsent: 0, ...patch }];
};
const at = (seq: number) => ({ seq, sendTime: seq });
const none = { running: [], open: [], summaries: new Map(), pinned: [], marked: [] };
const lastMsg = { seq: 1, senderType: SenderType.doctor, type: MessageType.text, summary: 'ok', sendTime: 0 };
const names = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => row.order.patient.name);

test('conversations that need an answer come first, the longest wait first; then the latest activity', () => {
  const running = [
    order('1', 'Idle', { acceptTime: 100 }),
    order('2', 'Busy', { acceptTime: 900 }),
    order('3', 'Waits', {}),
    order('4', 'Waits longer', {}),
  ];
  const summaries = new Map([summary('3', { unanswered: [at(500)] }), summary('4', { unanswered: [at(400)] })]);
  expect(names(rowsOf({ ...none, running, summaries }))).toEqual(['Waits longer', 'Waits', 'Busy', 'Idle']);
});

test('a patient does not count as waiting after the doctor has signed the record', () => {
  const running = [order('1', 'Approved', { answerSeq: 600 }), order('2', 'Wrote again', { answerSeq: 600 })];
  const summaries = new Map([
    summary('1', { unanswered: [at(500)] }),
    summary('2', { unanswered: [at(500), at(700)] }),
  ]);
  const waits = rowsOf({ ...none, running, summaries }).map((row) => [row.order.patient.name, row.waitingSince]);
  expect(waits).toEqual([
    ['Wrote again', 700],
    ['Approved', null],
  ]);
});

test('a conversation that is still loading keeps the place and the count of the platform’s list', () => {
  const running = [
    order('1', 'Waits', { unread: 2, waitingSince: 300, acceptTime: 100 }),
    order('2', 'Said something', { acceptTime: 100, lastMsg: { ...lastMsg, sendTime: 800 } }),
    order('3', 'Idle', { acceptTime: 700 }),
  ];
  const listed = rowsOf({ ...none, running });
  const loading = { unread: null, unanswered: null };
  const summaries = new Map([summary('1', loading), summary('2', loading), summary('3', loading)]);
  const facts = (rows: typeof listed) => rows.map(({ id, unread, waitingSince }) => [id, unread, waitingSince]);
  expect(facts(rowsOf({ ...none, running, summaries }))).toEqual(facts(listed));
  expect(facts(listed)).toEqual([
    ['1', 2, 300],
    ['2', 0, null],
    ['3', 0, null],
  ]);
});

test('a pinned conversation is listed first', () => {
  const running = [order('1', 'Waits'), order('2', 'Pinned')];
  const summaries = new Map([summary('1', { unanswered: [at(1)] })]);
  expect(names(rowsOf({ ...none, running, summaries, pinned: ['2'] }))).toEqual(['Pinned', 'Waits']);
});

test('an open pane whose consultation has ended is listed as ended; a waiting one is in the other list', () => {
  const open = [
    order('1', 'Ended', { status: OrderStatus.finished }),
    order('2', 'Looked at', { status: OrderStatus.awaiting }),
  ];
  const rows = rowsOf({ ...none, open });
  expect(rows.map(({ order: { patient }, ended }) => [patient.name, ended])).toEqual([['Ended', true]]);
});

test('the newer of two versions of an order is shown', () => {
  const running = [order('1', 'Wang Min', { version: 3 })];
  const open = [order('1', 'Wang Min', { version: 4, status: OrderStatus.finished })];
  expect(rowsOf({ ...none, running, open })[0]?.ended).toBe(true);
});

test('rows are found by name, order number and pinyin initials, within the filter', () => {
  const running = [order('1', '王小明'), order('2', '李娜', { unread: 2 })];
  const rows = rowsOf({ ...none, running });
  expect(names(filterRows(rows, 'all', { query: 'wxm', finds: isFoundIn }))).toEqual(['王小明']);
  expect(names(filterRows(rows, 'all', { query: '00002', finds: isFoundIn }))).toEqual(['李娜']);
  expect(names(filterRows(rows, 'unread', { query: '', finds: isFoundIn }))).toEqual(['李娜']);
  expect(filterRows(rows, 'unread', { query: 'wxm', finds: isFoundIn })).toEqual([]);
  expect(countOf(rows, 'unread')).toBe(1);
});

test('rows under the pointer keep their order; new rows are added at the end', () => {
  const rows = rowsOf({ ...none, running: [order('1', 'A'), order('2', 'B'), order('3', 'C')] });
  expect(inShownOrder(rows, ['3', '1']).map(({ id }) => id)).toEqual(['3', '1', '2']);
});

test('a conversation marked unread is in the unread filter, although all messages are read', () => {
  const rows = rowsOf({ ...none, running: [order('1', 'Again'), order('2', 'Done')], marked: ['1'] });
  expect(names(filterRows(rows, 'unread', { query: '', finds: isFoundIn }))).toEqual(['Again']);
});
