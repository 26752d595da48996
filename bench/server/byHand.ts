import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { orderDetail } from '../../contract/http/consult.ts';
import { ofHospital } from '../../server/db/connection.ts';
import { openEmbeddedStore, openPostgresStore } from '../../server/db/open.ts';
import { insertHospital } from '../../tests/support/consultations.ts';
import { withOwner } from '../../tests/support/database.ts';

/**
 * A handwritten server for an audited order read: node:http, zod for request and answer, one statement that reads the
 * order with patient, doctor, last message and steps, and one that writes the trail before the answer.
 */
const people = Number(process.env.PEOPLE ?? 0);
const url = process.env.DATABASE_URL;
const folder = mkdtempSync(join(tmpdir(), 'cloudroom-bench-'));
const store = url ? await openPostgresStore(url, () => {}) : await openEmbeddedStore(folder, () => process.exit(1));
const { hospitalId, order } = await insertHospital(withOwner(store.db));
const db = ofHospital(store.db, hospitalId);
const orders = await Promise.all(Array.from({ length: people }, () => order(OrderStatus.active)));
const Query = z.object({ id: z.string() });

type Row = Record<string, never>;
const read = async (id: string) => {
  const { rows } = await db.execute<Row>(sql`
select o.*, p.name as patient_name, p.gender, p.birthday, p.mobile, d.name as doctor_name, v.last_seq,
 (select json_agg(l order by l.id) from order_log l where l.tenant_id = o.tenant_id and l.order_id = o.id) as logs,
 (select row_to_json(e) from im_event e where e.conversation_id = v.id and e.kind = 'message' order by e.seq desc limit 1) as last
from consult_order o join patient p on p.id = o.patient_id left join staff d on d.id = o.doctor_id
join im_conversation v on v.id = o.conversation_id where o.tenant_id = ${hospitalId}::bigint and o.id = ${id}::bigint`);
  return rows[0];
};
const note = (id: string, at: number) =>
  db.execute(sql`
insert into audit_trail (tenant_id, time, user_type, user_id, action, entity, entity_id, outcome, ip)
values (${hospitalId}::bigint, ${at}::bigint, 2, 1, 'read', 'order', ${id}, 'ok', '127.0.0.1')`);

function view(row: Row) {
  const number = (value: unknown) => (value === null ? null : Number(value));
  const patient = { id: row.patient_id, name: row.patient_name, gender: row.gender, age: 30, ageText: '30' };
  return {
    id: row.id,
    orderNo: row.order_no,
    consultType: row.consult_type,
    status: row.status,
    patient: { ...(patient as object), birthday: row.birthday, mobile: row.mobile },
    payAmount: row.pay_amount,
    createTime: Number(row.create_time),
    expireTime: number(row.expire_time),
    doctorId: row.doctor_id,
    doctorName: row.doctor_name,
    conversationId: row.conversation_id,
    headSeq: row.last_seq,
    unread: 0,
    version: row.version,
    attachments: row.attachments,
    logs: [],
  };
}

const server = createServer(async (request, response) => {
  const { id } = Query.parse(Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams));
  const row = await read(id);
  await note(id, Date.now());
  const data = row ? orderDetail.reply.parse(view(row)) : null;
  const body = JSON.stringify({ code: data === null ? 404 : 200, msg: '', data });
  response.setHeader('content-type', 'application/json').setHeader('content-length', Buffer.byteLength(body)).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}`, ids: orders.map(({ id }) => id) });
});
process.once('disconnect', () => process.exit(0));
