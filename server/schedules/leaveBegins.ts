import { and, eq, isNull } from 'drizzle-orm';
import type { StaffRow } from '../accounts/accountQueries.ts';
import type { ActorContext } from '../accounts/caller.ts';
import { changeDuty, isOnDuty } from '../accounts/duty.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { scheduleLeave } from '../db/schema/schedules.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { beginAbsence } from '../orders/absence.ts';
import { isLeaveAt } from '../orders/leaveQueries.ts';
import { jobActor } from '../trail/trail.ts';

type Needs = {
  db: Database;
  uow: UnitOfWork;
  now: () => number;
  onFault: (cause: unknown, leaveId: string) => void;
};

const maxBatch = 200;

/** The leaves that have begun, have not ended, and whose patients were not told. */
const isDue = (at: number) => and(isNull(scheduleLeave.begunTime), isLeaveAt(at));

/**
 * Begins a doctor's leave that is due: the doctor is away, and nobody waits for them. False if no leave is due. The caller
 * holds the lock on the doctor's row.
 */
export async function beginDueLeave(tx: Transaction, context: ActorContext, doctor: StaffRow): Promise<boolean> {
  const { at } = context;
  const [leave] = await tx.change(scheduleLeave, { begunTime: at }, eq(scheduleLeave.doctorId, doctor.id), isDue(at));
  if (!leave || doctor.disabled) return false;
  if (isOnDuty(doctor)) await changeDuty(tx, doctor.id, { state: 'away', source: 'schedule' }, at);
  await beginAbsence(tx, context, doctor, { why: 'leave', until: leave.toDate });
  return true;
}

/**
 * Begins the due leaves of all hospitals, each in a transaction of its own, and returns how many. One that fails is reported,
 * does not stop the others, and is due again at the next run.
 */
export const createLeaveStart =
  ({ db, uow, now, onFault }: Needs) =>
  async (): Promise<number> => {
    const at = now();
    const { id, tenantId: hospitalId, doctorId } = scheduleLeave;
    const due = await platformWide(db)
      .select({ id, tenantId: hospitalId, doctorId })
      .from(scheduleLeave)
      .where(isDue(at))
      .orderBy(id)
      .limit(maxBatch);
    let begun = 0;
    for (const leave of due) {
      try {
        const isBegun = await uow.run(leave.tenantId, async (tx) => {
          const doctor = await tx.locked(staff, eq(staff.id, leave.doctorId));
          return doctor !== null && beginDueLeave(tx, { by: jobActor('leave begins'), at }, doctor);
        });
        if (isBegun) begun += 1;
      } catch (cause) {
        onFault(cause, leave.id);
      }
    }
    return begun;
  };
