import { expect, test } from 'vitest';
import { allergiesOf } from '../../src/domain/allergies.ts';

test.each([null, undefined, '', '  '])('nobody asked: %j', (text) => {
  expect(allergiesOf(text)).toEqual({ kind: 'unknown' });
});

test.each(['无', '否认药物过敏史', 'None', 'No known allergies', 'NKDA.'])('asked and none: %s', (text) => {
  expect(allergiesOf(text)).toEqual({ kind: 'none' });
});

test('each allergen stands alone', () => {
  expect(allergiesOf('青霉素、头孢；花生')).toEqual({ kind: 'known', to: ['青霉素', '头孢', '花生'] });
  expect(allergiesOf('Penicillin, no known food allergy')).toEqual({
    kind: 'known',
    to: ['Penicillin', 'no known food allergy'],
  });
});
