import { eq } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { hospitalStore } from '../../server/db/hospitalStore.ts';
import { imConversation } from '../../server/db/schema/messages.ts';
import { consultOrder } from '../../server/db/schema/orders.ts';
import { patient } from '../../server/db/schema/patients.ts';
import { staff } from '../../server/db/schema/staff.ts';
import { tenant } from '../../server/db/schema/tenants.ts';
import type { Party } from '../../server/messages/party.ts';
import type { TestDb } from './database.ts';

let made = 0;
const unique = () => String(++made);

type Person = { id: string; name: string };

/** Inserts people and consultations into the tables of a hospital. */
export async function insertHospital(
  db: TestDb,
  { at = 1_000_000, settings = {} }: { at?: number; settings?: object } = {},
) {
  const [row] = await db
    .insert(tenant)
    .values({ name: `Hospital ${unique()}`, settings: { ...settings } })
    .returning();
  const hospitalId = row?.id ?? '';
  const store = hospitalStore(db.owner, hospitalId);

  const doctor = (values: Partial<typeof staff.$inferInsert> = {}) =>
    store.add(staff, {
      username: `d${unique()}`,
      passwordHash: '',
      name: `Doctor ${made}`,
      mobile: `138${unique().padStart(8, '0')}`,
      createTime: at,
      ...values,
    });

  const aPatient = (values: Partial<typeof patient.$inferInsert> = {}) =>
    store.add(patient, {
      name: `Patient ${unique()}`,
      gender: 2,
      birthday: '1990-05-06',
      mobile: `139${unique().padStart(8, '0')}`,
      createTime: at,
      ...values,
    });

  /** Inserts an order in `status` with its conversation. */
  async function order(
    status: number,
    people: { doctor?: Person | null; patient?: Person } = {},
    values: Partial<typeof consultOrder.$inferInsert> = {},
  ) {
    const who = people.patient ?? (await aPatient());
    const isTaken = status === OrderStatus.active || status === OrderStatus.finished;
    const by = people.doctor === undefined ? (isTaken ? await doctor() : null) : people.doctor;
    const row = await store.add(consultOrder, {
      orderNo: `T${unique()}`,
      consultType: 1,
      status,
      patientId: who.id,
      doctorId: by?.id ?? null,
      chiefComplaint: 'Headache',
      payAmount: 2000,
      createTime: at,
      payTime: at,
      updateTime: at,
      ...(isTaken ? { acceptTime: at, expireTime: at + 86_400_000 } : {}),
      ...values,
    });
    const conversation = await store.add(imConversation, {
      orderId: row.id,
      patientId: who.id,
      doctorId: by?.id ?? null,
      createTime: at,
      open: status === OrderStatus.active,
    });
    await store.change(consultOrder, { conversationId: conversation.id }, eq(consultOrder.id, row.id));
    return { ...row, conversationId: conversation.id, patient: who, doctor: by };
  }

  const party = ({ id }: Person, type: Party['type']): Party => ({ hospitalId, id, type });

  /** A running consultation with doctor and patient. */
  async function consultation(people: { doctor?: Person; patient?: Person } = {}) {
    const running = await order(OrderStatus.active, people);
    if (running.doctor === null) throw new Error('a running consultation has a doctor');
    return {
      orderId: running.id,
      conversationId: running.conversationId,
      doctor: party(running.doctor, 2),
      patient: party(running.patient, 1),
    };
  }

  return { hospitalId, store, doctor, patient: aPatient, order, consultation };
}

export type Hospital = Awaited<ReturnType<typeof insertHospital>>;
