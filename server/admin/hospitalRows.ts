import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../db/connection.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import { appendTrail } from '../trail/trail.ts';
import { failure, operatorActor } from './commandLine.ts';

export type HospitalNeeds = { db: Db; uow: UnitOfWork; now: () => number; by: string };

const id = z.string().check(z.regex(/^\d{1,18}$/, 'is not the id of a hospital'));

/** Records what the operator did to a hospital or its staff. */
export const record = (
  tx: Transaction,
  { now, by }: HospitalNeeds,
  entity: 'hospital' | 'staff',
  entityId: string,
  detail: object,
) =>
  appendTrail(tx, operatorActor, now(), {
    action: 'update',
    entity,
    entityId,
    patientId: null,
    purpose: null,
    outcome: 'ok',
    detail: { ...detail, by },
  });

/** The hospital with an id that the operator typed; null if there is none. */
export const findHospital = async (db: Db, given: string) =>
  id.safeParse(given).success ? ((await db.select().from(tenant).where(eq(tenant.id, given)))[0] ?? null) : null;

export const unknownHospital = failure('Name the id of a hospital. See "npm run admin -- hospitals".');
