import { expect, test } from 'vitest';
import { MedicineFields as Fields, type MedicineFields } from '../../../contract/extension/medicines.ts';
import { medicineContradictions } from '../../../server/catalogues/medicineContradictions.ts';
import { siblingProblems } from '../../../server/catalogues/medicineSiblings.ts';
import { problemsBySchema } from '../../../server/catalogues/problems.ts';
import { readGenerics } from '../../../server/clinicalTables/medicineFacts.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';

const generics = readGenerics();

const product = (more: Partial<MedicineFields>): MedicineFields => ({
  ...{ code: 'x', genericCode: 'levothyroxine', name: '片', nameEn: '', tradeName: '', tradeNameEn: '' },
  ...{ specification: '50微克×100片/盒', specificationEn: '', dosageForm: 'tablet', manufacturer: 'm' },
  ...{ manufacturerEn: '', approvalNo: '', minUnit: 'tablet', packUnit: 'box', packFactor: 100 },
  ...{
    strength: 50,
    strengthUnit: 'ug',
    defaultDose: null,
    defaultDoseUnit: '',
    defaultFrequency: '',
    defaultRoute: '',
  },
  ...{ price: 1, prescriptionOnly: true, highAlert: false, antibioticLevel: 0, ...more },
});
const fieldsOf = (fields: MedicineFields) =>
  medicineContradictions(fields, generics.get(fields.genericCode)).map(({ field }) => field);

test('a strength in another unit than the specification is refused with both in words', () => {
  const [found] = medicineContradictions(product({ strengthUnit: 'mg' }), undefined);
  expect(found).toMatchObject({ field: 'strength' });
  expect(found?.reason.en).toContain('0.05 mg in one tablet');
  expect(found?.reason.zh).toContain('0.05 mg');
});

test('a medicine that is taken once a week has no usual frequency of once a day', () => {
  const weekly = product({
    genericCode: 'methotrexate',
    specification: '2.5mg×16片/盒',
    packFactor: 16,
    strength: 2.5,
    strengthUnit: 'mg',
  });
  expect(fieldsOf({ ...weekly, defaultFrequency: 'qd' })).toEqual(['defaultFrequency']);
  expect(fieldsOf({ ...weekly, defaultFrequency: 'prn' })).toEqual(['defaultFrequency']);
  expect(fieldsOf({ ...weekly, defaultFrequency: 'qw' })).toEqual([]);
});

test('a usual dose above the most of its generic is refused', () => {
  const paracetamol = {
    genericCode: 'paracetamol',
    specification: '500mg×20片/盒',
    packFactor: 20,
    strength: 500,
    strengthUnit: 'mg',
  };
  expect(fieldsOf(product({ ...paracetamol, defaultDose: 5, defaultDoseUnit: 'g' }))).toEqual(['defaultDose']);
  expect(fieldsOf(product({ ...paracetamol, defaultDose: 500, defaultDoseUnit: 'mg' }))).toEqual([]);
});

test('a usual dose in a unit that the product is not measured in is refused', () => {
  expect(fieldsOf(product({ defaultDose: 5, defaultDoseUnit: 'ml' }))).toEqual(['defaultDoseUnit']);
  const unknown = product({ strength: null, strengthUnit: '' });
  expect(fieldsOf({ ...unknown, defaultDose: 50, defaultDoseUnit: 'ug' })).toEqual(['defaultDoseUnit']);
  expect(fieldsOf({ ...unknown, defaultDose: 1, defaultDoseUnit: 'tablet' })).toEqual([]);
});

test('no product of the formulary contradicts itself or its generic', () => {
  const wrong = readDemoTable('products').rows.flatMap((row) => {
    const amounts = { strength: row.strength?.value ?? null, strengthUnit: row.strength?.unit ?? '' };
    const usual = { defaultDose: row.defaultDose?.value ?? null, defaultDoseUnit: row.defaultDose?.unit ?? '' };
    const { minUnit, packUnit, packFactor, dosageForm, defaultFrequency } = row;
    const packing = { minUnit, packUnit, packFactor, dosageForm, defaultFrequency: defaultFrequency ?? '' };
    const texts = { specification: row.specification.zh, specificationEn: row.specification.en };
    return fieldsOf(product({ genericCode: row.generic, ...amounts, ...usual, ...packing, ...texts })).map(
      (field) => `${row.code} ${field}`,
    );
  });
  expect(wrong).toEqual([]);
});

test('a name that is too long is refused in words of both languages', () => {
  const found = problemsBySchema(Fields, product({ name: '片'.repeat(121) }));
  expect(found).toEqual([{ field: 'name', reason: { zh: '最多 120 个字符', en: 'Use at most 120 characters' } }]);
});

test('a usual dose and frequency above the most of its generic in a day are refused', () => {
  const paracetamol = {
    genericCode: 'paracetamol',
    specification: '500mg×20片/盒',
    packFactor: 20,
    strength: 500,
    strengthUnit: 'mg',
  };
  const usual = { ...paracetamol, defaultDose: 1, defaultDoseUnit: 'g' };
  expect(fieldsOf(product({ ...usual, defaultFrequency: 'q4h' }))).toEqual(['defaultDose']);
  expect(fieldsOf(product({ ...usual, defaultFrequency: 'tid' }))).toEqual([]);
});

test.each([
  ['50微克×100片/盒', 10],
  ['50 mcg × 100 tablets/box', 1_000],
  ['50微克×10片×2板/盒', 30],
  ['50微克×10片×2板/盒', 10],
  ['50 mcg × 10 tablets × 2 blisters/box', 2],
])('%s with a pack factor of %d is refused', (specification, packFactor) => {
  expect(fieldsOf(product({ specification, packFactor }))).toEqual(['packFactor']);
});

