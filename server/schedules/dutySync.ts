import { eq } from 'drizzle-orm';
import { dayAfter } from '../../contract/days.ts';
import type { StaffRow } from '../accounts/accountQueries.ts';
import { followPlan, isOnDuty } from '../accounts/duty.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { skewMs } from '../db/elapsed.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { hoursFrom } from '../hospitals/dayParts.ts';
import { lockedHours } from './lockedHours.ts';
import { edgesOf, horizonDays, isPlanned, type PlanSources, plannedSince } from './plan.ts';
import { plannedDoctors, readSources } from './queries.ts';

type Needs = { db: Database; uow: UnitOfWork; now: () => number };
type Hours = ReturnType<typeof hoursFrom>;

const range = (at: number) => ({ from: dayAfter(hospitalDay(at), -horizonDays), to: hospitalDay(at) });

/** Whether a doctor has planned hours now; null if the duty state fits, or was set since they began or ended. */
function dueOf(who: StaffRow, sources: PlanSources, hours: Hours, at: number): boolean | null {
  const isOn = isPlanned(sources, hours, at);
  // A time ahead is from before the clock was set back.
  const setSince = who.dutyTime > at + skewMs ? Number.NEGATIVE_INFINITY : who.dutyTime;
  return isOn === isOnDuty(who) || setSince >= plannedSince(sources, hours, at) ? null : isOn;
}

/** Sets one doctor's duty state, if it is still due after all changes of hours, plan and duty that run at the same moment. */
async function syncDoctor(tx: Transaction, id: string, at: number): Promise<boolean> {
  const hours = await lockedHours(tx);
  const who = await tx.locked(staff, eq(staff.id, id));
  const sourcesOf = await readSources(tx, [id], range(at));
  const isOn = who && dueOf(who, sourcesOf(id), hours, at);
  return isOn !== null && followPlan(tx, id, isOn, at);
}

/** Sets the duty state of a hospital's doctors whose planned hours have begun or ended since it was set. */
async function syncDuty(uow: UnitOfWork, hospitalId: string, hours: Hours, at: number): Promise<number> {
  const store = uow.read(hospitalId);
  const doctors = await plannedDoctors(store);
  const sourcesOf = await readSources(
    store,
    doctors.map(({ id }) => id),
    range(at),
  );
  let changed = 0;
  for (const who of doctors) {
    if (dueOf(who, sourcesOf(who.id), hours, at) === null) continue;
    if (await uow.run(hospitalId, (tx) => syncDoctor(tx, who.id, at))) changed += 1;
  }
  return changed;
}

/**
 * Sets the duty states in all hospitals when planned hours begin or end, and returns how many it changed. What a doctor
 * sets by hand holds until then. Plans are read only if a part of the day began or ended since the last run.
 */
export function createDutySync({ db, uow, now }: Needs): () => Promise<number> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const at = now();
    if (at < last) last = Number.NEGATIVE_INFINITY;
    let changed = 0;
    const hospitals = await platformWide(db).select({ id: tenant.id, settings: tenant.settings }).from(tenant);
    for (const { id, settings } of hospitals) {
      const hours = hoursFrom(settings);
      const today = hospitalDay(at);
      const edges = [dayAfter(today, -1), today].flatMap((day) => edgesOf(day, hours));
      const isDue = edges.some((edge) => edge <= at && edge > last);
      if (isDue || last === Number.NEGATIVE_INFINITY) changed += await syncDuty(uow, id, hours, at);
    }
    last = at;
    return changed;
  };
}
