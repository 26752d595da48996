import { sql } from 'drizzle-orm';
import { type Database, outsideHospitals } from './connection.ts';
import { jobRun } from './schema/jobs.ts';

/**
 * Lets a job begin if it has not begun within `everyMs`, in any process or before a restart. Half a second is forgiven, so
 * that a timer that fires a little early does not skip a turn. A begin that lies a minute ahead is from before the clock was
 * set back and holds nothing up.
 */
export const createJobRuns = (db: Database, now: () => number) => ({
  async begin(name: string, everyMs: number): Promise<boolean> {
    const startTime = now();
    const begun = await outsideHospitals(db)
      .insert(jobRun)
      .values({ name, startTime })
      .onConflictDoUpdate({
        target: jobRun.name,
        set: { startTime },
        setWhere: sql`${jobRun.startTime} <= ${startTime - everyMs + 500} or ${jobRun.startTime} > ${startTime + 60_000}`,
      })
      .returning();
    return begun.length === 1;
  },
});

export type JobRuns = ReturnType<typeof createJobRuns>;
