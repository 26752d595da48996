import { sql } from 'drizzle-orm';
import type { Passwords } from '../accounts/passwords.ts';
import { readGenerics } from '../clinicalTables/medicineFacts.ts';
import { readRuleTables } from '../clinicalTables/tables.ts';
import { type Database, type Db, platformWide } from '../db/connection.ts';
import { hospitalStore } from '../db/hospitalStore.ts';
import { tenant, tenantHost } from '../db/schema/tenants.ts';
import { createNameOf } from '../patients/factNames.ts';
import { demoPassword, type SeedHospital, seedHospitals, seedStaff } from './hospitals.ts';
import { insertConsultation } from './insertConsultation.ts';
import { insertOffice, insertPharmacy, insertStaff } from './insertHospital.ts';
import { insertHospitalRecords, insertPatients } from './insertPatients.ts';
import { insertTemplates } from './insertTemplates.ts';
import { makePeople, type SeedPeople } from './people.ts';

/** An arbitrary id of an advisory lock, so that processes that start together seed an empty database once. */
const seedLock = 7_402_115;
const dayMs = 86_400_000;

type Needs = { db: Database; passwords: Passwords; now: number; seed?: number };

async function insertHospitalRow(db: Db, { id, name, hosts, level, disabled }: SeedHospital): Promise<void> {
  await db.insert(tenant).values({
    id,
    name: name.zh,
    nameEn: name.en,
    level,
    disabled,
    settings: { demonstration: true, reviews: { messages: true } },
  });
  if (hosts.length > 0) await db.insert(tenantHost).values(hosts.map((host) => ({ host, tenantId: id })));
}

async function seedHospital(db: Db, id: string, people: SeedPeople, passwordHash: string, now: number): Promise<void> {
  const store = hospitalStore(db, id);
  const here = <T extends { hospitalId: string }>(rows: readonly T[]) =>
    rows.filter(({ hospitalId }) => hospitalId === id);
  const opened = now - 400 * dayMs;
  await insertOffice(store, opened);
  const pharmacy = await insertPharmacy(store);
  const staff = await insertStaff(store, here(seedStaff), passwordHash, opened);
  await insertTemplates(store, { staff, pharmacy }, opened);
  const prescribed = new Set(people.orders.flatMap((order) => (order.prescription ? [order.patient] : [])));
  const patients = await insertPatients(store, here(people.patients), prescribed, passwordHash, now);
  await insertHospitalRecords(store, here(people.hospitalRecords), { patients, pharmacy });
  const nameOf = createNameOf({ ruleTables: readRuleTables(), generics: [...readGenerics().values()] });
  const inOrder = here(people.orders).toSorted((one, other) => one.createTime - other.createTime);
  for (const order of inOrder) await insertConsultation(store, order, { patients, staff, pharmacy, nameOf }, now);
}

/** Whether the database has a hospital, seeded or real. */
export const hasHospital = async (db: Database): Promise<boolean> =>
  (await platformWide(db).select({ id: tenant.id }).from(tenant).limit(1)).length > 0;

/**
 * Seeds an empty database with the demonstration hospitals, the same for the same seed number and time. Returns whether the
 * database contains the demonstration, from this or an earlier start.
 */
export async function seedDemonstration({ db: database, passwords, now, seed = 2026 }: Needs): Promise<boolean> {
  const db = platformWide(database);
  const [first] = await db.select().from(tenant).limit(1);
  if (first) return first.settings.demonstration === true;
  const passwordHash = await passwords.hash(demoPassword);
  const people = makePeople({ seed, now });
  return db.transaction(async (tx) => {
    // Another process may seed for longer than other statements may wait.
    await tx.execute(sql`set local lock_timeout = 0`);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    const [other] = await tx.select().from(tenant).limit(1);
    if (other) return other.settings.demonstration === true;
    for (const hospital of seedHospitals) {
      await insertHospitalRow(tx, hospital);
      if (!hospital.disabled) await seedHospital(tx, hospital.id, people, passwordHash, now);
    }
    // Their ids are given, so the sequence moves past them.
    await tx.execute(
      sql`select nextval(pg_get_serial_sequence('tenant', 'id')) from generate_series(1, (select max(id) from tenant))`,
    );
    return true;
  });
}
