import { and, asc, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Database, platformWide } from '../db/connection.ts';
import { qualification, staff } from '../db/schema/staff.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { tenantSettings } from '../db/tenantSettings.ts';
import type { Transaction } from '../db/unitOfWork.ts';

export type QualificationRow = typeof qualification.$inferSelect;

/**
 * The state of one submission. The first three go over the wire. `replaced`: the doctor submitted again before the review;
 * `superseded`: a later submission was approved.
 */
export const QualificationStatus = { waiting: 0, approved: 1, refused: 2, replaced: 3, superseded: 4 } as const;
const { waiting, approved, refused, replaced, superseded } = QualificationStatus;

/** The columns that a doctor submits; those of the hospital's decision are excluded. */
export type Certificates = Omit<
  QualificationRow,
  'id' | 'tenantId' | 'doctorId' | 'auditStatus' | 'auditRemark' | 'expireTime' | 'updateTime'
>;

/** A submission for the wire, with renewed links to its pictures. */
export const withFreshLinks = (row: QualificationRow, renew: (url: string) => string) => ({
  ...row,
  titleCode: row.titleCode ?? 0,
  deptId: Number(row.deptId ?? 0),
  idCardFront: renew(row.idCardFront),
  idCardBack: renew(row.idCardBack),
  practiceCertUrls: row.practiceCertUrls.map(renew),
  qualificationCertUrls: row.qualificationCertUrls.map(renew),
  titleCertUrls: row.titleCertUrls.map(renew),
});

/** `current` is the approved submission, or without one the newest; `revision` is a newer one, in review or refused. */
export type Qualifications = { current: QualificationRow; revision: QualificationRow | null };

export async function qualificationsOf(store: Tenanted, doctorId: string): Promise<Qualifications | null> {
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

const Decided = z.object({ qualification: z.object({ prescribesDuringReview: z.boolean() }) });

/** Whether doctors may prescribe with approved certificates while newer ones are reviewed; by default they may. */
export const prescribingInReviewFrom = (settings: Record<string, unknown> | undefined): boolean =>
  Decided.safeParse(settings).data?.qualification.prescribesDuringReview ?? true;

export const prescribesDuringReview = async (store: Tenanted): Promise<boolean> =>
  prescribingInReviewFrom(await tenantSettings(store));

/**
 * A doctor may prescribe only with approved certificates that have not expired. A hospital may suspend this while newer
 * ones are reviewed.
 */
export async function isLicensed(store: Tenanted, doctorId: string, at: number): Promise<boolean> {
  const isTheirs = eq(qualification.doctorId, doctorId);
  const isValid = or(isNull(qualification.expireTime), gt(qualification.expireTime, at));
  const held = await store.rows(
    qualification,
    isTheirs,
    or(and(eq(qualification.auditStatus, approved), isValid), eq(qualification.auditStatus, waiting)),
  );
  if (!held.some(({ auditStatus }) => auditStatus === approved)) return false;
  const isInReview = held.some(({ auditStatus }) => auditStatus === waiting);
  return !isInReview || prescribesDuringReview(store);
}

/** Submits certificates for review. The approved ones stay valid until then; a submission that still waits is replaced. */
export async function submitCertificates(tx: Transaction, doctorId: string, certificates: Certificates, at: number) {
  await tx.locked(staff, eq(staff.id, doctorId));
  const isWaiting = and(eq(qualification.doctorId, doctorId), eq(qualification.auditStatus, waiting));
  await tx.change(qualification, { auditStatus: replaced }, isWaiting);
  tx.announce({ type: 'person.changed', userId: doctorId, part: 'account' });
  return tx.add(qualification, { ...certificates, doctorId, updateTime: at });
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

export type Decision = { approve: true; expireTime: number } | { approve: false; reason: string };

/** Approves or refuses a submission; false when it no longer waits. */
export async function decideQualification(
  tx: Transaction,
  { id, doctorId }: Pick<QualificationRow, 'id' | 'doctorId'>,
  decision: Decision,
): Promise<boolean> {
  await tx.locked(staff, eq(staff.id, doctorId));
  const isWaiting = and(eq(qualification.id, id), eq(qualification.auditStatus, waiting));
  if (!(await tx.locked(qualification, isWaiting))) return false;
  tx.announce({ type: 'person.changed', userId: doctorId, part: 'account' });
  if (!decision.approve) {
    await tx.change(qualification, { auditStatus: refused, auditRemark: decision.reason }, isWaiting);
    return true;
  }
  const isApproved = and(eq(qualification.doctorId, doctorId), eq(qualification.auditStatus, approved));
  await tx.change(qualification, { auditStatus: superseded }, isApproved);
  const { expireTime } = decision;
  await tx.change(qualification, { auditStatus: approved, auditRemark: null, expireTime }, isWaiting);
  return true;
}
