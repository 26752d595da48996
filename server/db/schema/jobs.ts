import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { ms } from '../columns.ts';

/** The last run of a job of the platform, in any process, and its failures of about a day. */
export const jobRun = pgTable('job_run', {
  name: text().primaryKey(),
  startTime: ms().notNull(),
  endTime: ms(),
  durationMs: integer(),
  failureTime: ms(),
  failures: integer().notNull().default(0),
});
