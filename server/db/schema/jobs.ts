import { pgTable, text } from 'drizzle-orm/pg-core';
import { ms } from '../columns.ts';

/** When a job of the platform began last, in any process. */
export const jobRun = pgTable('job_run', {
  name: text().primaryKey(),
  startTime: ms().notNull(),
});
