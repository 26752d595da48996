import { NEVER, of, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { RxBrief } from '../../contract/http/prescription.ts';
import { createRejections } from '../../src/streams/rejections.ts';
import { ownScope } from '../support/ownScope.ts';

const scope = ownScope();
const rx = (id: string, version: number, auditRemark: string | null = null) =>
  ({ id, version, orderId: `o${id}`, prescriptionNo: `RX${id}`, auditRemark }) as RxBrief;

test('rejections are what the platform lists, read again when a prescription changes', () => {
  let listed = [rx('1', 2, 'Half of it')];
  const news$ = new Subject<RxBrief>();
  const needs = { linked$: of(true), visible$: NEVER, everyMs: 1_000, maxPauseMs: 1_000, news$ };
  const rejections$ = createRejections({ ...needs, load: () => of(listed) }, scope());
  expect(rejections$.value).toEqual([
    { key: '1:2', id: '1', orderId: 'o1', prescriptionNo: 'RX1', remark: 'Half of it' },
  ]);
  listed = [rx('1', 4), rx('2', 1)];
  news$.next(rx('1', 4));
  expect(rejections$.value.map(({ key }) => key)).toEqual(['1:4', '2:1']);
  listed = [];
  news$.next(rx('1', 5));
  expect(rejections$.value).toEqual([]);
});

test('one decision that comes by its push and by the conversation is loaded once', () => {
  let loads = 0;
  const load = () => {
    loads += 1;
    return of([]);
  };
  const news$ = new Subject<RxBrief>();
  createRejections({ linked$: of(true), visible$: NEVER, everyMs: 1_000, maxPauseMs: 1_000, news$, load }, scope());
  for (const one of [rx('1', 2), rx('1', 2), rx('2', 2), rx('1', 3), rx('1', 3)]) news$.next(one);
  expect(loads).toBe(4);
});
