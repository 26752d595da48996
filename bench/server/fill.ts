import { sql } from 'drizzle-orm';
import type { Db } from '../../server/db/connection.ts';
import type { TestDb } from '../../tests/support/database.ts';
import { vacuum } from './vacuum.ts';

type Size = { orders: number; hospitalId: string; doctorId: string };

export const messagesEach = 5;

/** Common and rare complaints in both languages. */
const complaints = [
  ...[
    'Headache',
    'Cough and fever since Monday',
    '头痛三天，伴有发热',
    'Headache and nausea',
    '皮疹瘙痒一周',
    'Stomach ache',
  ],
  ...['咳嗽有痰，夜间加重', 'Back pain after lifting', '失眠多梦', 'Headache'],
];
const rareComplaint = 'Tingling in the left hand 左手麻木';

/** One order in four has a prescription, each of the measured doctor's among them. */
export const ordersPerPrescription = 4;

/** Prescriptions of two medicines, a few of them pending, rejected or void. */
async function prescribe(tx: Pick<Db, 'execute'>, hospitalId: string): Promise<void> {
  const line = (drugName: string, drugNameEn: string) => ({
    ...{
      drugId: '1',
      drugName,
      drugNameEn,
      tradeName: null,
      tradeNameEn: '',
      specification: '24 × 0.3 g',
      price: 1_280,
    },
    ...{ onceDose: 1, onceDoseUnit: 'capsule', frequency: 'bid', route: 'po', days: 5, quantity: 1, packUnit: 'box' },
  });
  const lines = [
    [line('布洛芬缓释胶囊', 'Ibuprofen capsules'), line('阿莫西林胶囊', 'Amoxicillin capsules')],
    [line('氯雷他定片', 'Loratadine tablets'), line('布洛芬缓释胶囊', 'Ibuprofen capsules')],
    [line('奥美拉唑肠溶胶囊', 'Omeprazole capsules')],
  ].map((one) => sql`${JSON.stringify(one)}::jsonb`);
  await tx.execute(sql`
with w as (insert into warehouse (tenant_id, name) values (${hospitalId}::bigint, 'Bench') returning id)
insert into prescription (tenant_id, prescription_no, order_id, order_no, patient_id, doctor_id, warehouse_id, patient, lines, status, audit_status, client_request_id, create_time, submit_time, expire_time, update_time)
select o.tenant_id, 'R' || o.order_no, o.id, o.order_no, o.patient_id, o.doctor_id, w.id, jsonb_build_object('id', p.id::text, 'name', p.name, 'gender', p.gender, 'birthday', p.birthday, 'age', 46, 'ageText', '46', 'mobile', '136****0000'),
 (array[${sql.join(lines, sql`, `)}])[1 + (o.id / 8) % ${lines.length}::int],
 case when o.id % 1000 = 0 then 10 when o.id % 1000 < 20 then 11 when o.id % 1000 < 50 then 40 else 20 end,
 case when o.id % 1000 = 0 then 0 when o.id % 1000 < 20 then 3 else 2 end,
 o.order_no, o.create_time, o.create_time, o.create_time, o.create_time
from consult_order o join patient p on p.id = o.patient_id, w
where o.tenant_id = ${hospitalId} and o.order_no like 'B%' and o.doctor_id is not null and substr(o.order_no, 2)::int % ${ordersPerPrescription}::int = 0`);
}

/**
 * Years of a hospital's orders: a hundred wait, the measured doctor runs twenty, the rest are over. An eighth of those
 * belong to that doctor, so that even the smallest hospital has fifty pages of them; the others are spread over 49
 * doctors.
 */
export async function fill(db: TestDb, { orders, hospitalId, doctorId }: Size): Promise<void> {
  const now = Date.now();
  await db.transaction(async (tx) => {
    // The index of the searches is built at the end: adding years of orders to it one by one takes ten times as long.
    await tx.execute(sql`drop index search_entry_keys`);
    await tx.execute(sql`
insert into staff (tenant_id, username, password_hash, name, mobile, create_time)
select ${hospitalId}::bigint, 'many' || n, '', 'Doctor ' || n, '137' || lpad(n::text, 8, '0'), ${now}::bigint from generate_series(1, 49) n`);
    await tx.execute(sql`
insert into patient (tenant_id, name, gender, birthday, mobile, create_time)
select ${hospitalId}::bigint, 'Patient ' || n, 1 + n % 2, '1980-01-01', '136' || lpad(n::text, 8, '0'), ${now}::bigint
from generate_series(1, ${Math.max(1_000, orders / 10)}::int) n`);
    await tx.execute(sql`
with d as (select min(id) as first, count(*) as n from staff where tenant_id = ${hospitalId} and username like 'many%'),
 p as (select min(id) as first, count(*) as n from patient where tenant_id = ${hospitalId} and mobile like '136%')
insert into consult_order (tenant_id, order_no, consult_type, status, patient_id, doctor_id, chief_complaint, create_time, pay_time, accept_time, end_time, update_time, expire_time, conversation_id)
select ${hospitalId}::bigint, 'B' || k, 1, case when k <= 100 then 10 when k <= 120 then 20 else 30 end,
 p.first + k % p.n,
 case when k <= 100 then null when k <= 120 or k % 8 = 0 then ${doctorId}::bigint else d.first + k % d.n end,
 case when k % 20000 = 8 then ${rareComplaint} else (array[${sql.join(
   complaints.map((one) => sql`${one}`),
   sql`, `,
 )}])[1 + (k / 8) % ${complaints.length}::int] end, ${now}::bigint - k * 60000::bigint, ${now}::bigint - k * 60000::bigint,
 case when k > 100 then ${now}::bigint - k * 60000::bigint end, case when k > 120 then ${now}::bigint - k * 60000::bigint + 50000 end,
 ${now}::bigint, ${now + 10 ** 9}::bigint, nextval('im_conversation_id_seq')
from generate_series(1, ${orders}::int) k, d, p`);
    await tx.execute(sql`
insert into im_conversation (id, tenant_id, order_id, patient_id, doctor_id, open, last_seq, create_time)
select conversation_id, tenant_id, id, patient_id, doctor_id, status = 20, ${messagesEach}::int, create_time from consult_order where tenant_id = ${hospitalId} and order_no like 'B%'`);
    await tx.execute(sql`
insert into im_event (conversation_id, seq, tenant_id, kind, sender_type, sender_id, type, content, send_time)
select v.id, s, v.tenant_id, 'message', 1 + s % 2, case when s % 2 = 0 then v.patient_id else coalesce(v.doctor_id, 0) end, 101, '{"content":"It has been hurting since Monday"}', v.create_time + s
from im_conversation v, generate_series(1, ${messagesEach}::int) s where v.tenant_id = ${hospitalId} and v.last_seq = ${messagesEach}::int`);
    await prescribe(tx, hospitalId);
    await tx.execute(sql`
create index search_entry_keys on search_entry using gin (search_keys(kind, owner_id, time / 2592000000, search_parts(text, status, category))) with (fastupdate = false)`);
  });
  await vacuum(db, ['patient', 'consult_order', 'im_conversation', 'im_event', 'prescription', 'search_entry']);
}
