import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { listFavouriteDrugs, setFavouriteDrug } from '../../contract/extension/templates.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { drug } from '../db/schema/drugs.ts';
import { drugFavourite } from '../db/schema/templates.ts';
import { favouritesOf } from './queries.ts';
import { favouritesOnWire } from './wire.ts';

const mostFavourites = 100;

/** The doctor's favourite medicines, the latest first; those that the pharmacy lists come with stock and price. */
export async function readFavourites(
  { warehouseId }: RequestOf<typeof listFavouriteDrugs>,
  { by, store, language }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof listFavouriteDrugs>>> {
  return done(favouritesOnWire(await favouritesOf(store, by, warehouseId), language));
}

/** Adds a favourite or removes it; a repeat changes nothing. */
export const storeFavourite = (
  { drugId, favourite }: RequestOf<typeof setFavouriteDrug>,
  { by, at, store }: CallContext,
): Promise<Outcome<true>> =>
  store.attempt(async (tx) => {
    const mine = eq(drugFavourite.staffId, by.id);
    const announceOwn = () => tx.announce({ type: 'own.changed', staffIds: [by.id], part: 'medicines' });
    if (!favourite) {
      const removed = await tx.remove(drugFavourite, mine, eq(drugFavourite.drugId, drugId));
      if (removed.length > 0) announceOwn();
      return done(true);
    }
    if (!(await tx.first(drug, eq(drug.id, drugId)))) return refused(Code.notFound);
    const row = { tenantId: tx.hospitalId, staffId: by.id, drugId, createTime: at };
    const added = await tx.db.insert(drugFavourite).values(row).onConflictDoNothing().returning();
    if (added.length > 0) announceOwn();
    return (await tx.count(drugFavourite, mine)) > mostFavourites
      ? refusedWith(Code.badRequest, 'favouritesFull', { limit: mostFavourites })
      : done(true);
  });
