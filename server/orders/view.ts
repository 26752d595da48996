import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { SummarySettings } from '../../clinical/facts/summarise.ts';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { afterServiceMs } from '../../clinical/lifecycle/serviceTime.ts';
import type { ConsultOrder } from '../../contract/http/consult.ts';
import type { Language } from '../accounts/caller.ts';
import { createRowReader } from '../db/rowReader.ts';
import { patient } from '../db/schema/patients.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { type Sight, summaryFrom } from '../patients/knownPatient.ts';
import { patientBrief } from '../patients/patientBrief.ts';
import type { OrderRow } from './moveOrder.ts';
import { loadSummaries, type OrderSummaries, type OrderSummary } from './orderSummary.ts';

export type OrderView = z.input<typeof ConsultOrder>;
export type PatientRow = typeof patient.$inferSelect;

export type Reader = Sight & { readonly language: Language };

const patientReader = createRowReader(patient, 'p');

/** What a view needs besides the order's row. */
type Related = { who: PatientRow | undefined; summaries: OrderSummaries };

/** What is known about the patient in this consultation. */
function knownIn(
  order: OrderRow,
  who: PatientRow,
  { facts, record }: OrderSummary,
  settings: SummarySettings,
  { at, nameOf }: Sight,
) {
  const { inRecord, histories, presentIllness } = record;
  const complaints = [order.chiefComplaint ?? '', order.symptoms ?? '', presentIllness];
  return summaryFrom({ who, facts, settings, nameOf, texts: { inRecord, histories, complaints } }, at);
}

const noAnswerOf = ({ noAnswerUntil: until, noAnswerTime: time, noAnswerBy: by }: OrderRow) =>
  until === null || time === null || by === null ? null : { until, time, by };

/** When the wait passes the hospital's limit, which counts only its service hours. */
const overdueTimeOf = ({ payTime, createTime }: OrderRow, { settings, hours }: OrderSummaries): number =>
  afterServiceMs(hours, payTime ?? createTime, settings.overdueMin * 60_000);

/** An order as the doctors of its hospital see it; an empty list when it has no patient or no conversation. */
export function viewOf(order: OrderRow, { who, summaries }: Related, reader: Reader): OrderView[] {
  const { language, at } = reader;
  const { conversationId } = order;
  if (who === undefined || conversationId === null) return [];
  const waits = order.status === OrderStatus.awaiting;
  const summary = summaries.of(order.id, language);
  const { headSeq, lastMsg, unread, waitingSince, doctorName, caseId, recordSignTime, prescriptionIds } = summary;
  // A single literal: building it by spreading is several times slower (measured with 120 orders).
  return [
    {
      id: order.id,
      orderNo: order.orderNo,
      consultType: order.consultType,
      status: order.status,
      isForChosen: order.requestedDoctorId !== null,
      chiefComplaint: order.chiefComplaint,
      images: order.images,
      payAmount: order.payAmount,
      priority: order.priority,
      version: order.version,
      endReason: order.endReason,
      createTime: order.createTime,
      payTime: order.payTime,
      acceptTime: order.acceptTime,
      endTime: order.endTime,
      expireTime: order.expireTime,
      doctorId: order.doctorId,
      conversationId,
      patient: patientBrief(who, knownIn(order, who, summary, summaries.clinical, reader), at, language),
      overdueTime: waits ? overdueTimeOf(order, summaries) : null,
      headSeq,
      lastMsg,
      unread,
      waitingSince,
      doctorName,
      caseId,
      answerTime: summary.answerTime,
      noAnswer: noAnswerOf(order),
      recordSignTime,
      prescriptionIds,
    },
  ];
}

async function patientsOf({ db, tenantId }: Tenanted, orders: readonly OrderRow[]) {
  const ids = [...new Set(orders.map(({ patientId }) => patientId))].join(',');
  const { rows } = await db.execute<Record<string, unknown>>(sql`
select ${patientReader.columns} from patient p where p.tenant_id = ${tenantId} and p.id = any(string_to_array(${ids}, ',')::bigint[])`);
  const patients = rows.map(patientReader.read);
  return new Map(patients.map((row) => [row.id, row]));
}

/** Loads what the views of these orders need, and returns the function that builds a view. */
export async function loadViews(store: Tenanted, orders: readonly OrderRow[]) {
  const ids = orders.map(({ id }) => id);
  const [patients, found] = await Promise.all([patientsOf(store, orders), loadSummaries(store, ids)]);
  return (order: OrderRow, as: Reader) => viewOf(order, { who: patients.get(order.patientId), summaries: found }, as);
}

/** The views of these orders. */
export async function viewOrders(store: Tenanted, orders: readonly OrderRow[], as: Reader): Promise<OrderView[]> {
  if (orders.length === 0) return [];
  const view = await loadViews(store, orders);
  return orders.flatMap((order) => view(order, as));
}
