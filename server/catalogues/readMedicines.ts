import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/extension/medicines.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { inOrderOf, pageOf } from '../db/textSearch.ts';
import { type MedicineIndex, medicineOrder } from '../medicines/medicineIndex.ts';
import { correctionsOf, findMedicine, medicinesNamed, placesWith, pricesOf, stockOf } from './medicineQueries.ts';
import { correctionOnWire, medicineOnWire, placeOnWire } from './wire.ts';

/** A page of the formulary as its administrators see it: retired medicines too, found by the same words as by doctors. */
export const pageMedicines =
  ({ medicineIndex }: { medicineIndex: MedicineIndex }) =>
  async (
    { keyword = '', state, ...query }: RequestOf<typeof contract.pageMedicines>,
    { store, language }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof contract.pageMedicines>>> => {
    const wanted = { typed: keyword, place: state, order: medicineOrder[language], ...pageOf(query) };
    const { ids, total } = await medicineIndex.search(store.hospitalId, wanted);
    if (ids.length === 0) return done({ list: [], total });
    const [rows, prices, stock] = await Promise.all([
      medicinesNamed(store, ids),
      pricesOf(store, ids),
      stockOf(store, ids),
    ]);
    const list = inOrderOf(ids, rows, ({ id }) => id).map((row) => ({
      ...medicineOnWire(row, prices.get(row.id) ?? 0),
      stock: stock.get(row.id) ?? 0,
    }));
    return done({ list, total });
  };

/** One medicine with its packs in each warehouse and the latest corrections of them. */
export async function readMedicine(
  { id }: RequestOf<typeof contract.getMedicine>,
  { store, language }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof contract.getMedicine>>> {
  const row = await findMedicine(store, id);
  if (!row) return refused(Code.notFound);
  const price = (await pricesOf(store, [id])).get(id) ?? 0;
  const [places, corrections] = await Promise.all([placesWith(store, id), correctionsOf(store, id)]);
  return done({
    medicine: medicineOnWire(row, price),
    warehouses: places.map((one) => placeOnWire(one, price, language)),
    corrections: corrections.map((one) => correctionOnWire(one, language)),
  });
}
