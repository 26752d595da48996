import { and, asc, desc, eq, gt, lte } from 'drizzle-orm';
import { QualificationStatus } from '../accounts/qualifications.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { qualification, staff } from '../db/schema/staff.ts';
import { hospitalSettingVersion, tenant, tenantHost } from '../db/schema/tenants.ts';

const shownChanges = 50;

/** The hospital itself; null if there is none. Its own row is the only one read, by its id. */
export async function findHospital({ db, hospitalId }: HospitalStore) {
  const [found] = await db.select().from(tenant).where(eq(tenant.id, hospitalId));
  return found ?? null;
}

/** The addresses of the hospital in their order. */
export async function hostsOf({ db, hospitalId }: HospitalStore): Promise<string[]> {
  const rows = await db.select().from(tenantHost).where(eq(tenantHost.tenantId, hospitalId)).orderBy(tenantHost.host);
  return rows.map(({ host }) => host);
}

/** The latest changes of the hospital's settings with who made them, newest first. */
export const settingChangesOf = ({ db, own }: HospitalStore) =>
  db
    .select({ changed: hospitalSettingVersion, name: staff.name, nameEn: staff.nameEn })
    .from(hospitalSettingVersion)
    .innerJoin(staff, eq(staff.id, hospitalSettingVersion.staffId))
    .where(own(hospitalSettingVersion))
    .orderBy(desc(hospitalSettingVersion.version))
    .limit(shownChanges);

const shownCertificates = 200;

/** Approved certificates of enabled staff that expire before a time or have expired. */
export const certificatesUntil = ({ db, own }: HospitalStore, time: number) =>
  db
    .select({ certificate: qualification, doctor: staff })
    .from(qualification)
    .innerJoin(staff, and(eq(staff.id, qualification.doctorId), own(staff, eq(staff.disabled, false))))
    .where(
      own(
        qualification,
        eq(qualification.auditStatus, QualificationStatus.approved),
        gt(qualification.expireTime, 0),
        lte(qualification.expireTime, time),
      ),
    )
    .orderBy(asc(qualification.expireTime))
    .limit(shownCertificates);
