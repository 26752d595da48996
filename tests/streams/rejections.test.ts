import { NEVER, of, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import type { RxBrief } from '../../contract/http/prescription.ts';
import { createRejections } from '../../src/streams/rejections.ts';
import { ownScope } from '../support/ownScope.ts';

const scope = ownScope();
const { approved, pending, rejected } = PrescriptionStatus;
const rx = (id: string, version: number, auditRemark: string | null = null, status: number = rejected) =>
  ({ id, version, status, orderId: `o${id}`, prescriptionNo: `RX${id}`, auditRemark }) as RxBrief;
const isRejected = (status: number) => status === rejected;
const linked = { linked$: of(true), visible$: NEVER, everyMs: 1_000, maxPauseMs: 1_000, isRejected };

test('rejections are what the platform lists, read again when a prescription changes', () => {
  let listed = [rx('1', 2, 'Half of it')];
  const news$ = new Subject<RxBrief>();
  const rejections$ = createRejections({ ...linked, news$, load: () => of(listed) }, scope());
  expect(rejections$.value).toEqual([
    { key: '1:2', id: '1', orderId: 'o1', prescriptionNo: 'RX1', remark: 'Half of it' },
  ]);
  listed = [rx('1', 4), rx('2', 1)];
  news$.next(rx('1', 4));
  expect(rejections$.value.map(({ key }) => key)).toEqual(['1:4', '2:1']);
  listed = [];
  news$.next(rx('1', 5, null, pending));
  expect(rejections$.value).toEqual([]);
});

test('one decision that comes by its push and by the conversation is loaded once', () => {
  let loads = 0;
  const load = () => {
    loads += 1;
    return of([]);
  };
  const news$ = new Subject<RxBrief>();
  createRejections({ ...linked, news$, load }, scope());
  for (const one of [rx('1', 2), rx('1', 2), rx('2', 2), rx('1', 3), rx('1', 3)]) news$.next(one);
  expect(loads).toBe(4);
});

test('only news of a prescription that is rejected, or was, loads the list again', () => {
  const loads: string[] = [];
  let cause = 'start';
  const load = () => {
    loads.push(cause);
    return of(cause === 'start' ? [rx('1', 2)] : []);
  };
  const news$ = new Subject<RxBrief>();
  createRejections({ ...linked, news$, load }, scope());
  for (const [name, news] of [
    ['approved', rx('2', 2, null, approved)],
    ['handed in', rx('3', 1, null, pending)],
    ['listed one handed in again', rx('1', 3, null, pending)],
    ['rejected', rx('3', 2)],
    ['handed in again', rx('3', 3, null, pending)],
  ] as const) {
    cause = name;
    news$.next(news);
  }
  expect(loads).toEqual(['start', 'listed one handed in again', 'rejected', 'handed in again']);
});

test('before the first list has arrived, news of any prescription loads it again', () => {
  const answers: Subject<readonly RxBrief[]>[] = [];
  const load = () => {
    const answer = new Subject<readonly RxBrief[]>();
    answers.push(answer);
    return answer;
  };
  const news$ = new Subject<RxBrief>();
  const rejections$ = createRejections({ ...linked, news$, load }, scope());
  news$.next(rx('1', 3, null, pending));
  answers[0]?.next([rx('1', 2)]);
  answers[0]?.complete();
  answers.at(-1)?.next([]);
  answers.at(-1)?.complete();
  expect(rejections$.value).toEqual([]);
});

test('the same rejections are not told again, another order or number of them is', () => {
  const lists = [[], [rx('1', 2), rx('2', 1)], [rx('1', 2), rx('2', 1)], [rx('1', 2)], [rx('2', 1)], []];
  const news$ = new Subject<RxBrief>();
  const rejections$ = createRejections({ ...linked, news$, load: () => of(lists.shift() ?? []) }, scope());
  const seen: string[] = [];
  rejections$.subscribe((all) => seen.push(all.map(({ key }) => key).join()));
  for (const version of [3, 4, 5, 6, 7]) news$.next(rx('1', version));
  expect(seen).toEqual(['', '1:2,2:1', '1:2', '2:1', '']);
});

test('news that differ in number or status are another change', () => {
  let loads = 0;
  const news$ = new Subject<RxBrief>();
  const load = () => {
    loads += 1;
    return of([rx('1', 1)]);
  };
  createRejections({ ...linked, news$, load }, scope());
  for (const one of [rx('1', 2), rx('1', 2, null, pending), rx('1', 2, null, pending), rx('1', 3, null, pending)])
    news$.next(one);
  expect(loads).toBe(4);
});
