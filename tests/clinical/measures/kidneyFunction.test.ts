import { expect, test } from 'vitest';
import { childEgfrOf, clearanceOf, egfrOf } from '../../../clinical/measures/kidneyFunction.ts';

test('creatinine clearance follows Cockcroft and Gault, in whole ml/min', () => {
  // (140 - 60) × 72 kg ÷ (72 × 1 mg/dl) = 80 ml/min for a man, 85 % of it for a woman.
  const person = { creatinine: 88.4, ageYears: 60, weightKg: 72 };
  expect(clearanceOf({ ...person, female: false })).toBe(80);
  expect(clearanceOf({ ...person, female: true })).toBe(68);
  expect(clearanceOf({ ...person, ageYears: 85, weightKg: 45, creatinine: 130, female: true })).toBe(20);
});

test('a child’s kidney function follows the bedside formula of Schwartz from one year', () => {
  // 0.413 × 120 cm ÷ 0.5 mg/dl = 99.
  expect(childEgfrOf({ creatinine: 44.2, ageYears: 7, heightCm: 120 })).toBe(99);
  expect(childEgfrOf({ creatinine: 44.2, ageYears: 0.5, heightCm: 65 })).toBeNull();
});

test('each formula answers only for the ages that it was made for', () => {
  const child = { creatinine: 60, ageYears: 17, female: true };
  expect([egfrOf(child), clearanceOf({ ...child, weightKg: 50 })]).toEqual([null, null]);
  expect(childEgfrOf({ creatinine: 60, ageYears: 18, heightCm: 160 })).toBeNull();
});

test('a value that nobody measured gives no kidney function', () => {
  const person = { creatinine: 0, ageYears: 60, weightKg: 70, female: false };
  expect(clearanceOf(person)).toBeNull();
  expect(clearanceOf({ ...person, creatinine: 80, weightKg: 0 })).toBeNull();
  expect(clearanceOf({ ...person, creatinine: 80, weightKg: Number.POSITIVE_INFINITY })).toBeNull();
});
