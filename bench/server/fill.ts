import { sql } from 'drizzle-orm';
import type { Db } from '../../server/store/db.ts';

type Size = { orders: number; messagesEach: number; tenantId: string; doctorId: string };

/**
 * Years of a hospital's orders: a hundred wait, twenty are led by the doctor who is measured, the rest are over and spread
 * over fifty doctors, that one among them.
 */
export async function fill(db: Db, { orders, messagesEach, tenantId, doctorId }: Size): Promise<void> {
  const now = Date.now();
  await db.execute(sql`
insert into staff (tenant_id, username, password_hash, name, mobile, create_time)
select ${tenantId}::bigint, 'many' || n, '', 'Doctor ' || n, '137' || lpad(n::text, 8, '0'), ${now}::bigint from generate_series(1, 49) n`);
  await db.execute(sql`
insert into patient (tenant_id, name, gender, birthday, mobile, create_time)
select ${tenantId}::bigint, 'Patient ' || n, 1 + n % 2, '1980-01-01', '136' || lpad(n::text, 8, '0'), ${now}::bigint
from generate_series(1, ${Math.max(1_000, orders / 10)}::int) n`);
  await db.execute(sql`
with d as (select array_agg(id order by id) as ids from staff where tenant_id = ${tenantId} and username like 'many%'),
 p as (select array_agg(id order by id) as ids from patient where tenant_id = ${tenantId} and mobile like '136%')
insert into consult_order (tenant_id, order_no, consult_type, status, patient_id, doctor_id, chief_complaint, create_time, pay_time, accept_time, update_time, expire_time)
select ${tenantId}::bigint, 'B' || n, 1, case when n <= 100 then 10 when n <= 120 then 20 else 30 end,
 p.ids[1 + n % array_length(p.ids, 1)],
 case when n <= 100 then null when n <= 120 or n % 50 = 0 then ${doctorId}::bigint else d.ids[1 + n % 49] end,
 'Headache', ${now}::bigint - n * 60000::bigint, ${now}::bigint - n * 60000::bigint, ${now}::bigint - n * 60000::bigint, ${now}::bigint, ${now + 10 ** 9}::bigint
from generate_series(1, ${orders}::int) n, d, p`);
  await db.execute(sql`
insert into im_conversation (tenant_id, order_id, patient_id, doctor_id, open, last_seq, create_time)
select tenant_id, id, patient_id, doctor_id, status = 20, ${messagesEach}::int, create_time from consult_order where tenant_id = ${tenantId} and order_no like 'B%'`);
  await db.execute(sql`
update consult_order o set conversation_id = v.id from im_conversation v where v.tenant_id = o.tenant_id and v.order_id = o.id and o.conversation_id is null`);
  await db.execute(sql`
insert into im_event (conversation_id, seq, tenant_id, kind, sender_type, sender_id, type, content, send_time)
select v.id, s, v.tenant_id, 'message', 1 + s % 2, case when s % 2 = 0 then v.patient_id else coalesce(v.doctor_id, 0) end, 101, '{"content":"It has been hurting since Monday"}', v.create_time + s
from im_conversation v, generate_series(1, ${messagesEach}::int) s where v.tenant_id = ${tenantId} and v.last_seq = ${messagesEach}::int`);
  // So that the database's own housekeeping after such a load is not measured with the pages.
  await db.execute(sql`vacuum analyze`);
  await db.execute(sql`checkpoint`);
}
