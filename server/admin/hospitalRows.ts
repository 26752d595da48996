import { eq } from 'drizzle-orm';
import type { OperatorChange } from '../administration/hospitalChanges.ts';
import { isRowId } from '../db/columns.ts';
import type { Db } from '../db/connection.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { failure, operatorActor } from './commandLine.ts';

export type HospitalNeeds = { db: Db; uow: UnitOfWork; now: () => number; by: string };

/** A change as the trail shows it: by the operator of the command line, who has no account. */
export const changeBy = ({ now, by }: HospitalNeeds): OperatorChange => ({ actor: operatorActor, at: now(), by });

/** The hospital with an id that the operator typed; null if there is none. */
export const findHospital = async (db: Db, given: string) =>
  isRowId(given) ? ((await db.select().from(tenant).where(eq(tenant.id, given)))[0] ?? null) : null;

export const unknownHospital = failure('Name the id of a hospital. See "npm run admin -- hospitals".');
