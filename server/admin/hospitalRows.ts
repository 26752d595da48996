import { eq } from 'drizzle-orm';
import { isRowId } from '../db/columns.ts';
import type { Db } from '../db/connection.ts';
import { tenant } from '../db/schema/tenants.ts';
import { failure } from './commandLine.ts';

/** The hospital with an id that the operator typed; null if there is none. */
export const findHospital = async (db: Db, given: string) =>
  isRowId(given) ? ((await db.select().from(tenant).where(eq(tenant.id, given)))[0] ?? null) : null;

export const unknownHospital = failure('Name the id of a hospital. See "npm run admin -- hospitals".');
