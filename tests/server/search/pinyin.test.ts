import { expect, test } from 'vitest';
import { readTable } from '../../../server/clinicalTables/tables.ts';
import { spellings } from '../../../server/search/pinyin.ts';

test('a Chinese name is spelt in full and as initials, with its letters and digits unchanged', () => {
  expect(spellings('阿莫西林胶囊')).toEqual(['amoxilinjiaonang', 'amxljn']);
  expect(spellings('维生素B12（外用）')).toEqual(['weishengsuB12waiyong', 'wssB12wy']);
});

test.each([
  ['重组人胰岛素', 'chongzurenyidaosu'],
  ['长春新碱', 'changchunxinjian'],
  ['荨麻疹', 'xunmazhen'],
  ['荨麻疹', 'qianmazhen'],
  ['白术', 'baizhu'],
  ['女贞子', 'nvzhenzi'],
  ['膀胱炎', 'pangguangyan'],
])('%s is also read %s', (name, reading) => {
  expect(spellings(name)).toContain(reading);
});

test('other scripts have no spelling', () => {
  expect(spellings('Amoxicillin 250 mg')).toEqual([]);
});

test('the initials of every seeded Chinese name are those of its table', () => {
  const named = [...readTable('generics').rows, ...readTable('diagnoses').rows].map(({ name, pinyin }) => ({
    name: name.zh,
    pinyin,
  }));
  const differing = named.filter(
    ({ name, pinyin }) =>
      /^\p{Script=Han}+$/u.test(name) && !spellings(name).some((spelling) => spelling.toUpperCase() === pinyin),
  );
  expect(differing).toEqual([]);
});
