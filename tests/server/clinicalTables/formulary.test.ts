import { expect, test } from 'vitest';
import { readTable } from '../../../server/clinicalTables/tables.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';

const diagnoses = readTable('diagnoses').rows;
const generics = readTable('generics').rows;
const products = readDemoTable('products').rows;
const properties = new Set(readTable('ingredient-properties').rows.map(({ code }) => code));

const repeated = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);

/** The chapters of ICD-10, which are ranges of three-character categories. */
const chapters = (
  'A00-B99 C00-D48 D50-D89 E00-E90 F00-F99 G00-G99 H00-H59 H60-H95 I00-I99 J00-J99 K00-K93 L00-L99 M00-M99 ' +
  'N00-N99 O00-O99 P00-P96 Q00-Q99 R00-R99 S00-T98 Z00-Z99'
).split(' ');
/** Codes of chapter XXII that WHO has assigned. */
const assigned = ['U07.1', 'U07.2', 'U09.9'];

/** The three-character categories that ICD-10 (fifth edition) does not divide, without external causes. */
const undivided: ReadonlySet<string> = new Set(
  (
    'A33 A34 A35 A38 A46 A55 A57 A58 A64 A65 A70 A78 A86 A89 A90 A91 A94 A99 B03 B04 B07 B09 B24 B49 B54 B59 B64 B72 B73 B75 B79 ' +
    'B80 B86 B89 B91 B92 B99 C01 C07 C12 C19 C20 C23 C33 C37 C52 C55 C56 C58 C61 C64 C65 C66 C73 C97 D24 D27 D34 D45 D62 D65 D66 ' +
    'D67 D70 D77 E02 E15 E40 E41 E42 E43 E45 E46 E52 E54 E58 E59 E60 E65 E68 E86 E90 F03 F04 F09 F21 F24 F28 F29 F39 F54 F55 F59 ' +
    'F61 F69 F82 F83 F88 F89 F99 G01 G08 G09 G10 G14 G20 G22 G26 G35 G64 G92 G98 H46 H55 H71 H82 I00 I10 I38 I64 I81 J00 J09 J13 ' +
    'J14 J22 J36 J40 J42 J46 J47 J60 J61 J64 J65 J80 J81 J82 J90 J91 K20 K30 K36 K37 L00 L22 L26 L42 L45 L52 L80 L82 L83 L84 L86 ' +
    'L88 L97 M45 N10 N12 N19 N23 N26 N40 N44 N46 N47 N61 N62 N63 N72 N86 N96 O11 O13 O16 O25 O40 O48 O85 O94 P38 P53 P60 P75 P77 ' +
    'P90 P93 P95 Q02 R02 R05 R11 R12 R13 R14 R15 R18 R21 R31 R32 R33 R34 R35 R36 R42 R51 R53 R54 R55 R58 R64 R71 R72 R75 R80 R81 ' +
    'R91 R92 R95 R98 R99 T07 T16 T58 T66 T68 T71 Z21 Z33'
  ).split(' '),
);

const chapterOf = (code: string) =>
  chapters.find((range) => {
    const [first = '', last = ''] = range.split('-');
    return first <= code.slice(0, 3) && code.slice(0, 3) <= last;
  });

test('the formulary is wide enough: 2,000 diagnoses, 400 generics, 800 products', () => {
  expect(diagnoses.length).toBeGreaterThanOrEqual(2_000);
  expect(generics.length).toBeGreaterThanOrEqual(400);
  expect(products.length).toBeGreaterThanOrEqual(800);
});

test('every diagnosis has a code of its own that belongs to a chapter of ICD-10', () => {
  const codes = diagnoses.map(({ code }) => code);
  expect(repeated(codes)).toEqual([]);
  expect(codes.filter((code) => !chapterOf(code) && !assigned.includes(code))).toEqual([]);
});

test('every chapter that doctors meet has diagnoses', () => {
  const used = diagnoses.map(({ code }) => chapterOf(code));
  const few = chapters.filter((range) => used.filter((one) => one === range).length < 30);
  expect(few).toEqual([]);
});

test('a code has three characters exactly where ICD-10 does not divide the category', () => {
  const wrong = diagnoses.filter(({ code }) => !code.includes('.') !== undivided.has(code.slice(0, 3)));
  expect(wrong.map(({ code }) => code)).toEqual([]);
});

test.each(['en', 'zh'] as const)('no two diagnoses, and no two generics, have the same name in %s', (language) => {
  for (const rows of [diagnoses, generics]) {
    expect(repeated(rows.map(({ name }) => name[language].toLowerCase()))).toEqual([]);
  }
});

test('an everyday name belongs to one diagnosis, and is the name of no other', () => {
  const words = diagnoses.flatMap((row) => row.words.map((word) => word.toLowerCase()));
  const names = new Set(diagnoses.flatMap(({ name }) => [name.en.toLowerCase(), name.zh]));
  expect(repeated(words)).toEqual([]);
  expect(words.filter((word) => names.has(word))).toEqual([]);
});

test('names are trimmed, without control characters, and in the script of their language', () => {
  const texts = [...diagnoses, ...generics, ...products].map(({ name }) => name);
  const careless = (text: string) => text !== text.trim() || /\p{Cc}| {2}/u.test(text);
  const wrong = texts.filter(
    ({ en, zh }) => careless(en) || careless(zh) || /\p{Script=Han}/u.test(en) || !/\p{Script=Han}/u.test(zh),
  );
  expect(wrong).toEqual([]);
});

test('pinyin has one letter or digit for each character of the Chinese name', () => {
  const wrong = diagnoses.filter(({ name, pinyin }) => name.zh.replace(/[^\p{L}\p{N}]/gu, '').length !== pinyin.length);
  expect(wrong.map(({ name, pinyin }) => `${name.zh} ${pinyin}`)).toEqual([]);
});

test('every ingredient of the formulary has properties', () => {
  const named = [...new Set(generics.flatMap(({ ingredients }) => ingredients))];
  expect(named.filter((code) => !properties.has(code))).toEqual([]);
});

test('every generic has a product, and every product a generic', () => {
  const sold = new Set(products.map(({ generic }) => generic));
  const known = new Set(generics.map(({ code }) => code));
  expect([...known].filter((code) => !sold.has(code))).toEqual([]);
  expect([...sold].filter((code) => !known.has(code))).toEqual([]);
});

test('a specification is written out; a pack is counted in pieces or a measure, never in units', () => {
  const wrong = products.filter(
    ({ specification, minUnit }) => /None|null|undefined|NaN/.test(JSON.stringify(specification)) || minUnit === 'iu',
  );
  expect(wrong.map(({ code }) => code)).toEqual([]);
});
