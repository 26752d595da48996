import { expect, test } from 'vitest';
import type { MedicineFacts } from '../../../clinical/checks/facts.ts';
import { check, line, medicine, patient } from './sample.ts';

/** A product whose facts make a rule throw, as a corrupt row would. */
const broken = (name: keyof MedicineFacts): MedicineFacts =>
  Object.defineProperty({ ...medicine('broken') }, name, {
    enumerable: true,
    get() {
      throw new TypeError('a corrupt row');
    },
  });

const said = (lines: Parameters<typeof line>[0][]) => {
  const { hits, unavailable, faults } = check({
    lines: lines.map((of) => line(of, { dose: { value: 9, unit: 'g' } })),
  });
  return {
    hits: hits.map(({ ruleCode, lineIndex }) => `${ruleCode} ${lineIndex}`),
    failed: unavailable.flatMap(({ ruleCode, why, lineIndex }) =>
      why === 'ruleFailed' ? [`${ruleCode} ${lineIndex}`] : [],
    ),
    faults: faults.map(({ ruleCode }) => ruleCode),
  };
};

test('a rule that fails on one line is reported as not checked there, and still runs on the others', () => {
  const strict = medicine('strict', { maxSingleDose: { value: 1, unit: 'g' } });
  const { hits, failed, faults } = said([broken('maxSingleDose'), strict]);
  expect(hits).toContain('maxSingleDose 1');
  expect(failed).toContain('maxSingleDose 0');
  expect(failed.every((one) => one.endsWith(' 0'))).toBe(true);
  expect(faults).toContain('maxSingleDose');
});

test('a rule that fails does not switch off the other rules on its line', () => {
  const { hits, failed } = said([broken('minAgeMonths'), medicine('tested', { skinTest: true })]);
  expect(failed).toEqual(['minimumAge 0']);
  expect(hits).toContain('skinTest 1');
});

test('a rule that fails whatever the lines are is reported as not checked for the prescription', () => {
  const allergens = new Proxy([], {
    get() {
      throw new TypeError('a corrupt fact');
    },
  });
  const person = { ...patient, allergens };
  const { unavailable, faults } = check({ patient: person, lines: [line(medicine('a')), line(medicine('b'))] });
  expect(unavailable).toContainEqual(
    expect.objectContaining({ ruleCode: 'allergy', why: 'ruleFailed', lineIndex: null }),
  );
  expect(faults.map(({ ruleCode }) => ruleCode)).toEqual(['allergy']);
});
