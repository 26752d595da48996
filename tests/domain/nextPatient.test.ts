import { describe, expect, test } from 'vitest';
import { type AcceptLimits, mostConsultations, nextPatient } from '../../src/domain/nextPatient.ts';
import { order, waitingOrder } from '../support/fakeApp.tsx';

const offer = (maxConcurrent: number | null, enabled = true) => ({ consultType: 1, enabled, maxConcurrent });

test('the capacity is the sum over all offered consultation types', () => {
  expect(mostConsultations([offer(4), offer(2), offer(9, false)])).toBe(6);
});

test('a type without limit makes the capacity unlimited', () => {
  expect(mostConsultations([offer(4), offer(null)])).toBeNull();
  expect(mostConsultations([])).toBeNull();
});

test('the capacity is never more than the hospital’s limit of all kinds together', () => {
  const limited = (maxConcurrent: number | null) => ({ ...offer(maxConcurrent), maxActive: 5 });
  expect([[limited(4), limited(2)], [limited(null)], [limited(3)]].map(mostConsultations)).toEqual([5, 5, 3]);
});

describe('the next patient', () => {
  const phone = { consultType: 2 };
  const wang = waitingOrder('1', 'Wang Min', phone);
  const li = waitingOrder('2', 'Li Qiang');
  const onPhone = order('3', 'Chen Hua', phone);
  const text = order('4', 'Zhou Ping');
  const limits = (part: Partial<AcceptLimits[number]>): AcceptLimits => [
    { consultType: 1, enabled: true, maxConcurrent: null },
    { consultType: 2, enabled: true, maxConcurrent: null, ...part },
  ];
  const result = (running: readonly (typeof li)[], given: AcceptLimits, waiting = [wang, li]) => {
    const { next, skipped } = nextPatient(waiting, running, given);
    return [next?.patient.name ?? null, ...skipped.map(({ order: { patient }, obstacle }) => [patient.name, obstacle])];
  };

  test('is the first one if no limit is reached or known', () => {
    expect(result([text], limits({ maxConcurrent: 1 }))).toEqual(['Wang Min']);
    expect(result([onPhone, text], [])).toEqual(['Wang Min']);
  });

  test('is the first one whose kind has a place; the others are skipped with their limit', () => {
    const skipped = ['Wang Min', { kind: 'ofKind', consultType: 2, limit: 1 }];
    expect(result([onPhone], limits({ maxConcurrent: 1 }))).toEqual(['Li Qiang', skipped]);
    expect(result([onPhone], limits({ maxConcurrent: 1 }), [wang])).toEqual([null, skipped]);
  });

  test('is nobody while the limit of all kinds is reached', () => {
    const all = { kind: 'all', limit: 1 };
    expect(result([text], limits({ maxActive: 1 }))).toEqual([null, ['Wang Min', all], ['Li Qiang', all]]);
  });

  test('has a place of the day; a patient who chose the doctor has one already', () => {
    const full = limits({ placesToday: 0 });
    expect(result([], full)).toEqual(['Li Qiang', ['Wang Min', { kind: 'day', consultType: 2 }]]);
    expect(result([], full, [{ ...wang, isForChosen: true }])).toEqual(['Wang Min']);
  });
});
