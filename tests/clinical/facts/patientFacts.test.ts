import { expect, test } from 'vitest';
import { endsFact, type FactValue, nonMedicineAllergen, weekNow } from '../../../clinical/facts/patientFacts.ts';

const day = 86_400_000;
const stated = Date.UTC(2026, 0, 5);

test.each([
  [20, 0, 20],
  [20, 6, 20],
  [20, 7, 21],
  [20, 70, 30],
  [40, 35, null],
])('week %i of a pregnancy is, %i days after it was stated, week %s', (week, days, now) => {
  expect(weekNow(week, stated, stated + days * day)).toBe(now);
});

test('a code for a written allergy ends the statement without a code, and no other', () => {
  const allergy = (code: string | null, text: string): FactValue => {
    return { kind: 'allergy', code, text, reaction: '', severity: 'unknown' };
  };
  const added = allergy('penicillins', 'penicilin, sulfa');
  expect(endsFact(added, allergy(null, ' penicilin, sulfa'))).toBe(true);
  expect(endsFact(added, allergy(null, 'latex'))).toBe(false);
  expect(endsFact(added, allergy('sulfonamide-antibiotics', 'penicilin, sulfa'))).toBe(false);
});

test('an allergy to something that is no medicine ends only one to the same thing', () => {
  const other = (text: string, code: string | null = nonMedicineAllergen): FactValue => {
    return { kind: 'allergy', code, text, reaction: '', severity: 'unknown' };
  };
  expect(endsFact(other('Peanuts'), other('Pollen'))).toBe(false);
  expect(endsFact(other(' pollen'), other('Pollen'))).toBe(true);
  expect(endsFact(other('Pollen'), other('Pollen', null))).toBe(true);
  expect(endsFact(other('Pollen', null), other('Pollen'))).toBe(false);
});
