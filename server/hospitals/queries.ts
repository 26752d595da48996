import { and, asc, desc, eq, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { department, dictData, icon, notice, tenant, tenantHost } from '../db/schema/tenants.ts';
import { nameOf } from './hosts.ts';
import { isUnended } from './policy.ts';

/** The hospital's departments in their order. */
export const departmentsInOrder = ({ db, own }: HospitalStore) =>
  db.select().from(department).where(own(department)).orderBy(asc(department.sort), asc(department.id));

/** The entries of a dictionary in their order. */
export const entriesOf = ({ db, own }: HospitalStore, dictType: string) =>
  db
    .select()
    .from(dictData)
    .where(own(dictData, eq(dictData.dictType, dictType)))
    .orderBy(asc(dictData.sort), asc(dictData.id));

/** The hospital's icons in their order. */
export const iconsInOrder = ({ db, own }: HospitalStore) =>
  db.select().from(icon).where(own(icon)).orderBy(asc(icon.sort), asc(icon.id));

const shownAtOnce = 50;

/** The notices in force, newest first. */
export const noticesInForce = ({ db, own }: HospitalStore, at: number) =>
  db
    .select()
    .from(notice)
    .where(own(notice, lte(notice.startTime, at), isUnended(at)))
    .orderBy(desc(notice.startTime), desc(notice.id))
    .limit(shownAtOnce);

/** The hospital with this id; null for none. `db` sees all hospitals, here and below. */
export async function findById(db: Db, id: string) {
  const [found] = await db.select().from(tenant).where(eq(tenant.id, id));
  return found ?? null;
}

/** The hospital that has exactly this address. */
export async function findOwner(db: Db, host: string) {
  const [row] = await db
    .select({ hospital: tenant })
    .from(tenantHost)
    .innerJoin(tenant, eq(tenant.id, tenantHost.tenantId))
    .where(eq(tenantHost.host, host));
  return row?.hospital ?? null;
}

/** The addresses with the name of one of these, with whatever port. */
const haveNamesOf = (hosts: readonly string[]): SQL =>
  inArray(sql`split_part(${tenantHost.host}, ':', 1)`, [...new Set(hosts.map(nameOf))]);

/** An address with the names of its hospital. */
export type NamedHost = { host: string; hospitalId: string; name: string; nameEn: string };

/** Addresses of other hospitals whose names are those of these addresses, with whatever port. */
export async function findSameNames(db: Db, hosts: readonly string[], hospitalId: string): Promise<NamedHost[]> {
  if (hosts.length === 0) return [];
  return db
    .select({ host: tenantHost.host, hospitalId: tenantHost.tenantId, name: tenant.name, nameEn: tenant.nameEn })
    .from(tenantHost)
    .innerJoin(tenant, eq(tenant.id, tenantHost.tenantId))
    .where(and(haveNamesOf(hosts), ne(tenantHost.tenantId, hospitalId)))
    .orderBy(asc(tenantHost.host));
}
