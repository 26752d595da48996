import { expect, test } from 'vitest';
import { line, medicine, said } from './sample.ts';

const tablets = medicine('tablets');
const twice = (dose: object, frequency = 'qod') =>
  said({
    lines: [
      line(tablets, { frequency: 'qod' }),
      line(tablets, { frequency, dose: { value: 500, unit: 'mg', ...dose } }),
    ],
  });

test('the same dose on alternating days is refused in any unit and spelling', () => {
  expect(twice({})).toEqual(['block repeatedLine 1']);
  expect(twice({ value: 1, unit: 'tablet' })).toEqual(['block repeatedLine 1']);
  expect(twice({ value: 0.5, unit: 'g' })).toEqual(['block repeatedLine 1']);
  expect(twice({}, ' QOD ')).toEqual(['block repeatedLine 1']);
});

test('different doses on alternating days are a warning', () => {
  expect(twice({ value: 250 })).toEqual(['warn duplicateIngredient 1']);
  expect(twice({ value: 2, unit: 'tablet' })).toEqual(['warn duplicateIngredient 1']);
});
