import { and, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { correctStock, MedicineFields, retireMedicine, saveMedicine } from '../../contract/extension/medicines.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { stockCorrection } from '../db/schema/catalogues.ts';
import { drug, drugInventory, warehouse } from '../db/schema/drugs.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { onSale } from '../medicines/stock.ts';
import { requestRecount } from '../patients/requestRecount.ts';
import { changedFields, changing } from './changes.ts';
import { columnsOf, fieldsOf, type Generics, medicineProblems, normalised } from './medicineFields.ts';
import { siblingProblems } from './medicineSiblings.ts';
import { problem, refusedField } from './problems.ts';
import { pricesOf } from './readMedicines.ts';

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

/** Changes of the formulary. Prescriptions keep the names, doses and prices that they were written with. */
export function createMedicines({ generics }: { generics: Generics }) {
  async function add(tx: Transaction, fields: MedicineFields) {
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

  async function change(tx: Transaction, id: string, revision: number | null, fields: MedicineFields) {
    const before = await tx.locked(drug, eq(drug.id, id));
    if (!before) return refused(Code.notFound);
    if (before.revision !== revision) return changedMeanwhile;
    if (before.code !== fields.code) return refusedField(codeStays(before.code));
    const price = (await pricesOf(tx, [id])).get(id) ?? 0;
    const [row] = await tx.change(drug, columnsOf(fields, generics), eq(drug.id, id));
    await setPrice(tx, id, fields.price);
    return row ? done({ row, changed: changedFields(fieldsOf(before, price), fields) }) : refused(Code.notFound);
  }

  /** The revision after warehouses were added, which numbers the row again. */
  const revisionOf = async (tx: Transaction, id: string) => (await tx.first(drug, eq(drug.id, id)))?.revision ?? 0;

  return {
    save: ({ id, revision, ...given }: RequestOf<typeof saveMedicine>, context: CallContext) =>
      changing(context, { entity: 'medicine', entityId: id }, async (tx, note) => {
        const fields = normalised(given);
        const others = await tx.rows(drug, eq(drug.genericCode, fields.genericCode));
        const family = others.map((row) => ({ ...row, strengthUnit: row.strengthUnit ?? '' }));
        const [wrong] = [...medicineProblems(fields, generics), ...siblingProblems(fields, family)];
        if (wrong) return refusedField(wrong);
        const saved = id === null ? await add(tx, fields) : await change(tx, id, revision, fields);
        if (!saved.ok) return saved;
        if (id !== null) await requestRecount(tx, null, context.at);
        await note(saved.data.row.id, { fields: saved.data.changed });
        return done({ id: saved.data.row.id, revision: await revisionOf(tx, saved.data.row.id) });
      }),

    retire: ({ id, revision, retired }: RequestOf<typeof retireMedicine>, context: CallContext) =>
      changing(
        context,
        { entity: 'medicine', entityId: id },
        async (tx, note): Promise<Outcome<{ revision: number }>> => {
          const before = await tx.locked(drug, eq(drug.id, id));
          if (!before) return refused(Code.notFound);
          if (before.revision !== revision) return changedMeanwhile;
          const [row] = await tx.change(drug, { disabled: retired }, eq(drug.id, id));
          await requestRecount(tx, null, context.at);
          await note(id, { retired });
          return done({ revision: row?.revision ?? revision });
        },
      ),

    correct: ({ id, warehouseId, before, after, reason }: RequestOf<typeof correctStock>, context: CallContext) =>
      changing(context, { entity: 'medicine', entityId: id }, async (tx, note): Promise<Outcome<{ stock: number }>> => {
        const isPlace = and(eq(drugInventory.warehouseId, warehouseId), eq(drugInventory.drugId, id));
        const [product, place] = [
          await tx.first(drug, eq(drug.id, id)),
          await tx.first(warehouse, eq(warehouse.id, warehouseId)),
        ];
        if (!product || !place) return refused(Code.notFound);
        if (!(await tx.first(drugInventory, isPlace)))
          await offerIn(tx, id, [warehouseId], (await pricesOf(tx, [id])).get(id) ?? 0);
        const counted = await tx.change(drugInventory, { stock: after }, isPlace, eq(drugInventory.stock, before));
        if (counted.length === 0) {
          const now = await tx.first(drugInventory, isPlace);
          return refusedWith(Code.stockShort, 'stockMoved', { field: 'after', stock: now?.stock ?? 0 });
        }
        await tx.add(stockCorrection, {
          drugId: id,
          warehouseId,
          before,
          after,
          reason,
          staffId: context.by.id,
          time: context.at,
        });
        tx.announce({ type: 'stock.changed', warehouseId, drugIds: [id] });
        await note(id, { warehouseId, before, after });
        return done({ stock: after });
      }),
  };
}
