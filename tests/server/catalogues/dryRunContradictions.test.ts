import { expect, test, vi } from 'vitest';
import { checkImport, type DryRun } from '../../../contract/extension/catalogueFiles.ts';
import { saveMedicine } from '../../../contract/extension/medicines.ts';
import { columnsByKind } from '../../../server/catalogues/columns.ts';
import { writeRows } from '../../../server/catalogues/csv.ts';
import type { Hospital, Member } from '../../support/hospital.ts';
import { hospitalSuite } from '../../support/hospitalSuite.ts';
import { newMedicine } from '../../support/medicines.ts';

vi.setConfig({ testTimeout: 60_000 });

let hospital: Hospital;
let admin: Member;
hospitalSuite(async (suite) => {
  ({ hospital } = suite);
  admin = await hospital.administrator();
});

type Row = Record<string, unknown>;

const tablet = { dosageForm: 'tablet', minUnit: 'tablet', antibioticLevel: 0, defaultDose: '', defaultDoseUnit: '' };
const bare = { ...tablet, specificationEn: '', defaultFrequency: '', packFactor: 100 };
const thyroxine = {
  ...bare,
  genericCode: 'levothyroxine',
  specification: '50μg×100片/盒',
  strength: 50,
  strengthUnit: 'μg',
};
const liquid = { ...bare, dosageForm: 'oral-solution', minUnit: 'ml', packUnit: 'bottle', defaultRoute: 'po' };
const pen = { ...bare, dosageForm: 'injection', minUnit: 'ml', packUnit: 'pen', packFactor: 3, defaultRoute: 'sc' };
const weekly = { ...bare, genericCode: 'methotrexate', specification: '2.5mg×16片/盒', packFactor: 16, strength: 2.5 };

async function dryRun(...rows: Row[]): Promise<DryRun> {
  const keys = columnsByKind.medicines.map(({ key }) => key);
  const inYuan = { ...newMedicine, name: '样品', nameEn: 'Sample', price: 15.5 };
  const cells = rows.map((row) =>
    keys.map((key) => {
      const value = { ...inYuan, ...row }[key];
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '');
    }),
  );
  const file = new TextEncoder().encode(writeRows([keys, ...cells]));
  return (await hospital.upload(checkImport, admin, file, { kind: 'medicines' })).data as DryRun;
}

test.each<[string, Row, string, string, string]>([
  ['50 mcg with 50 mg', { ...thyroxine, strengthUnit: 'mg' }, 'Strength', '0.05 mg', '0.05 mg'],
  [
    '0.1 mg with 0.1 ug',
    { ...thyroxine, specification: '0.1mg×100片/盒', strength: 0.1 },
    'Strength',
    '100 ug',
    '100 ug',
  ],
  [
    '160 mg/5 ml with 160 mg a ml',
    { ...liquid, genericCode: 'ibuprofen', specification: '160mg/5ml', strength: 160, strengthUnit: 'mg' },
    'Strength',
    '32 mg in one ml',
    '每ml含 32 mg',
  ],
  [
    'a pen of 300 units as per ml',
    { ...pen, genericCode: 'insulin-glargine', specification: '3ml:300单位/支', strength: 300, strengthUnit: '单位' },
    'Strength',
    '100 iu in one ml',
    '每ml含 100 iu',
  ],
  [
    'methotrexate once daily',
    { ...weekly, strengthUnit: 'mg', defaultFrequency: 'qd', defaultRoute: 'po' },
    'Usual frequency',
    'once every 7 days',
    '每 7 天',
  ],
  [
    'methotrexate every other day',
    { ...weekly, strengthUnit: 'mg', defaultFrequency: 'qod', defaultRoute: 'po' },
    'Usual frequency',
    'once every 7 days',
    '每 7 天',
  ],
  [
    '3.2 % with 3.2 mg a ml',
    { ...liquid, genericCode: 'ibuprofen', specification: '3.2 %', strength: 3.2, strengthUnit: 'mg' },
    'Strength',
    '32 mg in one ml',
    '每ml含 32 mg',
  ],
  [
    '300 IU (3 ml) as per ml',
    { ...pen, genericCode: 'insulin-glargine', specification: '300 IU (3 ml)', strength: 300, strengthUnit: '单位' },
    'Strength',
    '100 iu in one ml',
    '每ml含 100 iu',
  ],
  [
    '500mg×100 with ten in a pack',
    {
      ...bare,
      genericCode: 'paracetamol',
      specification: '500mg×100',
      packFactor: 10,
      strength: 500,
      strengthUnit: 'mg',
    },
    'Base units in a pack',
    '100',
    '100',
  ],
  [
    'two blisters of seven as seven in a box',
    { ...thyroxine, specification: '50μg × 7 片/板 × 2 板', packFactor: 7 },
    'Base units in a pack',
    '14',
    '14',
  ],
  ['100 tablets with a pack factor of 10', { ...thyroxine, packFactor: 10 }, 'Base units in a pack', '100', '100'],
  [
    'paracetamol 1 g every four hours',
    {
      ...{ ...bare, genericCode: 'paracetamol', specification: '500mg×20片/盒', packFactor: 20, strength: 500 },
      ...{ strengthUnit: 'mg', defaultDose: 1, defaultDoseUnit: 'g', defaultFrequency: 'q4h', defaultRoute: 'po' },
    },
    'Usual dose',
    'in a day',
    '每日最大剂量',
  ],
  [
    'warfarin under levothyroxine',
    { ...thyroxine, name: '华法林钠片', nameEn: 'Warfarin sodium tablets' },
    'Generic',
    'Warfarin',
    '华法林',
  ],
  ['tablets counted in ml', { ...thyroxine, minUnit: 'ml' }, 'Base unit', 'not counted in ml', '不以“ml”计数'],
])('the dry run refuses %s by line and reason in both languages', async (_, row, column, en, zh) => {
  const { counts, refused } = await dryRun({ ...row, code: 'k1' });
  expect(counts).toMatchObject({ added: 0, refused: 1 });
  expect(refused[0]).toMatchObject({
    line: 2,
    column,
    reason: { en: expect.stringContaining(en), zh: expect.stringContaining(zh) },
  });
});

test('the dry run compares a row with the hospital’s products and with earlier lines of the file', async () => {
  const mute = { ...thyroxine, specification: '100片/盒', defaultRoute: 'po' };
  const { counts, refused } = await dryRun(
    { ...mute, code: 'm1', genericCode: 'ebastine', strength: 8 },
    { ...mute, code: 'm2', genericCode: 'ebastine', strength: 8, strengthUnit: 'mg' },
    { ...mute, code: 'm3', genericCode: 'ebastine', strength: 16 },
  );
  expect(counts).toMatchObject({ added: 2, refused: 1 });
  expect(refused).toMatchObject([{ line: 3, column: 'Strength', reason: { en: expect.stringContaining('m1, 8 ug') } }]);
});

test('the form refuses a strength a thousand times that of a sibling in the hospital', async () => {
  const fields = { ...newMedicine, specification: '袋', specificationEn: '', defaultDose: null, defaultDoseUnit: '' };
  const save = (more: object) => hospital.call(saveMedicine, admin, { ...fields, id: null, revision: null, ...more });
  expect(await save({ code: 's1' })).toMatchObject({ code: 200 });
  expect(await save({ code: 's2', strength: 125, strengthUnit: 'g' })).toMatchObject({ data: { field: 'strength' } });
});
