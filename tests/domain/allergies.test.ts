import { expect, test } from 'vitest';
import { allergiesOf, allergiesToShow } from '../../src/domain/allergies.ts';

test.each([null, undefined, '', '  '])('the text %j means that nobody asked', (text) => {
  expect(allergiesOf(text)).toEqual({ kind: 'unknown' });
});

test.each(['无', '否认药物过敏史', 'None', 'No known allergies', 'NKDA.'])(
  'the text %s means no drug allergy',
  (text) => {
    expect(allergiesOf(text)).toEqual({ kind: 'none' });
  },
);

test('each allergen is listed separately; after a comma a reaction may follow', () => {
  expect(allergiesOf('青霉素、头孢；花生')).toEqual({ kind: 'known', to: ['青霉素', '头孢', '花生'] });
  expect(allergiesOf('Penicillin, rash as a child; Sulfa drugs')).toEqual({
    kind: 'known',
    to: ['Penicillin, rash as a child', 'Sulfa drugs'],
  });
});

test.each([
  '否认药物及食物过敏史',
  '无药物过敏史',
  '无',
  'No known drug allergies',
  'no known drug or food allergies',
  'NKDA',
])('"%s" denies allergies', (said) => {
  expect(allergiesOf(said)).toEqual({ kind: 'none' });
});

test.each(['青霉素过敏', '无花果过敏', '否认食物过敏，青霉素过敏', 'No allergies except penicillin'])(
  '"%s" names an allergy',
  (said) => {
    expect(allergiesOf(said).kind).toBe('known');
  },
);

test('a denial of other allergies only is shown as written', () => {
  expect(allergiesOf('否认食物过敏史')).toEqual({ kind: 'other', text: '否认食物过敏史' });
  expect(allergiesOf('否认青霉素过敏史').kind).not.toBe('none');
});

test.each([
  ['No known drug allergies', 'Penicilin, rash', 'Penicilin, rash'],
  [null, '青霉素过敏', '青霉素过敏'],
  ['Penicillin: rash', 'penicillin', null],
  ['Penicillin', 'Penicillin; sulfa', 'sulfa'],
  [null, '青霉素、磺胺', '青霉素；磺胺'],
  ['Penicillin', 'aspirin; sulfa', 'aspirin; sulfa'],
  ['No known drug allergies', 'NKDA', null],
  [null, '', null],
])('with %j in the file, the record’s "%s" adds %j', (file, record, added) => {
  expect(allergiesToShow(file, record).beside).toBe(added);
});

test('allergies in the record replace a file that denies them, and stand beside a file that names others', () => {
  expect(allergiesToShow('No known drug allergies', 'Penicillin').file).toBeNull();
  expect(allergiesToShow(null, 'Penicillin').file).toBeNull();
  expect(allergiesToShow('Sulfa', 'Penicillin').file).toEqual({ kind: 'known', to: ['Sulfa'] });
  expect(allergiesToShow('No known drug allergies', 'NKDA').file).toEqual({ kind: 'none' });
});
