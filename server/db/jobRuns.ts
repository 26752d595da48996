import { eq, sql } from 'drizzle-orm';
import { type Database, outsideHospitals } from './connection.ts';
import { jobRun } from './schema/jobs.ts';

/** How a run of a job ended; failures before `failuresSince` are no longer counted. */
type End = { endTime: number; durationMs: number; failed: boolean; failuresSince: number };

/** The last runs of the jobs, in any process or before a restart. */
export const createJobRuns = (db: Database, now: () => number) => ({
  /**
   * Lets a job begin if it has not begun within `everyMs`. Half a second is forgiven, so that a timer that fires a little
   * early does not skip a turn. A begin that lies a minute ahead is from before the clock was set back and holds nothing up.
   */
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
  async end(name: string, { endTime, durationMs, failed, failuresSince }: End): Promise<void> {
    const isRecent = sql`${jobRun.failureTime} > ${failuresSince}`;
    const failures = sql`case when ${isRecent} then ${jobRun.failures} else 0 end + 1`;
    await outsideHospitals(db)
      .update(jobRun)
      .set({ endTime, durationMs, ...(failed ? { failureTime: endTime, failures } : {}) })
      .where(eq(jobRun.name, name));
  },
  /** What is known of each job, by its name. */
  async list() {
    const rows = await outsideHospitals(db).select().from(jobRun);
    return new Map(
      rows.map(({ name, startTime, endTime, durationMs, failureTime, failures }) => [
        name,
        { lastStart: startTime, lastEnd: endTime, lastMs: durationMs, lastFailure: failureTime, failures },
      ]),
    );
  },
});

export type JobRuns = ReturnType<typeof createJobRuns>;
