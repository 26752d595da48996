import { inArray } from 'drizzle-orm';
import { dayAfter } from '../../contract/days.ts';
import { changeDuty } from '../accounts/duty.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import { schedule, scheduleDay } from '../db/schema/schedules.ts';
import { staff } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { hoursFrom } from './hours.ts';
import { edgesOf, horizonDays, isPlanned, plannedSince } from './plan.ts';
import { readSources } from './readPlans.ts';

type Needs = { db: Database; uow: UnitOfWork; now: () => number };
type Hours = ReturnType<typeof hoursFrom>;

/** Sets the duty state of a hospital's doctors whose planned hours have begun or ended since it was set. */
async function syncDuty(uow: UnitOfWork, tenantId: string, hours: Hours, at: number): Promise<number> {
  const store = uow.read(tenantId);
  const planned = await Promise.all([store.rows(schedule), store.rows(scheduleDay)]);
  const ids = [...new Set(planned.flat().map(({ doctorId }) => doctorId))];
  if (ids.length === 0) return 0;
  const today = hospitalDay(at);
  const sourcesOf = await readSources(store, ids, { from: dayAfter(today, -horizonDays), to: today });
  let changed = 0;
  for (const { id, dutyState, dutyTime } of await store.rows(staff, inArray(staff.id, ids))) {
    const sources = sourcesOf(id);
    const isOn = isPlanned(sources, hours, at);
    const isAlready = isOn === (dutyState !== 'away');
    if (isAlready || dutyTime >= plannedSince(sources, hours, at)) continue;
    await uow.run(tenantId, (tx) => changeDuty(tx, id, { state: isOn ? 'online' : 'away', source: 'schedule' }, at));
    changed += 1;
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
