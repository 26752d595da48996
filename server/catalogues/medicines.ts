import { and, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/medicines.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { stockCorrection } from '../db/schema/catalogues.ts';
import { drug, drugInventory, warehouse } from '../db/schema/drugs.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { onSale } from '../medicines/stock.ts';
import { requestRecount } from '../patients/requestRecount.ts';
import { changedFields, changing } from './changes.ts';
import { columnsOf, fieldsOf, type KnownMedicines, medicineProblems, normalised } from './medicineFields.ts';
import { findMedicine, pricesOf } from './medicineQueries.ts';
import { siblingProblems } from './medicineSiblings.ts';
import { problem, refusedField } from './problems.ts';

type Needs = KnownMedicines;

const changedMeanwhile = refusedWith(Code.duplicateRequest, 'catalogueChanged');

export const codeTaken = (code: string) =>
  problem('code', `编码“${code}”已被使用`, `The code “${code}” is already used`);
export const codeStays = (code: string) =>
  problem('code', `编码不能更改，应为“${code}”`, `The code cannot be changed; it is “${code}”`);

/** Offers a medicine in these warehouses, without any packs yet. */
const offerIn = (tx: Transaction, drugId: string, warehouseIds: readonly string[], price: number) =>
  tx.addAll(
    drugInventory,
    warehouseIds.map((warehouseId) => ({ warehouseId, drugId, stock: 0, price, status: onSale })),
  );

async function setPrice(tx: Transaction, drugId: string, price: number): Promise<void> {
  const items = await tx.change(drugInventory, { price }, eq(drugInventory.drugId, drugId));
  for (const { warehouseId } of items) tx.announce({ type: 'stock.changed', warehouseId, drugIds: [drugId] });
}

async function add(tx: Transaction, { generics }: Needs, fields: MedicineFields) {
  if (await tx.first(drug, eq(drug.code, fields.code))) return refusedField(codeTaken(fields.code));
  const row = await tx.add(drug, columnsOf(fields, generics));
  const places = await tx.rows(warehouse);
  await offerIn(
    tx,
    row.id,
    places.map(({ id }) => id),
    fields.price,
  );
  return done({ row, changed: Object.keys(fields) });
}

async function change(
  tx: Transaction,
  { generics }: Needs,
  { id, revision }: { id: string; revision: number | null },
  fields: MedicineFields,
) {
  const before = await tx.locked(drug, eq(drug.id, id));
  if (!before) return refused(Code.notFound);
  if (before.revision !== revision) return changedMeanwhile;
  if (before.code !== fields.code) return refusedField(codeStays(before.code));
  const price = (await pricesOf(tx, [id])).get(id) ?? 0;
  const [row] = await tx.change(drug, columnsOf(fields, generics), eq(drug.id, id));
  await setPrice(tx, id, fields.price);
  return row ? done({ row, changed: changedFields(fieldsOf(before, price), fields) }) : refused(Code.notFound);
}

/** The first thing that is wrong with a medicine, by itself or beside the hospital's other products of its generic. */
async function problemOf(tx: Transaction, known: Needs, fields: MedicineFields) {
  const others = await tx.rows(drug, eq(drug.genericCode, fields.genericCode));
  const family = others.map((row) => ({ ...row, strengthUnit: row.strengthUnit ?? '' }));
  const [wrong] = [...medicineProblems(fields, known), ...siblingProblems(fields, family)];
  return wrong;
}

/** Adds a medicine or changes one. Prescriptions keep the names, doses and prices that they were written with. */
export const saveMedicine =
  (needs: Needs) =>
  (
    { id, revision, ...given }: RequestOf<typeof contract.saveMedicine>,
    context: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof contract.saveMedicine>>> =>
    changing(context, { entity: 'medicine', entityId: id }, async (tx, note) => {
      const fields = normalised(given);
      const wrong = await problemOf(tx, needs, fields);
      if (wrong) return refusedField(wrong);
      const saved = id === null ? await add(tx, needs, fields) : await change(tx, needs, { id, revision }, fields);
      if (!saved.ok) return saved;
      const { row, changed } = saved.data;
      if (id !== null) await requestRecount(tx, null, context.at);
      await note(row.id, { fields: changed });
      // Warehouses that were added have numbered the row again.
      return done({ id: row.id, revision: (await findMedicine(tx, row.id))?.revision ?? 0 });
    });

/** Takes a medicine out of prescribing, or puts it back. */
export const retireMedicine = (
  { id, revision, retired }: RequestOf<typeof contract.retireMedicine>,
  context: CallContext,
): Promise<Outcome<ReplyInputOf<typeof contract.retireMedicine>>> =>
  changing(context, { entity: 'medicine', entityId: id }, async (tx, note) => {
    const before = await tx.locked(drug, eq(drug.id, id));
    if (!before) return refused(Code.notFound);
    if (before.revision !== revision) return changedMeanwhile;
    const [row] = await tx.change(drug, { disabled: retired }, eq(drug.id, id));
    await requestRecount(tx, null, context.at);
    await note(id, { retired });
    return done({ revision: row?.revision ?? revision });
  });

/** Corrects the packs of a medicine in a warehouse, with a reason. */
export const correctStock = (
  { id, warehouseId, before, after, reason }: RequestOf<typeof contract.correctStock>,
  context: CallContext,
): Promise<Outcome<ReplyInputOf<typeof contract.correctStock>>> =>
  changing(context, { entity: 'medicine', entityId: id }, async (tx, note) => {
    const isPlace = and(eq(drugInventory.warehouseId, warehouseId), eq(drugInventory.drugId, id));
    const [product, place] = [await findMedicine(tx, id), await tx.first(warehouse, eq(warehouse.id, warehouseId))];
    if (!product || !place) return refused(Code.notFound);
    if (!(await tx.first(drugInventory, isPlace)))
      await offerIn(tx, id, [warehouseId], (await pricesOf(tx, [id])).get(id) ?? 0);
    const counted = await tx.change(drugInventory, { stock: after }, isPlace, eq(drugInventory.stock, before));
    if (counted.length === 0) {
      const now = await tx.first(drugInventory, isPlace);
      return refusedWith(Code.stockShort, 'stockMoved', { field: 'after', stock: now?.stock ?? 0 });
    }
    const { by, at } = context;
    await tx.add(stockCorrection, { drugId: id, warehouseId, before, after, reason, staffId: by.id, time: at });
    tx.announce({ type: 'stock.changed', warehouseId, drugIds: [id] });
    await note(id, { warehouseId, before, after });
    return done({ stock: after });
  });
