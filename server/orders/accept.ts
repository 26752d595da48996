import { eq } from 'drizzle-orm';
import { OrderStatus } from '../../clinical/lifecycle/order.ts';
import { Code } from '../../contract/envelope.ts';
import { SenderType } from '../../contract/im.ts';
import type { Staff } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { consultOrder } from '../db/schema/orders.ts';
import { patient } from '../db/schema/patients.ts';
import { consultConfig, staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { doctorNames } from '../messages/notices.ts';
import { appendTrail } from '../trail/trail.ts';
import { type ConsultSettings, consultSettings } from './consultSettings.ts';
import { explainAccept } from './explain.ts';
import { moveOrder, type OrderRow } from './moveOrder.ts';

/** An order, and the version that the doctor saw where the client sends one. */
export type Which = { id: string; version?: number | undefined };

type Offer = { durationMin: number; msgLimit: number | null; maxConcurrent: number | null };

async function offerOf(tx: Transaction, doctorId: string, order: OrderRow, settings: ConsultSettings): Promise<Offer> {
  const isThis = [eq(consultConfig.doctorId, doctorId), eq(consultConfig.consultType, order.consultType)];
  const config = await tx.first(consultConfig, ...isThis);
  return {
    durationMin: order.durationMin ?? config?.durationMin ?? settings.durationMin,
    msgLimit: order.msgLimit ?? config?.msgLimit ?? null,
    maxConcurrent: config?.maxConcurrent ?? null,
  };
}

/** The limit that this doctor exceeds with the order just accepted, of its kind or of all kinds; null when none. */
async function exceededLimit(tx: Transaction, order: OrderRow, offer: Offer, { maxActive }: ConsultSettings) {
  const mine = [eq(consultOrder.doctorId, order.doctorId ?? ''), eq(consultOrder.status, OrderStatus.active)];
  if ((await tx.count(consultOrder, ...mine)) > maxActive) return maxActive;
  const { maxConcurrent } = offer;
  const ofKind =
    maxConcurrent === null ? 0 : await tx.count(consultOrder, ...mine, eq(consultOrder.consultType, order.consultType));
  return maxConcurrent !== null && ofKind > maxConcurrent ? maxConcurrent : null;
}

/** The doctor's name in the patient's language, and in both languages for other readers. */
async function namesFor(tx: Transaction, patientId: string, { name, nameEn }: typeof staff.$inferSelect) {
  const who = await tx.first(patient, eq(patient.id, patientId));
  return doctorNames({ name, nameEn }, who?.language ?? '');
}

/**
 * Accepts a waiting patient by one conditional write, so that exactly one of several doctors gets the order and the others
 * get that doctor's name. A repeat by the same doctor gets the same answer. The lock on the doctor's row serialises their
 * attempts, so that the limit holds.
 */
export async function acceptOrder(
  tx: Transaction,
  by: Staff,
  { id, version }: Which,
  at: number,
): Promise<Outcome<OrderRow>> {
  const doctor = await tx.locked(staff, eq(staff.id, by.id));
  const before = await tx.first(consultOrder, eq(consultOrder.id, id));
  if (!doctor || !before) return explainAccept(by, tx, id);
  if (before.status === OrderStatus.active && before.doctorId === by.id) return done(before);
  const settings = await consultSettings(tx);
  const offer = await offerOf(tx, by.id, before, settings);
  const { durationMin, msgLimit } = offer;
  const taken = await moveOrder(tx, id, {
    from: OrderStatus.awaiting,
    action: 'accept',
    at,
    by: { type: SenderType.doctor, id: by.id, name: doctor.name },
    set: { doctorId: by.id, acceptTime: at, expireTime: at + durationMin * 60_000, durationMin, msgLimit },
    when: version === undefined ? undefined : eq(consultOrder.version, version),
    notice: { code: 'order.accepted', params: await namesFor(tx, before.patientId, doctor) },
  });
  if (!taken) return explainAccept(by, tx, id);
  const limit = await exceededLimit(tx, taken, offer, settings);
  if (limit !== null) return refused(Code.orderLimitReached, { limit });
  const entry = { action: 'update', entity: 'order', entityId: id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, {
    ...entry,
    patientId: taken.patientId,
    purpose: `order:${id}`,
    detail: { action: 'accept' },
  });
  return done(taken);
}
