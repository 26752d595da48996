import { expect, test } from 'vitest';
import { wholeDay } from '../../clinical/lifecycle/serviceTime.ts';
import type { AuditItem } from '../../contract/extension/audit.ts';
import { AccountId } from '../../contract/ids.ts';
import { intensityOf, usedPart } from '../../src/domain/queueIntensity.ts';
import {
  countFilters,
  inView,
  nextSort,
  noFilters,
  readSort,
  sortText,
  wholeQueue,
} from '../../src/domain/queueView.ts';
import { nextFree } from '../../src/domain/reviewQueue.ts';

const minute = 60_000;
const now = 100 * minute;
const me = AccountId.parse('20');
const at = { me, now, hours: wholeDay };
const item = (id: string, waited: number, patch: object = {}) =>
  ({
    id,
    prescriptionNo: `RX${id}`,
    rxType: 0,
    child: false,
    blockCount: 0,
    warnCount: 0,
    lineCount: 1,
    doctorName: 'Lin Yue',
    patient: { name: `P${id}` },
    createTime: now - waited * minute,
    ...patch,
  }) as AuditItem;
const holder = (id: string, left = 1) => ({ holder: { id, name: `H${id}`, leaseUntil: now + left * minute } });
const queueOf = (...items: AuditItem[]) => ({ items: new Map(items.map((one) => [one.id, one])) });

const queue = queueOf(
  item('1', 3, { rxType: 1 }),
  item('2', 12, { child: true, blockCount: 1, ...holder('20') }),
  item('3', 25, { doctorName: 'Gu Ran', warnCount: 2, ...holder('30') }),
  item('4', 7, holder('30', -1)),
);
/** One was asked 20 minutes after it came, one waited 20 minutes for an answer. */
const withQuestions = queueOf(
  item('5', 50, { askedTime: now - 30 * minute }),
  item('6', 24, { pausedMs: 20 * minute }),
  item('7', 10),
);
const shown = (filters: Partial<typeof noFilters>) =>
  inView(queue, { filters: { ...noFilters, ...filters }, sort: null }, at).map(({ id }) => id as string);

test.each([
  [{ emergency: 'yes' }, ['1']],
  [{ child: 'yes' }, ['2']],
  [{ findings: 'some' }, ['2', '3']],
  [{ findings: 'refused' }, ['2']],
  [{ findings: 'none' }, ['1', '4']],
  [{ doctor: 'Gu Ran' }, ['3']],
  [{ waited: '10' }, ['2', '3']],
  [{ waited: 'overdue' }, ['3']],
  [{ held: 'free' }, ['1', '4']],
  [{ held: 'me' }, ['2']],
  [{ held: 'others' }, ['3']],
  [{ held: '30' }, ['3']],
  [{ findings: 'some', held: 'me' }, ['2']],
])('the filter %j shows %j, the most urgent first; an expired lease counts as none', (filters, ids) => {
  expect(shown(filters)).toEqual(ids);
});

test('each choice counts what it would show beside the other filters', () => {
  const counts = countFilters(queue, { ...noFilters, findings: 'some' }, at);
  expect(counts.shown).toBe(2);
  expect(counts.emergency.get('yes')).toBeUndefined();
  expect(counts.child.get('yes')).toBe(1);
  expect([counts.findings.get('some'), counts.findings.get('none')]).toEqual([2, 2]);
  expect([...counts.doctor]).toEqual([
    ['Lin Yue', 1],
    ['Gu Ran', 1],
  ]);
  expect([counts.held.get('me'), counts.held.get('30'), counts.held.get('free')]).toEqual([1, 1, undefined]);
});

test('a column sorts up, then down, then urgency decides again; equals stay in order of urgency', () => {
  const up = nextSort(null, 'doctor');
  const down = nextSort(up, 'doctor');
  expect([up && sortText(up), down && sortText(down), nextSort(down, 'doctor')]).toEqual(['doctor', '-doctor', null]);
  const ids = (sort: typeof up) => inView(queue, { ...wholeQueue, sort }, at).map(({ id }) => id as string);
  expect(ids(up)).toEqual(['3', '1', '2', '4']);
  expect(ids(down)).toEqual(['1', '2', '4', '3']);
  expect(ids(readSort('-waiting'))).toEqual(['3', '2', '4', '1']);
  expect(readSort('-nothing')).toBeNull();
});

test('of a queue in which everything is overdue only the longest waits are marked', () => {
  const items = Array.from({ length: 40 }, (_, n) => item(String(n), 25 + n));
  const { threshold, longest } = intensityOf(items, wholeDay, now);
  expect(items.filter((one) => usedPart(one, wholeDay, now) >= threshold)).toHaveLength(4);
  expect(longest).toBe(usedPart(item('x', 64), wholeDay, now));
});

test('equal waits are not all marked, a few overdue ones are, and none that is in time', () => {
  const equal = Array.from({ length: 30 }, (_, n) => item(String(n), 40));
  expect(equal.filter((one) => usedPart(one, wholeDay, now) >= intensityOf(equal, wholeDay, now).threshold)).toEqual(
    [],
  );
  expect(intensityOf([item('1', 30), item('2', 30)], wholeDay, now).threshold).toBe(1);
  expect(
    intensityOf(
      Array.from({ length: 20 }, (_, n) => item(String(n), n / 2)),
      wholeDay,
      now,
    ).threshold,
  ).toBe(1);
});

test('where most waits are within their limits every overdue one is marked', () => {
  const items = [...Array.from({ length: 6 }, (_, n) => item(`calm ${n}`, 3)), item('hours', 600), item('minutes', 40)];
  const { threshold } = intensityOf(items, wholeDay, now);
  expect(items.filter((one) => usedPart(one, wholeDay, now) >= threshold).map(({ id }) => String(id))).toEqual([
    'hours',
    'minutes',
  ]);
});

test('a view of 5,000 prescriptions keeps its order while nothing changes', () => {
  const many = queueOf(
    ...Array.from({ length: 5_000 }, (_, n) => item(String(n), (n * 7) % 60, holder(String(n % 9)))),
  );
  const view = { filters: { ...noFilters, held: 'others' }, sort: readSort('patient') };
  const before = inView(many, view, at);
  expect(before.length).toBeGreaterThan(4_000);
  expect(inView(many, view, at, before)).toEqual(before);
});

test('the time that a review waits for an answer counts neither as its wait nor for its order', () => {
  const view = (filters: object, column: 'waiting' | null = null) =>
    inView(
      withQuestions,
      { filters: { ...noFilters, ...filters }, sort: column && { column, direction: 'ascending' } },
      at,
    ).map(({ id }) => id as string);
  expect(view({}), 'what waits for an answer comes last among its equals').toEqual(['7', '6', '5']);
  expect(view({ asked: 'yes' })).toEqual(['5']);
  expect(view({ waited: '10' })).toEqual(['7', '5']);
  expect(view({ waited: 'overdue' })).toEqual(['5']);
  expect(view({}, 'waiting')).toEqual(['6', '7', '5']);
  expect(countFilters(withQuestions, noFilters, at).asked.get('yes')).toBe(1);
  expect(nextFree(inView(withQuestions, wholeQueue, at), { after: null, me, now })?.id).toBe('7');
  expect(usedPart(item('5', 50, { askedTime: now - 40 * minute }), wholeDay, now)).toBe(0.5);
});