test.each([
  ['50微克×10片×2板/盒', 20],
  ['50 mcg', 7],
])('%s with a pack factor of %d agrees', (specification, packFactor) => {
  expect(fieldsOf(product({ specification, packFactor }))).toEqual([]);
});

const sibling = (strength: number, strengthUnit: string, specification = '50 mcg') =>
  siblingProblems(product({ code: 'y', strength, strengthUnit, specification }), [product({})]);

test.each<[number, string]>([
  [50, 'mg'],
  [500, 'ug'],
  [5, 'ug'],
  [5, 'mg'],
  [0.05, 'ug'],
])('a product of %d %s beside one of 50 mcg is refused', (strength, unit) => {
  expect(sibling(strength, unit, '')).toMatchObject([{ field: 'strength' }]);
});

test.each<[number, string]>([
  [25, 'ug'],
  [50, 'ug'],
  [0.1, 'mg'],
])('a product of %d %s beside one of 50 mcg is accepted', (strength, unit) => {
  expect(sibling(strength, unit, '')).toEqual([]);
});

test('ten times a sibling is a product of its own where the specification says so; a hundred times is not', () => {
  expect(sibling(500, 'ug', '500微克×100片/盒')).toEqual([]);
  expect(sibling(5, 'mg', '5mg×100片/盒')).toHaveLength(1);
});

test('a number of a specification with spaces between its groups is read whole', () => {
  for (const space of [' ', '\u00a0', '\u2009', '\u202f', "'"]) {
    const [found] = medicineContradictions(
      product({ specification: `12${space}500 μg×100片/盒`, strength: 500 }),
      undefined,
    );
    expect(found).toMatchObject({ field: 'strength' });
    expect(found?.reason.en).toContain('12500 ug in one tablet');
  }
});

test('a number of a specification that can be read in two ways is refused with words at its own field', () => {
  const [found] = medicineContradictions(product({ specification: '05 mg×100片/盒', strength: 5 }), undefined);
  expect(found).toMatchObject({ field: 'specification' });
  expect(found?.reason.en).toContain('“05 mg”');
  expect(found?.reason.zh).toContain('“05 mg”');
  const [english] = medicineContradictions(product({ specificationEn: '1,00,000 units' }), undefined);
  expect(english).toMatchObject({ field: 'specificationEn' });
});

test('a usual frequency above the most applications a day of its generic is refused', () => {
  const drops = product({
    ...{ genericCode: 'timolol-eye', dosageForm: 'eye-drops', minUnit: 'ml', packUnit: 'bottle', packFactor: 5 },
    ...{ specification: '5ml:25mg', strength: 5, strengthUnit: 'mg', defaultDose: 1, defaultDoseUnit: 'drop' },
    defaultRoute: 'oph',
  });
  expect(fieldsOf({ ...drops, defaultFrequency: 'q4h' })).toEqual(['defaultFrequency']);
  expect(fieldsOf({ ...drops, defaultFrequency: 'bid' })).toEqual([]);
});

test('a usual dose above the most of a week of its generic is refused', () => {
  const tablets = product({
    ...{ genericCode: 'cabergoline', specification: '0.5mg×8片/盒', packFactor: 8, strength: 0.5, strengthUnit: 'mg' },
    ...{ defaultDose: 1, defaultDoseUnit: 'mg' },
  });
  expect(fieldsOf({ ...tablets, defaultFrequency: 'tiw' })).toEqual(['defaultDose']);
  expect(fieldsOf({ ...tablets, defaultFrequency: 'biw' })).toEqual([]);
});

test('a usual dose that nobody can take, such as half a capsule, is refused', () => {
  const capsules = product({
    ...{ genericCode: 'amoxicillin', dosageForm: 'capsule', minUnit: 'capsule', specification: '0.25g×24粒/盒' },
    ...{ packFactor: 24, strength: 250, strengthUnit: 'mg', defaultDoseUnit: 'mg', antibioticLevel: 1 },
  });
  expect(fieldsOf({ ...capsules, defaultDose: 125 })).toEqual(['defaultDose']);
  expect(fieldsOf({ ...capsules, defaultDose: 500 })).toEqual([]);
});

test.each([
  ['eye-drops', 'tablet'],
  ['tablet', 'ml'],
  ['capsule', 'tablet'],
  ['tablet-sr', 'capsule'],
  ['cream', 'puff'],
  ['oral-solution', 'capsule'],
  ['suppository', 'ml'],
  ['patch', 'g'],
  ['inhaler', 'tablet'],
  ['tablet', 'box'],
])('a medicine of the form %s that is counted in %s is refused', (dosageForm, minUnit) => {
  const bare = { specification: 'bulk', strength: null, strengthUnit: '', packUnit: 'bottle' };
  expect(fieldsOf(product({ ...bare, dosageForm, minUnit }))).toEqual(['minUnit']);
});

test.each([
  ['eye-drops', 'vial'],
  ['oral-solution', 'sachet'],
  ['nebuliser-solution', 'ampoule'],
  ['powder', 'g'],
  ['gel', 'ml'],
  ['injection', 'ml'],
  ['enema', 'ml'],
])('a medicine of the form %s that is counted in %s is accepted', (dosageForm, minUnit) => {
  const bare = { specification: 'bulk', strength: null, strengthUnit: '', packUnit: 'bottle' };
  expect(fieldsOf(product({ ...bare, dosageForm, minUnit }))).toEqual([]);
});
