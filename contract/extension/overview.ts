import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { OrderId, PrescriptionId } from '../ids.ts';
import { PatientBrief } from '../shared.ts';
import { Int, Ms } from '../values.ts';

/** A doctor's work on one of the hospital's days, for example 2026-05-06. */
const WorkDay = z.object({
  day: z.string(),
  accepted: Int,
  finished: Int,
  prescribed: Int,
  /** Of those prescribed, how many are rejected now. */
  rejected: Int,
  /** The median wait of the accepted patients; null without one. */
  waitMs: z.nullable(Int),
});
export type WorkDay = z.infer<typeof WorkDay>;

/** The doctor's last 60 days, oldest first and without gaps: thirty to show, and thirty to compare them with. */
export const workTrend = operation({
  method: 'GET',
  path: '/doctor/overview/trend',
  source: 'ours',
  access: 'doctor',
  reply: z.object({ days: z.array(WorkDay) }),
});

const ExpiringRx = z.object({
  id: PrescriptionId,
  prescriptionNo: z.string(),
  patient: PatientBrief,
  status: Int,
  expireTime: Ms,
});
export type ExpiringRx = z.infer<typeof ExpiringRx>;

const UnsignedRecord = z.object({
  orderId: OrderId,
  orderNo: z.string(),
  patient: PatientBrief,
  endTime: Ms,
  /** After this the record can no longer be signed. */
  signUntil: Ms,
});
export type UnsignedRecord = z.infer<typeof UnsignedRecord>;

/**
 * What lapses unless the doctor acts: prescriptions that expire within a day before they were dispensed, and ended
 * consultations whose record can still be signed. The most urgent ten of each, with the number of all.
 */
export const dueWork = operation({
  method: 'GET',
  path: '/doctor/overview/due',
  source: 'ours',
  access: 'doctor',
  reply: z.object({
    expiring: z.object({ total: Int, list: z.array(ExpiringRx) }),
    unsigned: z.object({ total: Int, list: z.array(UnsignedRecord) }),
  }),
});
