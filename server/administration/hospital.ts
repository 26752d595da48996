import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { expiringCertificates } from '../../contract/extension/administration.ts';
import type { getHospital, updateHospital } from '../../contract/extension/hospital.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { QualificationStatus } from '../accounts/qualifications.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { qualification, staff } from '../db/schema/staff.ts';
import { tenant, tenantHost } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendTrail } from '../trail/trail.ts';
import type { Change } from './staffChanges.ts';

/** The hospital of the caller. Its own row and addresses are the only ones read, by its id. */
export async function readHospital({ db, tenantId }: Tenanted): Promise<Outcome<ReplyInputOf<typeof getHospital>>> {
  const [found] = await db.select().from(tenant).where(eq(tenant.id, tenantId));
  if (!found) return refused(Code.tenantUnknown);
  const hosts = await db.select().from(tenantHost).where(eq(tenantHost.tenantId, tenantId)).orderBy(tenantHost.host);
  const { name, nameEn, contact, expireTime, version } = found;
  return done({ name, nameEn, contact, expireTime, version, hosts: hosts.map(({ host }) => host) });
}

export async function changeHospital(
  tx: Transaction,
  { version, name, nameEn, contact }: RequestOf<typeof updateHospital>,
  { actor, at }: Change,
): Promise<Outcome<{ version: number }>> {
  const texts = { name: name.trim(), nameEn: nameEn.trim(), contact: contact.trim() };
  const isSeen = and(eq(tenant.id, tx.tenantId), eq(tenant.version, version));
  const changed = await tx.db
    .update(tenant)
    .set({ ...texts, version: version + 1 })
    .where(isSeen)
    .returning({ id: tenant.id });
  if (changed.length === 0) return refused(Code.administrationChanged);
  await appendTrail(tx, actor, at, {
    action: 'update',
    entity: 'hospital',
    entityId: tx.tenantId,
    patientId: null,
    purpose: null,
    outcome: 'ok',
    detail: { changed: Object.keys(texts) },
  });
  return done({ version: version + 1 });
}

const dayMs = 86_400_000;
const shownAtMost = 200;

/** Approved certificates of enabled staff that expire soon or have expired. */
export async function readExpiring(
  store: Tenanted,
  { days }: RequestOf<typeof expiringCertificates>,
  { language, at }: { language: Language; at: number },
): Promise<ReplyInputOf<typeof expiringCertificates>> {
  const isTheirs = and(eq(staff.id, qualification.doctorId), store.own(staff, eq(staff.disabled, false)));
  const isSoon = [gt(qualification.expireTime, 0), lte(qualification.expireTime, at + days * dayMs)];
  const rows = await store.db
    .select({ held: qualification, doctor: staff })
    .from(qualification)
    .innerJoin(staff, isTheirs)
    .where(store.own(qualification, eq(qualification.auditStatus, QualificationStatus.approved), ...isSoon))
    .orderBy(asc(qualification.expireTime))
    .limit(shownAtMost);
  return rows.map(({ held, doctor }) => ({
    doctorId: doctor.id,
    username: doctor.username,
    name: inLanguage(language, doctor.name, doctor.nameEn),
    deptName: inLanguage(language, doctor.deptName, doctor.deptNameEn),
    practiceCertNo: held.practiceCertNo,
    expireTime: held.expireTime ?? at,
  }));
}
