import { and, desc, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { listFavouriteDrugs, setFavouriteDrug } from '../../contract/extension/templates.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { drug, drugInventory } from '../db/schema/drugs.ts';
import { drugFavourite } from '../db/schema/templates.ts';
import { medicineOnWire } from '../medicines/medicineView.ts';

const mostFavourites = 100;

/** The doctor's favourite medicines, the latest first; those that the pharmacy lists come with stock and price. */
export async function readFavourites(
  { warehouseId }: RequestOf<typeof listFavouriteDrugs>,
  { by, store, language }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof listFavouriteDrugs>>> {
  const isListed = and(
    eq(drugInventory.drugId, drugFavourite.drugId),
    eq(drugInventory.tenantId, drugFavourite.tenantId),
    eq(drugInventory.warehouseId, warehouseId),
  );
  const rows = await store.db
    .select({ drugId: drugFavourite.drugId, product: drug, item: drugInventory })
    .from(drugFavourite)
    .innerJoin(drug, and(eq(drug.id, drugFavourite.drugId), eq(drug.tenantId, drugFavourite.tenantId)))
    .leftJoin(drugInventory, isListed)
    .where(store.own(drugFavourite, eq(drugFavourite.staffId, by.id)))
    .orderBy(desc(drugFavourite.createTime), desc(drugFavourite.id));
  return done({
    drugIds: rows.map(({ drugId }) => drugId),
    drugs: rows.flatMap(({ product, item }) =>
      item && !product.disabled ? [medicineOnWire({ product, item }, language)] : [],
    ),
  });
}

/** Adds a favourite or removes it; a repeat changes nothing. */
export const storeFavourite = (
  { drugId, favourite }: RequestOf<typeof setFavouriteDrug>,
  { by, at, store }: CallContext,
): Promise<Outcome<true>> =>
  store.attempt(async (tx) => {
    const mine = eq(drugFavourite.staffId, by.id);
    if (!favourite) {
      await tx.remove(drugFavourite, mine, eq(drugFavourite.drugId, drugId));
      return done(true);
    }
    if (!(await tx.first(drug, eq(drug.id, drugId)))) return refused(Code.notFound);
    const row = { tenantId: tx.tenantId, staffId: by.id, drugId, createTime: at };
    await tx.db.insert(drugFavourite).values(row).onConflictDoNothing();
    return (await tx.count(drugFavourite, mine)) > mostFavourites
      ? refusedWith(Code.badRequest, 'favouritesFull', { limit: mostFavourites })
      : done(true);
  });
