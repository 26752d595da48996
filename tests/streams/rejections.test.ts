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
  const hints$ = new Subject<void>();
  const needs = { linked$: of(true), visible$: NEVER, everyMs: 1_000, maxPauseMs: 1_000, hints$ };
  const rejections$ = createRejections({ ...needs, load: () => of(listed) }, scope());
  expect(rejections$.value).toEqual([
    { key: '1:2', id: '1', orderId: 'o1', prescriptionNo: 'RX1', remark: 'Half of it' },
  ]);
  listed = [rx('1', 4), rx('2', 1)];
  hints$.next();
  expect(rejections$.value.map(({ key }) => key)).toEqual(['1:4', '2:1']);
  listed = [];
  hints$.next();
  expect(rejections$.value).toEqual([]);
});
