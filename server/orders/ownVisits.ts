import type { CallContext } from '../accounts/caller.ts';
import { addendaOf, listedFor } from '../records/queries.ts';
import { approvedOf, type OwnRecord } from './visitQueries.ts';
import { attachmentsOf, medicinesIn, sectionsOf, type Visit } from './visitWire.ts';

/** The signed record of one of this hospital's finished consultations, for a reader of this language. */
export async function ownRecordFor(
  { order, record }: OwnRecord,
  { store, language }: Pick<CallContext, 'store' | 'language'>,
): Promise<Visit> {
  const orders = medicinesIn(await approvedOf(store, order.id), language);
  const around = { addenda: await addendaOf(store, record.id, language), listed: await listedFor(store, [record]) };
  const sections = sectionsOf(record, around, language);
  return { visitNo: order.orderNo, sections, orders, reports: attachmentsOf(record) };
}
