import { and, eq, gte, sql } from 'drizzle-orm';
import { drugInventory } from '../db/schema/drugs.ts';
import type { Transaction } from '../db/unitOfWork.ts';

/** Packs of a medicine in one warehouse. */
export type Packs = { warehouseId: string; drugId: string; quantity: number };

/** A medicine that the warehouse has too few packs of, or does not sell now. */
export type Shortage = { drugId: string; stock: number };

/** The wire's status of inventory on sale. */
export const onSale = 1;

/** The net change per warehouse and medicine, in a fixed order so that parallel transactions cannot deadlock. */
function netChanges(take: readonly Packs[], giveBack: readonly Packs[]): Packs[] {
  const sums = new Map<string, Packs>();
  const count = (packs: Packs, sign: 1 | -1) => {
    const key = `${packs.warehouseId}/${packs.drugId}`;
    const before = sums.get(key)?.quantity ?? 0;
    sums.set(key, { ...packs, quantity: before + sign * packs.quantity });
  };
  for (const packs of take) count(packs, 1);
  for (const packs of giveBack) count(packs, -1);
  return [...sums.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, packs]) => packs)
    .filter(({ quantity }) => quantity !== 0);
}

/**
 * Takes packs out of stock and returns others, in the caller's transaction. Each change is a conditional write, so stock
 * cannot fall below zero; the caller rolls the transaction back when a medicine is short.
 */
export async function moveStock(
  tx: Transaction,
  { take = [], giveBack = [] }: { take?: readonly Packs[]; giveBack?: readonly Packs[] },
): Promise<Shortage[]> {
  const short: Shortage[] = [];
  const moved: Packs[] = [];
  for (const packs of netChanges(take, giveBack)) {
    const item = and(eq(drugInventory.warehouseId, packs.warehouseId), eq(drugInventory.drugId, packs.drugId));
    const enough =
      packs.quantity > 0 ? and(gte(drugInventory.stock, packs.quantity), eq(drugInventory.status, onSale)) : undefined;
    const changed = await tx.change(
      drugInventory,
      { stock: sql`${drugInventory.stock} - ${packs.quantity}` },
      item,
      enough,
    );
    if (changed.length > 0) moved.push(packs);
    else if (packs.quantity > 0) {
      const left = await tx.first(drugInventory, item);
      short.push({ drugId: packs.drugId, stock: left?.status === onSale ? left.stock : 0 });
    }
  }
  for (const warehouseId of new Set(moved.map((packs) => packs.warehouseId))) {
    const drugIds = moved.filter((packs) => packs.warehouseId === warehouseId).map(({ drugId }) => drugId);
    tx.announce({ type: 'stock.changed', warehouseId, drugIds });
  }
  return short;
}
