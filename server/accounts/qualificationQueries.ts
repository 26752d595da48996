import { and, asc, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { type Database, platformWide } from '../db/connection.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { qualification, staff } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import { storedSettings } from '../db/storedSettings.ts';
import { prescribingInReviewFrom } from './policy.ts';
import { QualificationStatus } from './qualifications.ts';
import type { QualificationRow, Submission } from './qualificationWire.ts';

const { waiting, approved, refused } = QualificationStatus;

/** `current` is the approved submission, or without one the newest; `revision` is a newer one, in review or refused. */
export type Qualifications = { current: QualificationRow; revision: QualificationRow | null };

export async function qualificationsOf(store: HospitalStore, doctorId: string): Promise<Qualifications | null> {
  const isShown = inArray(qualification.auditStatus, [waiting, approved, refused]);
  const rows = await store.db
    .select()
    .from(qualification)
    .where(store.own(qualification, eq(qualification.doctorId, doctorId), isShown))
    .orderBy(desc(qualification.id));
  const [newest] = rows;
  if (!newest) return null;
  const current = rows.find(({ auditStatus }) => auditStatus === approved) ?? newest;
  return { current, revision: newest.id === current.id ? null : newest };
}

export const prescribesDuringReview = async (store: HospitalStore): Promise<boolean> =>
  prescribingInReviewFrom(await storedSettings(store));

/**
 * A doctor may prescribe only with approved certificates that have not expired. A hospital may suspend this while newer
 * ones are reviewed.
 */
export async function isLicensed(store: HospitalStore, doctorId: string, at: number): Promise<boolean> {
  const isTheirs = eq(qualification.doctorId, doctorId);
  const isValid = or(isNull(qualification.expireTime), gt(qualification.expireTime, at));
  const found = await store.rows(
    qualification,
    isTheirs,
    or(and(eq(qualification.auditStatus, approved), isValid), eq(qualification.auditStatus, waiting)),
  );
  if (!found.some(({ auditStatus }) => auditStatus === approved)) return false;
  const isInReview = found.some(({ auditStatus }) => auditStatus === waiting);
  return !isInReview || prescribesDuringReview(store);
}

/** The submissions of a hospital that wait for a decision, oldest first, each with the certificates in force. */
export async function waitingInHospital(store: HospitalStore): Promise<Submission[]> {
  const isTheirs = and(eq(staff.id, qualification.doctorId), store.own(staff));
  const rows = await store.db
    .select({ submitted: qualification, doctor: staff })
    .from(qualification)
    .innerJoin(staff, isTheirs)
    .where(store.own(qualification, eq(qualification.auditStatus, waiting)))
    .orderBy(asc(qualification.id));
  const inForce = await store.rows(qualification, eq(qualification.auditStatus, approved));
  const byDoctor = new Map(inForce.map((row) => [row.doctorId, row]));
  return rows.map((row) => ({ ...row, approved: byDoctor.get(row.doctor.id) ?? null }));
}

/** The submissions of all hospitals that wait for a decision, oldest first. */
export async function waitingQualifications(db: Database) {
  return platformWide(db)
    .select({ row: qualification, doctor: staff, hospital: tenant })
    .from(qualification)
    .innerJoin(staff, and(eq(staff.id, qualification.doctorId), eq(staff.tenantId, qualification.tenantId)))
    .innerJoin(tenant, eq(tenant.id, qualification.tenantId))
    .where(eq(qualification.auditStatus, waiting))
    .orderBy(asc(qualification.id));
}
