import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { affirmedIn } from '../../../clinical/allergies/affirmedAllergies.ts';
import {
  namesOfIngredient,
  otherMedicine,
  otherMedicineNames,
  recogniseAllergens,
} from '../../../clinical/allergies/allergenNames.ts';
import { readAllergyText } from '../../../clinical/allergies/allergyText.ts';
import { unrecognisedIn } from '../../../clinical/allergies/unrecognised.ts';
import { readRuleTables, readTable } from '../../../server/clinicalTables/tables.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';
import { labelsOf } from '../../../server/patients/factNames.ts';

const linesOf = (name: string) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
const cells = (text: string) => text.split('|').map((one) => one.trim());

const words = new Map(readTable('allergen-words').rows.map(({ code, words }) => [code, words]));
const pinyin = new Map(readTable('generics').rows.map(({ code, pinyin }) => [code, pinyin]));
const initials = (code: string) => [pinyin.get(code) ?? ''].filter(({ length }) => length === 4 || length === 5);
const known = [...labelsOf(readRuleTables())].map(([code, label]) => ({
  code,
  label,
  words: [...namesOfIngredient(code, label), ...initials(code), ...(words.get(code) ?? [])],
}));
const names = [...known, otherMedicineNames(words.get(otherMedicine) ?? [])];
const found = (text: string) => recogniseAllergens(affirmedIn(text, names), names);

const rows = linesOf('written-allergies.txt').flatMap((line) => {
  const [code = ''] = line.split(':');
  return cells(line.slice(code.length + 1)).map((text) => ({ code, text }));
});

test('the list of written allergies has at least 200 of them, and 98 % are recognised with their code', () => {
  expect(rows.length).toBeGreaterThanOrEqual(200);
  const missed = rows.filter(({ code, text }) => !found(text).some((one) => one.code === code));
  process.stderr.write(`written allergies: ${rows.length - missed.length} of ${rows.length} recognised\n`);
  expect(missed).toEqual([]);
});

test('every brand of the formulary is recognised as one of its ingredients, in both languages', () => {
  const ingredientsOf = new Map(readTable('generics').rows.map(({ code, ingredients }) => [code, ingredients]));
  const branded = readDemoTable('products').rows.flatMap(({ generic, tradeName }) =>
    tradeName ? [{ brands: [tradeName.en, tradeName.zh], ingredients: ingredientsOf.get(generic) ?? [] }] : [],
  );
  const withBrands = names.map((one) => ({
    ...one,
    words: [
      ...one.words,
      ...branded.flatMap(({ brands, ingredients }) => (ingredients.includes(one.code) ? brands : [])),
    ],
  }));
  const missed = branded.flatMap(({ brands, ingredients }) =>
    brands.filter(
      (brand) => !recogniseAllergens(`${brand} 过敏`, withBrands).some(({ code }) => ingredients.includes(code)),
    ),
  );
  expect([branded.length > 300, missed]).toEqual([true, []]);
}, 120_000);

test.each([
  ['hydrocodone', 'opioids'],
  ['Vicodin', 'opioids'],
  ['methadone', 'opioids'],
  ['氢可酮', 'opioids'],
  ['lidocaine', 'local-anaesthetics'],
  ['Novocain', 'local-anaesthetics'],
  ['利多卡因', 'local-anaesthetics'],
  ['局部麻醉药', 'local-anaesthetics'],
  ['Amoksiklav', 'amoxicillin'],
  ['Ospamox', 'amoxicillin'],
  ['Sumamed', 'azithromycin'],
  ['Biseptol', 'sulfonamide-antibiotics'],
  ['Ketonal', 'ketoprofen'],
  ['Aulin', 'nimesulide'],
  ['lomefloxacin', 'quinolones'],
  ['mefenamic acid', 'nsaids'],
  ['甲芬那酸', 'nsaids'],
  ['nafcillin', 'penicillins'],
  ['头孢他啶', 'cephalosporins'],
  ['希舒美', 'azithromycin'],
  ['开瑞坦', 'loratadine'],
])('"%s", which no product has, is recognised as %s', (text, code) => {
  expect(found(text).map((one) => one.code)).toContain(code);
});

test('a recognised allergy leaves nothing unrecognised', () => {
  const left = rows.filter(({ text }) => unrecognisedIn(affirmedIn(text, names), found(text)) !== null);
  expect(left).toEqual([]);
});

test.each(linesOf('denials.txt').flatMap(cells))('"%s" says that there is none', (text) => {
  expect(readAllergyText(text)).toBe('denied');
});

test.each(linesOf('no-denials.txt').flatMap(cells))('"%s" is never read as none', (text) => {
  expect(readAllergyText(text)).not.toBe('denied');
});

/** Ways to name an allergy beside a denial; none of them may leave the denial standing. */
const beside = (denial: string) =>
  [
    '青霉素',
    'penicillin',
    'sulfa',
    '头孢',
    'ibuprofeno',
    'pénicilline',
    'Penicillin',
    '阿司匹林',
    'пенициллин',
  ].flatMap((name) => [
    `${denial} ${name}`,
    `${name} ${denial}`,
    `${denial}, ${name}`,
    `${denial}，但${name}过敏`,
    `${denial}; ${name} rash`,
    `${denial} (${name})`,
    `${denial} except ${name}`,
  ]);

test('a denial beside the name of an allergy is never read as none', () => {
  const denials = linesOf('denials.txt').flatMap(cells);
  expect(denials.length).toBeGreaterThan(180);
  expect(denials.flatMap(beside).filter((text) => readAllergyText(text) === 'denied')).toEqual([]);
});

test.each([
  ['penicillin rash, some blue pill', 'some blue pill'],
  ['青霉素、某种降压药过敏', '某种降压药过敏'],
  ['amoxicillin and latex', 'latex'],
  ['Augmentin: hives as a child; contrast dye', 'contrast dye'],
  ['penicillin, severe rash and swelling of the face', null],
  ['头孢类过敏，儿时出现荨麻疹', null],
])('of "%s" the rest that stays unchecked is %s', (text, rest) => {
  expect(unrecognisedIn(affirmedIn(text, names), found(text))).toBe(rest);
});

test.each(['latex', '花生', 'no idea', '感冒药', 'asap', 'contrast dye', '造影剂'])(
  '"%s" is offered no code',
  (text) => {
    expect(found(text)).toEqual([]);
  },
);
