import { and, eq } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import { SenderType } from '../../contract/im.ts';
import type { StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, type Refused, refused, refusedWith } from '../db/outcome.ts';
import { isDoctor } from '../db/roles.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { doctorNames } from '../messages/notices.ts';
import { findOrder, findPatient } from '../patients/queries.ts';
import { appendTrail } from '../trail/trail.ts';
import { type ConsultSettings, consultSettings } from './consultSettings.ts';
import { explainAccept } from './explain.ts';
import { moveOrder, type OrderRow } from './moveOrder.ts';
import { type ConfigRow, configOf, placesTaken } from './placeQueries.ts';
import { forDoctor } from './policy.ts';

/** An order, and the version that the doctor saw where the client sends one. */
export type Which = { id: string; version?: number | undefined };

/** The limit that the order just accepted exceeds, of all kinds or of its own; null if none. */
async function exceededLimit(
  tx: Transaction,
  order: OrderRow,
  config: ConfigRow | null,
  { maxActive }: ConsultSettings,
  at: number,
): Promise<Refused | null> {
  const mine = [eq(consultOrder.doctorId, order.doctorId ?? ''), eq(consultOrder.status, OrderStatus.active)];
  if ((await tx.count(consultOrder, ...mine)) > maxActive) return refused(Code.orderLimitReached, { limit: maxActive });
  if (config === null) return null;
  const { maxConcurrent, dailyQuota } = config;
  const ofKind = eq(consultOrder.consultType, order.consultType);
  if (maxConcurrent !== null && (await tx.count(consultOrder, ...mine, ofKind)) > maxConcurrent)
    return refused(Code.orderLimitReached, { limit: maxConcurrent });
  // An order for a chosen doctor took its place when it was opened.
  const isCounted = dailyQuota !== null && order.requestedDoctorId === null;
  return isCounted && (await placesTaken(tx, config, at)) > dailyQuota
    ? refusedWith(Code.orderLimitReached, 'ownDayFull', { limit: dailyQuota })
    : null;
}

/** The doctor's name in the patient's language, and in both languages for other readers. */
async function namesFor(tx: Transaction, patientId: string, { name, nameEn }: typeof staff.$inferSelect) {
  const who = await findPatient(tx, patientId);
  return doctorNames({ name, nameEn }, who?.language ?? '');
}

/**
 * Accepts a waiting patient by one conditional write, so that exactly one of several doctors gets the order and the others
 * get that doctor's name. A repeat by the same doctor gets the same answer. The lock on the doctor's row serialises their
 * attempts, so that the limit holds.
 */
export async function acceptOrder(
  tx: Transaction,
  { id, version }: Which,
  { by, at }: StaffContext,
): Promise<Outcome<OrderRow>> {
  const doctor = await tx.locked(staff, eq(staff.id, by.id));
  const before = await findOrder(tx, id);
  // The account may have been disabled, or have got another role, since the request was admitted.
  if (!doctor || doctor.disabled || !isDoctor(doctor) || !before) return explainAccept(by, tx, id);
  if (before.status === OrderStatus.active && before.doctorId === by.id) return done(before);
  const settings = await consultSettings(tx);
  const config = await configOf(tx, by.id, before.consultType);
  const durationMin = before.durationMin ?? config?.durationMin ?? settings.durationMin;
  const msgLimit = before.msgLimit ?? config?.msgLimit ?? null;
  const taken = await moveOrder(tx, id, {
    from: OrderStatus.awaiting,
    action: 'accept',
    at,
    by: { type: SenderType.doctor, id: by.id, name: doctor.name },
    set: { doctorId: by.id, acceptTime: at, expireTime: at + durationMin * 60_000, durationMin, msgLimit },
    when: and(forDoctor(by.id), version === undefined ? undefined : eq(consultOrder.version, version)),
    notice: { code: 'order.accepted', params: await namesFor(tx, before.patientId, doctor) },
  });
  if (!taken) return explainAccept(by, tx, id);
  const exceeded = await exceededLimit(tx, taken, config, settings, at);
  if (exceeded) return exceeded;
  const entry = { action: 'update', entity: 'order', entityId: id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, {
    ...entry,
    patientId: taken.patientId,
    purpose: `order:${id}`,
    detail: { action: 'accept' },
  });
  return done(taken);
}
