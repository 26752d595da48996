import { Code } from '../../contract/envelope.ts';
import type { orderDetail } from '../../contract/http/consult.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { loadOrder, orderIdOf } from './detailQueries.ts';
import { canReadOrder } from './orderAccess.ts';
import { type Detail, detailOf, type OrderNeeds, withLinks } from './wire.ts';

/** One order with its log and rating, for those who may read it. */
export const readOrder =
  ({ nameOf, links }: OrderNeeds) =>
  async (which: RequestOf<typeof orderDetail>, context: CallContext): Promise<Outcome<Detail>> => {
    const { by, at, store, language } = context;
    if (which.id === undefined && which.orderNo === undefined) return refused(Code.badRequest, { field: 'id' });
    const id = await orderIdOf(store, which);
    const loaded = id === null ? null : await loadOrder(store, id);
    // The statement is shared, so access is checked, and recorded on the trail, for each reader before the answer.
    if (!loaded || !(await canReadOrder(loaded.order, context))) return refused(Code.notFound);
    const { order, log } = loaded;
    const detail = detailOf(order, log, loaded, { language, at, nameOf });
    return detail ? done(withLinks(detail, links, by)) : refused(Code.notFound);
  };
