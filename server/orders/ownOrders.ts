import type { countOwnOrders } from '../../contract/extension/counts.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, Staff } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { pageOf } from '../db/textSearch.ts';
import { countEntries, type EntryFilter, pageEntries, type StatusCounts } from '../search/entries.ts';
import { appendTrail } from '../trail/trail.ts';
import { countOwn, type OrderFilters, type OrderQuery, ordersByIds, pageOfOrders } from './listQueries.ts';
import { viewOrders } from './viewQueries.ts';
import type { OrderNeeds } from './wire.ts';

/** The filter of the search entries, for lists with a keyword or a consult type; null for others. */
function searchOf(by: Staff, query: OrderFilters): EntryFilter | null {
  const { keyword, consultType: category, status, createTimeFrom: from, createTimeTo: to } = query;
  if (!keyword?.trim() && category === undefined) return null;
  return { kind: 'order', ownerId: by.id, keyword, category, status, from, to };
}

async function readOwnOrders(query: OrderQuery, { by, at, store }: CallContext) {
  const page = pageOf(query);
  const search = searchOf(by, query);
  if (search) {
    const { ids, total, atLeast } = await pageEntries(store, search, page);
    return { rows: await ordersByIds(store, ids), total, atLeast };
  }
  return { ...(await pageOfOrders(store, { by, at }, query, page)), atLeast: false };
}

/** A page of the doctor's own orders, newest first. */
export const pageOwn =
  ({ nameOf }: Pick<OrderNeeds, 'nameOf'>) =>
  async (query: OrderQuery, context: CallContext) => {
    const { by, at, store, language } = context;
    const { rows, total, atLeast } = await readOwnOrders(query, context);
    const entry = { action: 'list', entity: 'order', entityId: null, patientId: null, outcome: 'ok' } as const;
    const patientIds = rows.map(({ patientId }) => patientId);
    const detail = { ids: rows.map(({ id }) => id) };
    const recorded = appendTrail(store, by, at, { ...entry, patientIds, purpose: null, detail });
    // The rows are answered only once the read is on the trail.
    const [list] = await Promise.all([viewOrders(store, rows, { at, language, nameOf }), recorded]);
    return done({ list, total, ...(atLeast ? { atLeast } : {}) });
  };

/** The doctor's own orders that meet the filters, counted by status. */
export async function countByStatus(
  query: RequestOf<typeof countOwnOrders>,
  { by, store }: CallContext,
): Promise<Outcome<StatusCounts>> {
  const search = searchOf(by, query);
  if (search) return done(await countEntries(store, search));
  return done({ counts: await countOwn(store, by, query), atLeast: false });
}
