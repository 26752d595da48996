import { sql } from 'drizzle-orm';
import { type Db, platformWide } from '../../server/db/connection.ts';
import { tenant } from '../../server/db/schema/tenants.ts';
import type { UnitOfWork } from '../../server/db/unitOfWork.ts';
import { createSealer } from '../../server/trail/seal.ts';
import { openSealKeys, type SealKeys } from '../../server/trail/sealKeys.ts';
import { type Actor, appendTrail, type TrailEntry } from '../../server/trail/trail.ts';
import { type Verified, verifyTrail } from '../../server/trail/verify.ts';
import type { TestDb } from './database.ts';

export const doctor: Actor = { userType: 2, userId: '7', ip: '10.0.0.1', requestId: 'r1' };
export const readEntry: TrailEntry = {
  action: 'read',
  entity: 'order',
  entityId: '12',
  patientId: '5',
  purpose: 'order:12',
  outcome: 'ok',
};

type World = { db: TestDb; uow: UnitOfWork; now: () => number };

/** Hospitals with trails to seal and verify. */
export async function createTrailRows({ db, uow, now }: World, secrets: readonly string[] = []) {
  const keys = await openSealKeys(db, secrets);
  const sealer = (with_: SealKeys = keys) =>
    createSealer({ db: platformWide(db), keys: with_, now, log: { info: () => {} } });
  const seal = sealer();

  async function hospital() {
    const [row] = await db.insert(tenant).values({ name: 'H' }).returning();
    return row?.id ?? '';
  }
  async function append(hospitalId: string, entry: Partial<TrailEntry> = {}, { at = now(), by = doctor } = {}) {
    await uow.run(hospitalId, (tx) => appendTrail(tx, by, at, { ...readEntry, ...entry }));
    const { rows } = await db.execute<{ id: string }>(sql`select max(id)::text as id from audit_trail`);
    return rows[0]?.id ?? '';
  }
  async function verify(hospitalId: string, { head = null as string | null, with_ = keys } = {}): Promise<Verified> {
    for await (const verified of verifyTrail({ db: platformWide(db), keys: with_, now }, { hospitalId, head }))
      return verified;
    throw new Error('no such hospital');
  }
  /** Changes the tables as somebody with all rights on the database can. */
  async function tamper(work: (db: Db) => Promise<unknown>) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await work(tx as Db);
    });
  }
  return {
    keys,
    seal,
    sealer,
    hospital,
    append,
    verify,
    tamper,
  };
}
