import { eq } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import type { ActorContext } from '../accounts/caller.ts';
import { consultOrder } from '../db/schema/orders.ts';
import type { staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { doctorNames, type NoticeCode } from '../messages/notices.ts';
import { findPatient } from '../patients/queries.ts';
import { appendTrail } from '../trail/trail.ts';
import { moveOrder, type OrderRow, platform, sendNotice, startRefund } from './moveOrder.ts';
import { hasColleagueWithPlace } from './placeQueries.ts';

type Doctor = Pick<typeof staff.$inferSelect, 'id' | 'name' | 'nameEn' | 'deptId'>;

/** Why a doctor is absent: the account is disabled, they are no doctor any more, or on leave until a day. */
export type Absence =
  | { readonly why: 'disabled' }
  | { readonly why: 'role' }
  | { readonly why: 'leave'; readonly until: string };

/** How many waiting orders were offered to others or refunded, and how many patients of running consultations were told. */
export type AbsenceEffect = { offered: number; refunded: number; told: number };

async function namesFor(tx: Transaction, { patientId }: OrderRow, doctor: Doctor) {
  const who = await findPatient(tx, patientId);
  return doctorNames(doctor, who?.language ?? '');
}

/** Offers a waiting order to the other doctors, or refunds it if no colleague of the department has a place for it. */
async function passOn(
  tx: Transaction,
  order: OrderRow,
  doctor: Doctor,
  at: number,
): Promise<'offer' | 'refund' | null> {
  const step = {
    from: OrderStatus.awaiting,
    by: platform,
    at,
    when: eq(consultOrder.requestedDoctorId, doctor.id),
  } as const;
  const params = await namesFor(tx, order, doctor);
  if (await hasColleagueWithPlace(tx, doctor, order.consultType, at)) {
    const set = { requestedDoctorId: null };
    const offered = await moveOrder(tx, order.id, {
      ...{ ...step, set, action: 'offerToOthers' },
      notice: { code: 'order.offeredToOthers', params },
    });
    return offered && 'offer';
  }
  const refused = await moveOrder(tx, order.id, {
    ...{ ...step, action: 'refuse' },
    set: { endTime: at, endReason: 'doctorAbsent' },
    notice: { code: 'order.doctorAbsent', params },
  });
  if (refused) await startRefund(tx, refused, at);
  return refused && 'refund';
}

/** Tells the patient of a running consultation that its doctor does not answer for now. */
async function tell(tx: Transaction, order: OrderRow, doctor: Doctor, absence: Absence, at: number) {
  const names = await namesFor(tx, order, doctor);
  const code: NoticeCode = absence.why === 'leave' ? 'order.doctorOnLeave' : 'order.doctorUnavailable';
  const params = absence.why === 'leave' ? { ...names, until: absence.until } : names;
  await sendNotice(tx, order, { code, params }, at);
}

/**
 * Begins a doctor's absence, in the transaction that causes it: nobody waits for this doctor any more, and the patients of
 * running consultations, which stay with the doctor, are told. The caller holds the lock on the doctor's row, which new
 * orders for the doctor take as well, so that none is missed.
 */
export async function beginAbsence(
  tx: Transaction,
  { by, at }: ActorContext,
  doctor: Doctor,
  absence: Absence,
): Promise<AbsenceEffect> {
  const effect: AbsenceEffect = { offered: 0, refunded: 0, told: 0 };
  const record = ({ id, patientId }: OrderRow, action: string) => {
    const entry = { action: 'update', entity: 'order', entityId: id, patientId, outcome: 'ok' } as const;
    const detail = { action, doctorId: doctor.id, absence: absence.why };
    return appendTrail(tx, by, at, { ...entry, purpose: `order:${id}`, detail });
  };
  const waits = [eq(consultOrder.requestedDoctorId, doctor.id), eq(consultOrder.status, OrderStatus.awaiting)];
  for (const order of await tx.rows(consultOrder, ...waits)) {
    const done = await passOn(tx, order, doctor, at);
    if (done === null) continue;
    effect[done === 'offer' ? 'offered' : 'refunded'] += 1;
    await record(order, done === 'offer' ? 'offerToOthers' : 'refuse');
  }
  const runs = [eq(consultOrder.doctorId, doctor.id), eq(consultOrder.status, OrderStatus.active)];
  for (const order of await tx.rows(consultOrder, ...runs)) {
    await tell(tx, order, doctor, absence, at);
    effect.told += 1;
    await record(order, 'tellAbsence');
  }
  return effect;
}
