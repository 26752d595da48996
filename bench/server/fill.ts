import { sql } from 'drizzle-orm';
import type { Db } from '../../server/db/connection.ts';

type Size = { orders: number; tenantId: string; doctorId: string };

export const messagesEach = 5;

/**
 * Years of a hospital's orders: a hundred wait, the measured doctor runs twenty, the rest are over. An eighth of those
 * belong to that doctor, so that even the smallest hospital has fifty pages of them; the others are spread over 49
 * doctors.
 */
export async function fill(db: Db, { orders, tenantId, doctorId }: Size): Promise<void> {
  const now = Date.now();
  await db.transaction(async (tx) => {
    // The store limits a statement to 30 s; writing years of orders takes longer.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
insert into staff (tenant_id, username, password_hash, name, mobile, create_time)
select ${tenantId}::bigint, 'many' || n, '', 'Doctor ' || n, '137' || lpad(n::text, 8, '0'), ${now}::bigint from generate_series(1, 49) n`);
    await tx.execute(sql`
insert into patient (tenant_id, name, gender, birthday, mobile, create_time)
select ${tenantId}::bigint, 'Patient ' || n, 1 + n % 2, '1980-01-01', '136' || lpad(n::text, 8, '0'), ${now}::bigint
from generate_series(1, ${Math.max(1_000, orders / 10)}::int) n`);
    await tx.execute(sql`
with d as (select min(id) as first, count(*) as n from staff where tenant_id = ${tenantId} and username like 'many%'),
 p as (select min(id) as first, count(*) as n from patient where tenant_id = ${tenantId} and mobile like '136%')
insert into consult_order (tenant_id, order_no, consult_type, status, patient_id, doctor_id, chief_complaint, create_time, pay_time, accept_time, end_time, update_time, expire_time, conversation_id)
select ${tenantId}::bigint, 'B' || k, 1, case when k <= 100 then 10 when k <= 120 then 20 else 30 end,
 p.first + k % p.n,
 case when k <= 100 then null when k <= 120 or k % 8 = 0 then ${doctorId}::bigint else d.first + k % d.n end,
 'Headache', ${now}::bigint - k * 60000::bigint, ${now}::bigint - k * 60000::bigint,
 case when k > 100 then ${now}::bigint - k * 60000::bigint end, case when k > 120 then ${now}::bigint - k * 60000::bigint + 50000 end,
 ${now}::bigint, ${now + 10 ** 9}::bigint, nextval('im_conversation_id_seq')
from generate_series(1, ${orders}::int) k, d, p`);
    await tx.execute(sql`
insert into im_conversation (id, tenant_id, order_id, patient_id, doctor_id, open, last_seq, create_time)
select conversation_id, tenant_id, id, patient_id, doctor_id, status = 20, ${messagesEach}::int, create_time from consult_order where tenant_id = ${tenantId} and order_no like 'B%'`);
    await tx.execute(sql`
insert into im_event (conversation_id, seq, tenant_id, kind, sender_type, sender_id, type, content, send_time)
select v.id, s, v.tenant_id, 'message', 1 + s % 2, case when s % 2 = 0 then v.patient_id else coalesce(v.doctor_id, 0) end, 101, '{"content":"It has been hurting since Monday"}', v.create_time + s
from im_conversation v, generate_series(1, ${messagesEach}::int) s where v.tenant_id = ${tenantId} and v.last_seq = ${messagesEach}::int`);
  });
  // Keeps autovacuum after such a load out of the measurement.
  for (const table of ['patient', 'consult_order', 'im_conversation', 'im_event'])
    await db.execute(sql`vacuum analyze ${sql.identifier(table)}`);
  await db.execute(sql`checkpoint`);
}
