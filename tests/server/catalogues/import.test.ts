import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { applyImport, checkImport, type DryRun, exportCatalogue } from '../../../contract/extension/catalogueFiles.ts';
import { saveMedicine } from '../../../contract/extension/medicines.ts';
import { searchDrugs } from '../../../contract/http/drugs.ts';
import { columnsByKind } from '../../../server/catalogues/columns.ts';
import { writeRows } from '../../../server/catalogues/csv.ts';
import { removeOldImports } from '../../../server/catalogues/importFiles.ts';
import { catalogueImport } from '../../../server/db/schema/catalogues.ts';
import { diagnosis, drug, drugInventory } from '../../../server/db/schema/drugs.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { moveStock } from '../../../server/medicines/stock.ts';
import { type Hospital, type Member, morning } from '../../support/hospital.ts';
import { type HospitalSuite, hospitalSuite } from '../../support/hospitalSuite.ts';
import { newMedicine } from '../../support/medicines.ts';

vi.setConfig({ testTimeout: 60_000 });

let hospital: Hospital;
let database: HospitalSuite['database'];
let doctor: Member;
let admin: Member;
hospitalSuite(async (suite) => {
  ({ hospital, doctor, database } = suite);
  admin = await hospital.administrator();
});

const bytes = (text: string) => new TextEncoder().encode(text);
const check = (text: string | Uint8Array, kind: 'medicines' | 'diagnoses' = 'medicines', as = admin) =>
  hospital.upload(checkImport, as, typeof text === 'string' ? bytes(text) : text, { kind });
const dryRun = async (text: string, kind: 'medicines' | 'diagnoses' = 'medicines') =>
  (await check(text, kind)).data as DryRun;
const apply = (id: string | null, as = admin) => hospital.call(applyImport, as, { id });

type Row = Record<string, unknown>;
/** A file of medicines; each row replaces fields of a valid one. */
function fileOf(...rows: Row[]): string {
  const keys = columnsByKind.medicines.map(({ key }) => key);
  const cell = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? ''));
  const inYuan = { ...newMedicine, price: newMedicine.price / 100 };
  return writeRows([keys, ...rows.map((row) => keys.map((key) => cell({ ...inYuan, ...row }[key])))]);
}
const stored = (code: string) => hospital.store.first(drug, eq(drug.code, code));

test('a dry run says what is new, changed, unchanged and refused, with line and reason, and writes nothing', async () => {
  const first = await dryRun(fileOf({ code: 'b1' }, { code: 'b2' }));
  await apply(first.id);
  const file = fileOf(
    { code: 'b1' },
    { code: 'b2', price: '19.9' },
    { code: 'b3' },
    { code: 'b4', genericCode: 'snake-oil' },
    { code: 'b3' },
    { code: 'b5', price: 'dear' },
  );
  const rowsBefore = await hospital.store.rows(drug);
  const result = await dryRun(file);
  expect(result).toEqual({
    id: expect.any(String),
    counts: { added: 1, changed: 1, unchanged: 1, refused: 3 },
    added: [{ line: 4, code: 'b3', name: newMedicine.name }],
    changed: [
      {
        line: 3,
        code: 'b2',
        name: newMedicine.name,
        changes: [{ column: 'Price in yuan', before: '15.50', after: '19.90' }],
      },
    ],
    refused: [
      {
        line: 5,
        column: 'Generic',
        reason: { en: expect.stringContaining('snake-oil'), zh: expect.stringContaining('snake-oil') },
      },
      { line: 6, column: 'Code', reason: { en: 'Line 4 has this code already', zh: '与第 4 行的编码相同' } },
      {
        line: 7,
        column: 'Price in yuan',
        reason: { en: '“dear” is not an amount in yuan, such as 12.80', zh: '“dear”不是以元为单位的金额，例如 12.80' },
      },
    ],
  });
  expect(await hospital.store.rows(drug)).toEqual(rowsBefore);
});

