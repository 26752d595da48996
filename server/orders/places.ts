import { Code } from '../../contract/envelope.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { type Refused, refusedWith } from '../db/outcome.ts';
import { onLeaveUntil } from './leaveQueries.ts';
import { type ConfigRow, consultationsAtOnce, offersOf, placesTaken } from './placeQueries.ts';

/** Why the chosen doctor can take no further order of this kind; null if there is a place. */
export async function refusalOfChosen(store: HospitalStore, config: ConfigRow, at: number): Promise<Refused | null> {
  const { doctorId, dailyQuota, maxConcurrent } = config;
  const until = await onLeaveUntil(store, doctorId, at);
  if (until !== null) return refusedWith(Code.orderLimitReached, 'doctorOnLeave', { until });
  if (dailyQuota !== null && (await placesTaken(store, config, at)) >= dailyQuota)
    return refusedWith(Code.orderLimitReached, 'doctorsDayFull', { limit: dailyQuota });
  if (maxConcurrent !== null && (await consultationsAtOnce(store, config)) >= maxConcurrent)
    return refusedWith(Code.orderLimitReached, 'doctorBusy', { limit: maxConcurrent });
  return null;
}

/**
 * Why no doctor of the hospital can take a further order of this kind today; null if one can. A hospital that has set up
 * no doctor for the kind accepts every order.
 */
export async function refusalOfAll(store: HospitalStore, consultType: number, at: number): Promise<Refused | null> {
  const { known, offered, free } = await offersOf(store, consultType, at);
  if (known === 0 || free > 0) return null;
  return offered === 0
    ? refusedWith(Code.badRequest, 'kindNotOffered', { field: 'consultType' })
    : refusedWith(Code.orderLimitReached, 'hospitalsDayFull');
}
