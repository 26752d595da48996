import { sql } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import type { ServiceHours } from '../../clinical/lifecycle/serviceTime.ts';
import type { ClinicalSettings } from '../../clinical/settings/settings.ts';
import { answersNothing } from '../../contract/answers.ts';
import { MessageStatus, SenderType } from '../../contract/im.ts';
import type { Language } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { clinicalSettingsFrom } from '../hospitals/clinicalSettings.ts';
import { serviceHoursFrom } from '../hospitals/dayParts.ts';
import { type ConsultSettings, consultSettingsFrom } from './consultSettings.ts';
import { isWrittenMessage } from './isWrittenMessage.ts';
import { emptySummary, type OrderSummary, type SummaryRow, summaryFrom } from './summaryWire.ts';

/** The summaries of several orders, and their hospital's settings for consultations and for facts. */
export type OrderSummaries = {
  of(orderId: string, language: Language): OrderSummary;
  settings: ConsultSettings;
  hours: ServiceHours;
  clinical: ClinicalSettings;
};

/**
 * Loads the summaries of orders with one statement. Each part of a conversation is found through the index on its
 * sequence numbers, from the newest backwards. What answers the patient is said in contract/answers.ts.
 */
export async function loadSummaries(store: HospitalStore, orderIds: readonly string[]): Promise<OrderSummaries> {
  // `no_answer_until` only names its message: clocks go back, so times are not compared for order.
  const { rows } = await store.db.execute<SummaryRow>(sql`
select v.order_id, v.last_seq, m.seq, m.type, m.sender_type, m.status, m.content, m.send_time, u.unread, w.since, q.answer_time,
  n.answer_seq, n.no_answer_seq,
  d.name as doctor, d.name_en as doctor_en, t.settings,
  c.id as case_id, c.sign_time, c.allergy_history, c.past_history, c.personal_history, c.present_illness, k.facts,
  (select string_agg(p.id::text, ',' order by p.id) from prescription p where p.tenant_id = v.tenant_id and p.order_id = v.order_id) as prescriptions
from im_conversation v
join tenant t on t.id = v.tenant_id
left join consult_order o on o.tenant_id = v.tenant_id and o.id = v.order_id
left join case_info c on c.tenant_id = v.tenant_id and c.order_id = v.order_id
left join staff d on d.tenant_id = v.tenant_id and d.id = o.doctor_id
left join lateral (select json_agg(json_build_object('id', f.id::text, 'value', f.value, 'confirmed', f.confirmed, 'origin', f.origin,
  'createTime', f.create_time, 'confirmTime', f.confirm_time, 'by', s.name, 'byEn', s.name_en) order by f.id) as facts
  from patient_fact f left join staff s on s.tenant_id = f.tenant_id and s.id = coalesce(f.confirmed_by, f.staff_id)
  where f.tenant_id = v.tenant_id and f.patient_id = o.patient_id and f.end_time is null) k on true
left join lateral (select * from im_event e where e.conversation_id = v.id and e.kind = 'message' order by e.seq desc limit 1) m on true
cross join lateral (select greatest(max(p.audit_time), o.no_answer_until) as answer_time from prescription p where p.tenant_id = v.tenant_id
  and p.order_id = v.order_id and p.audit_status = ${AuditStatus.approved}) q
cross join lateral (select count(*)::int as unread from im_event e where e.conversation_id = v.id and e.seq > v.doctor_read_up_to
  and e.sender_type = ${SenderType.patient} and ${isWrittenMessage(sql`e`)}) u
cross join lateral (select coalesce((select a.seq from im_event a where a.conversation_id = v.id and a.kind = 'message'
  and a.sender_type = ${SenderType.doctor} and a.status = ${MessageStatus.normal} and a.type <> ${answersNothing}
  order by a.seq desc limit 1), 0) as seq) a
cross join lateral (select max(e.seq) filter (where e.kind = 'message') as no_answer_seq, max(e.seq) as answer_seq from im_event e
  where e.conversation_id = v.id and e.seq > a.seq
  and (e.kind = 'prescription' and (e.payload->>'status')::int = ${PrescriptionStatus.approved}
  or e.kind = 'message' and e.sender_type = ${SenderType.patient} and e.send_time = o.no_answer_until)) n
cross join lateral (select min(e.send_time) as since from im_event e where e.conversation_id = v.id and v.open
  and e.kind = 'message' and e.sender_type = ${SenderType.patient} and e.status = ${MessageStatus.normal}
  and e.seq > greatest(a.seq, n.answer_seq)) w
where v.tenant_id = ${store.hospitalId} and v.order_id = any(string_to_array(${orderIds.join(',')}, ',')::bigint[])`);
  const byOrder = new Map(rows.map((row) => [String(row.order_id), row]));
  const of = (orderId: string, language: Language) => {
    const row = byOrder.get(orderId);
    return row ? summaryFrom(row, language) : emptySummary;
  };
  const settings = rows[0]?.settings;
  const clinical = clinicalSettingsFrom(settings);
  return { of, settings: consultSettingsFrom(settings), hours: serviceHoursFrom(settings), clinical };
}
