import { lte } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { domainEvent } from '../db/schema/trail.ts';

const keptMs = 7 * 24 * 3_600_000;

/** Removes announcements after a week: whoever missed one has long pulled the state that it was about. */
export async function forgetOldEvents(db: Db, at: number): Promise<void> {
  await db.delete(domainEvent).where(lte(domainEvent.createTime, at - keptMs));
}
