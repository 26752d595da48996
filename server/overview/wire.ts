import type { PatientSummary } from '../../clinical/facts/summaryShape.ts';
import type { dueWork, workTrend } from '../../contract/extension/overview.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import type { consultOrder } from '../db/schema/orders.ts';
import type { patient } from '../db/schema/patients.ts';
import type { prescription } from '../db/schema/prescriptions.ts';
import { patientBrief } from '../patients/wire.ts';
import { signWithinMs } from '../records/policy.ts';
import type { Counted, workByDay } from './queries.ts';

type DueWork = ReplyInputOf<typeof dueWork>;
type Seen = Pick<CallContext, 'at' | 'language'>;
type Known = { ill: typeof patient.$inferSelect; known: PatientSummary };

/** A prescription that expires soon. */
export const expiringOnWire = (
  { rx: { id, prescriptionNo, status, expireTime }, ill, known }: Known & { rx: typeof prescription.$inferSelect },
  { at, language }: Seen,
): DueWork['expiring']['list'][number] => ({
  id,
  prescriptionNo,
  status,
  expireTime,
  patient: patientBrief(ill, known, at, language),
});

/** A consultation whose record is not signed, with the end of the time for it. */
export const unsignedOnWire = (
  { order: { id: orderId, orderNo, endTime }, ill, known }: Known & { order: typeof consultOrder.$inferSelect },
  { at, language }: Seen,
): DueWork['unsigned']['list'][number] => ({
  orderId,
  orderNo,
  endTime: endTime ?? at,
  signUntil: (endTime ?? at) + signWithinMs,
  patient: patientBrief(ill, known, at, language),
});

const dayMs = 86_400_000;

/** The last days, each with the work that was counted on it. */
export function trendOnWire({
  from,
  shownDays,
  found,
}: Awaited<ReturnType<typeof workByDay>>): ReplyInputOf<typeof workTrend> {
  const on = (day: number, what: Counted['what']) => found.find((row) => row.day === day && row.what === what);
  return {
    days: Array.from({ length: shownDays }, (_, day) => {
      const [accepted, prescribed] = [on(day, 'accepted'), on(day, 'prescribed')];
      return {
        day: hospitalDay(from + day * dayMs),
        accepted: accepted?.count ?? 0,
        finished: on(day, 'finished')?.count ?? 0,
        prescribed: prescribed?.count ?? 0,
        rejected: prescribed?.rejected ?? 0,
        waitMs: accepted?.waitMs ?? null,
      };
    }),
  };
}
