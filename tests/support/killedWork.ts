import { count } from 'drizzle-orm';
import { auditTrail } from '../../server/db/schema/trail.ts';
import { contentOf } from './copiedWorlds.ts';
import type { openTestDatabase } from './database.ts';

type Killable = Pick<Awaited<ReturnType<typeof openTestDatabase>>, 'db' | 'interrupted'>;

/** The moments at which work can be killed with a different outcome, and what it has left in the database. */
export type Left = { moments: number[]; tables: string[]; rows: number };

const countRows = async ({ db }: Killable) => (await db.select({ rows: count() }).from(auditTrail))[0]?.rows ?? 0;

/** Runs work whose process is killed after so many statements: which tables changed, and how many trail rows were added. */
export async function killedAfter(database: Killable, statements: number, work: () => Promise<unknown>): Promise<Left> {
  const [before, rowsBefore] = [await contentOf(database.db), await countRows(database)];
  const moments = await database.interrupted(statements, work);
  const [after, rows] = [await contentOf(database.db), (await countRows(database)) - rowsBefore];
  return { moments, tables: Object.keys(after).filter((table) => after[table] !== before[table]), rows };
}