test('applying writes what the dry run showed, once, with one row on the trail', async () => {
  const { id } = await dryRun(fileOf({ code: 'c1', name: '头孢样品', initialStock: 30 }));
  expect(await apply(id)).toMatchObject({ data: { added: 1, changed: 0 } });
  expect(await apply(id)).toMatchObject({ data: { added: 1, changed: 0 } });
  const row = await stored('c1');
  expect(row).toMatchObject({ pinyin: 'TBYP', ingredients: ['amoxicillin'], atc: 'J01CA04', skinTest: true });
  const found = await hospital.call(searchDrugs, doctor, { warehouseId: hospital.warehouseId, keyword: 'tbyp' });
  expect(found.data).toMatchObject([{ drugId: row?.id, stock: 30, price: 1_550 }]);
  const rows = await hospital.store.rows(
    auditTrail,
    and(eq(auditTrail.entity, 'medicine'), eq(auditTrail.action, 'update')),
  );
  expect(rows.filter(({ detail }) => detail?.import === id)).toMatchObject([
    { outcome: 'ok', detail: { added: 1, changed: 0 } },
  ]);
});

test('a dry run is outdated by any change of the catalogue, but not by packs that are dispensed', async () => {
  await apply((await dryRun(fileOf({ code: 'e1', initialStock: 5 }))).id);
  const row = await stored('e1');
  const outdated = await dryRun(fileOf({ code: 'e1', price: '17' }));
  await hospital.call(saveMedicine, admin, { ...newMedicine, code: 'e2', id: null, revision: null });
  expect(await apply(outdated.id)).toMatchObject({
    code: Code.duplicateRequest,
    msg: 'The catalogue was changed after this dry run, so nothing was written. Run the file again',
  });
  const current = await dryRun(fileOf({ code: 'e1', price: '17' }));
  const packs = { warehouseId: hospital.warehouseId, drugId: row?.id ?? '', quantity: 2 };
  await database.uow.run(admin.hospitalId, (tx) => moveStock(tx, { take: [packs] }));
  expect(await apply(current.id)).toMatchObject({ code: 200 });
  expect(await hospital.store.first(drugInventory, eq(drugInventory.drugId, row?.id ?? ''))).toMatchObject({
    stock: 3,
    price: 1_700,
  });
});

test('an import with a fault in the middle writes nothing', async () => {
  const { id } = await dryRun(fileOf({ code: 'f1' }, { code: 'f2' }));
  await hospital.store.change(
    catalogueImport,
    {
      plan: [
        { line: 2, id: null, fields: { ...newMedicine, code: 'f1', retired: false }, stock: 0 },
        { line: 3, id: null, fields: { ...newMedicine, code: 'f1', retired: false }, stock: 0 },
      ],
    },
    eq(catalogueImport.id, id ?? ''),
  );
  expect(await apply(id)).toMatchObject({ code: Code.serverError });
  expect(await stored('f1')).toBeNull();
});

test('a missing column leaves what is stored, and a new row takes the default', async () => {
  await apply((await dryRun(fileOf({ code: 'g1', highAlert: true }))).id);
  const result = await dryRun('药品编码;名称\ng1;新名称\n');
  expect(result.changed).toMatchObject([{ code: 'g1', changes: [{ column: 'Name (Chinese)', after: '新名称' }] }]);
  await apply(result.id);
  expect(await stored('g1')).toMatchObject({ name: '新名称', highAlert: true, pinyin: 'XMC' });
});

test('a new row without what every medicine has says which columns are missing', async () => {
  const { refused } = await dryRun('code,genericCode,name\nk1,amoxicillin,\n');
  expect(refused.map(({ column, reason }) => [column, reason.en]).slice(0, 2)).toEqual([
    ['Name (Chinese)', 'Is missing. Fill it in'],
    ['Specification (Chinese)', 'Is missing. Fill it in'],
  ]);
});

test.each([
  ['code,colour\nx,red\n', 'There is no column “colour”; use the headings of the template'],
  ['name\nx\n', 'The column of codes is missing, by which rows are recognised'],
  ['code,code\nx,y\n', 'This column appears twice'],
  ['code,name\nx,"y\n', 'A quotation mark is not closed, so nothing after this line can be read'],
  ['code,name\n', 'The file has no rows'],
])('a file that is %j cannot be applied', async (text, reason) => {
  expect(await dryRun(text)).toMatchObject({ id: null, refused: [{ reason: { en: reason } }] });
});

