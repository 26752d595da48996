import { expect, test } from 'vitest';
import { serviceHoursOf, wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import type { AuditItem } from '../../contract/extension/audit.ts';
import { AccountId, PrescriptionId } from '../../contract/ids.ts';
import {
  inOrder,
  isFree,
  isLeasedBy,
  nextFree,
  reviewWait,
  rowAfter,
  steadyRows,
} from '../../src/domain/reviewQueue.ts';

const minute = 60_000;
const item = (id: string, patch: Partial<AuditItem> = {}) =>
  ({ id, rxType: 0, child: false, blockCount: 0, warnCount: 0, createTime: Number(id), ...patch }) as AuditItem;
const queueOf = (...items: AuditItem[]) => ({ items: new Map(items.map((one) => [one.id, one])), removed: [] });
const ids = (items: readonly AuditItem[]) => items.map(({ id }) => id as string);

test('the queue lists emergencies, then children, then findings, and the longest wait first among equals', () => {
  const queue = queueOf(
    item('3'),
    item('1'),
    item('5', { warnCount: 2 }),
    item('4', { child: true }),
    item('9', { rxType: 1 }),
  );
  expect(ids(inOrder(queue))).toEqual(['9', '4', '5', '1', '3']);
});

test('the order does not depend on the previous order of the queue', () => {
  const before = inOrder(queueOf(item('1'), item('2'), item('3'), item('9', { rxType: 1 })));
  const now = queueOf(item('4', { child: true }), item('3', { rxType: 1 }), item('1'), item('9', { rxType: 1 }));
  expect(ids(inOrder(now, before))).toEqual(['3', '9', '4', '1']);
  expect(inOrder(now, before)).toEqual(inOrder(now));
});

test('an emergency is overdue after 5 minutes, anything else after 20, counted from the submission', () => {
  const at = { createTime: 0, submitTime: minute };
  expect(reviewWait(item('1', at), wholeDay)).toMatchObject({ since: minute, limitAt: 21 * minute, pausedAt: null });
  expect(reviewWait(item('1', { ...at, rxType: 1 }), wholeDay)).toMatchObject({ since: minute, limitAt: 6 * minute });
});

test('a prescription that comes in the evening is overdue in the morning, after twenty minutes of service', () => {
  const day = serviceHoursOf([{ from: 8 * 60, to: 22 * 60 }]);
  const submitTime = Date.parse('2026-05-06T21:55:00+08:00');
  expect(reviewWait(item('1', { submitTime }), day).limitAt).toBe(Date.parse('2026-05-07T08:15:00+08:00'));
});

const steady = (shown: AuditItem[], ...now: AuditItem[]) => {
  const queue = queueOf(...now);
  const { rows, waiting } = steadyRows(shown, inOrder(queue), queue);
  return { rows: rows.map((row) => `${row.item.id}${row.left ? ' left' : ''}`), waiting };
};

test('shown rows keep their place, even if they left or became more urgent', () => {
  const [one, two, three] = [item('1'), item('2'), item('3')];
  expect(steady([one, two, three], one, item('3', { child: true }))).toEqual({
    rows: ['1', '2 left', '3'],
    waiting: 0,
  });
});

test('new rows are added below, or wait if they belong further up', () => {
  const [one, two] = [item('1'), item('2')];
  expect(steady([one, two], one, two, item('7'), item('8'))).toEqual({ rows: ['1', '2', '7', '8'], waiting: 0 });
  expect(steady([one, two], one, two, item('7', { rxType: 1 }))).toEqual({ rows: ['1', '2'], waiting: 1 });
});

test('a row that left shows the reason and the person if known', () => {
  const removed = [
    {
      change: 'removed',
      id: '1' as PrescriptionId,
      reason: 'approved',
      by: { id: '9', name: 'Gao Lei' },
      updateTime: 5,
    },
  ];
  const queue = { items: new Map(), removed: removed as never };
  expect(steadyRows([item('1'), item('2')], [], queue).rows.map(({ left }) => left)).toEqual([
    { why: 'approved', by: { id: '9', name: 'Gao Lei' }, at: 5 },
    { why: 'gone', by: null, at: null },
  ]);
});

const [me, colleague] = [AccountId.parse('1'), AccountId.parse('2')];
const leasedTo = (holder: AccountId, leaseUntil: number, more: Partial<AuditItem> = {}) =>
  ({ holder: { id: holder, name: 'Gao Lei', leaseUntil }, ...more }) as Partial<AuditItem>;

test('a lease holds its prescription until just before its end, and is free at its exact end', () => {
  const leased = item('1', leasedTo(colleague, 1_000));
  expect([isFree(leased, 999), isFree(leased, 1_000), isFree(leased, 1_001)]).toEqual([false, true, true]);
  const mine = item('1', leasedTo(me, 1_000));
  expect([isLeasedBy(mine, me, 999), isLeasedBy(mine, me, 1_000), isLeasedBy(leased, me, 999)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a decided prescription is neither free nor anybody’s', () => {
  const decided: Partial<AuditItem> = {
    decided: { action: 'approve', by: { id: me, name: 'Gao Lei' }, effectiveAt: 9 },
  };
  expect([isFree(item('1', decided), 0), isLeasedBy(item('1', leasedTo(me, 9, decided)), me, 0)]).toEqual([
    false,
    false,
  ]);
});

test('a prescription that waits for the doctor’s answer is never handed out next', () => {
  const seeking = { after: null, me, now: 0 };
  const asked = item('1', { askedTime: 5 });
  expect(nextFree([asked, item('2')], seeking)?.id).toBe('2');
  expect(nextFree([asked], seeking)).toBeNull();
  expect(nextFree([item('1', leasedTo(me, 9, { askedTime: 5 }))], seeking)).toBeNull();
});

test('the next prescription is one the reviewer holds already, else the first free one, never the last', () => {
  const [free, mine, theirs] = [item('1'), item('2', leasedTo(me, 9)), item('3', leasedTo(colleague, 9))];
  const next = (after: string | null, ...ordered: AuditItem[]) =>
    nextFree(ordered, { after: after === null ? null : PrescriptionId.parse(after), me, now: 0 })?.id ?? null;
  expect(next(null, theirs, free, mine)).toBe('2');
  expect(next('2', theirs, free, mine)).toBe('1');
  expect(next('1', theirs, free)).toBeNull();
});

test('the row opened after one is the next to review, else the nearest before it, else the first', () => {
  const id = (n: string) => PrescriptionId.parse(n);
  const order = ['1', '2', '3', '4'].map(id);
  const left = { why: 'gone', by: null, at: null } as const;
  const row = (n: string, isLeft = false) => ({ item: item(n), left: isLeft ? left : null });
  expect(rowAfter(id('2'), order, [row('1'), row('2'), row('3', true), row('4')])).toBe('4');
  expect(rowAfter(id('3'), order, [row('1'), row('2'), row('3'), row('4', true)])).toBe('2');
  expect(rowAfter(id('9'), order, [row('1', true), row('2'), row('3')])).toBe('2');
  expect(rowAfter(id('1'), order, [row('1')])).toBeNull();
});