test('a picture is no table', async () => {
  expect(await check(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff))).toMatchObject({
    code: Code.fileTypeRefused,
    msg: 'This file cannot be read. Save it as CSV (UTF-8 or GB18030) and try again',
  });
});

test('more than 20,000 rows are refused', async () => {
  const rows = Array.from({ length: 20_001 }, (_, n) => `h${n}`);
  expect(await check(`code\n${rows.join('\n')}\n`)).toMatchObject({
    code: Code.fileTooLarge,
    msg: 'The file has more than 20000 rows. Split it and import the parts',
  });
});

test('only the administrator who ran a file applies it, and doctors run none', async () => {
  const { id } = await dryRun(fileOf({ code: 'i1' }));
  expect(await apply(id, await hospital.administrator())).toMatchObject({ code: Code.notFound });
  expect(await apply(id, doctor)).toMatchObject({ code: Code.forbidden });
  expect(await check(fileOf({ code: 'i1' }), 'medicines', doctor)).toMatchObject({ code: Code.forbidden });
});

test.each(['en', 'zh-CN'])(
  'what is exported in %s is unchanged when it is imported',
  async (language) => {
    const short = fc.string({ unit: fc.constantFrom(...'=+-@\'",;\t\n ＝阿莫ab1'), minLength: 1, maxLength: 8 });
    const name = short.map((text) => text.trim()).filter((text) => text !== '');
    const named = fc.record({ name, nameEn: short.map((text) => text.trim()), retired: fc.boolean() });
    const headers = { 'accept-language': language };
    await fc.assert(
      fc.asyncProperty(fc.array(named, { minLength: 1, maxLength: 6 }), async (rows) => {
        await hospital.store.remove(diagnosis, eq(diagnosis.nameEn, 'of the property'));
        for (const [n, { name: zh, nameEn, retired }] of rows.entries()) {
          const code = `Z${10 + n}.9`;
          await hospital.store.remove(diagnosis, eq(diagnosis.code, code));
          await hospital.store.add(diagnosis, { code, name: zh, nameEn, searchText: 'one\ntwo', disabled: retired });
          const medicine = await stored(`p${n}`);
          if (!medicine) await apply((await dryRun(fileOf({ code: `p${n}` }))).id);
          await hospital.store.change(
            drug,
            { name: zh, tradeName: nameEn || null, disabled: retired },
            eq(drug.code, `p${n}`),
          );
        }
        for (const kind of ['medicines', 'diagnoses'] as const) {
          const { csv } = (await hospital.call(exportCatalogue, admin, { kind }, headers)).data as { csv: string };
          const { counts, changed, refused } = await dryRun(csv, kind);
          expect({ changed, refused }).toEqual({ changed: [], refused: [] });
          expect(counts).toMatchObject({
            added: 0,
            unchanged: await hospital.store.count(kind === 'medicines' ? drug : diagnosis),
          });
        }
      }),
      { numRuns: 5 },
    );
  },
  60_000,
);

test('the template has the columns and no rows', async () => {
  const { csv } = (await hospital.call(exportCatalogue, admin, { kind: 'diagnoses', rows: 'none' })).data as {
    csv: string;
  };
  expect(csv.trim()).toBe('Code,Name (Chinese),Name (English),Everyday names (separated by |),Retired');
});

test('dry runs are removed after a day', async () => {
  await dryRun(fileOf({ code: 'z1' }));
  await removeOldImports(hospital.store.db, morning + 24 * 3_600_000 - 1);
  expect(await hospital.store.count(catalogueImport)).toBeGreaterThan(0);
  await removeOldImports(hospital.store.db, morning + 24 * 3_600_000);
  expect(await hospital.store.count(catalogueImport)).toBe(0);
});

test.each([
  ['12.805', 'more than two places'],
  ['1e3', 'no plain number'],
  ['0', 'nothing'],
])('a price of %s is refused, and a file whose prices are named in cents as well', async (price) => {
  const { refused } = await dryRun(fileOf({ code: 'p1', price }));
  expect(refused).toMatchObject([{ line: 2, column: 'Price in yuan' }]);
  const inCents = await dryRun(fileOf({ code: 'p1' }).replace('price', 'Price in cents'));
  expect(inCents.refused).toMatchObject([
    { line: 1, reason: { en: 'There is no column “Price in cents”; use the headings of the template' } },
  ]);
});
