import { and, asc, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { decideCertificates } from '../../contract/extension/certificates.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { qualification, staff } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { Links } from '../files/links.ts';
import { appendTrail } from '../trail/trail.ts';
import { findStaffById } from './accountLookup.ts';
import type { CallContext, StaffContext } from './caller.ts';
import { decideQualification, QualificationStatus, withFreshLinks } from './qualifications.ts';

/** Whether this person decides on colleagues' certificates: an administrator, or whom the hospital lets. */
async function mayReview(store: Tenanted, id: string): Promise<boolean> {
  const who = await findStaffById(store, id);
  return who !== null && !who.disabled && (who.reviewsCertificates || who.isAdministrator);
}

async function decide(
  tx: Transaction,
  request: RequestOf<typeof decideCertificates>,
  { by, at }: StaffContext,
): Promise<Outcome<true>> {
  if (!(await mayReview(tx, by.id))) return refused(Code.forbidden);
  const { id, ...decision } = request;
  if (decision.approve && decision.expireTime <= at) return refused(Code.badRequest, { field: 'expireTime' });
  const submitted = await tx.first(qualification, eq(qualification.id, id));
  if (!submitted) return refused(Code.notFound);
  if (submitted.doctorId === by.id) return refusedWith(Code.forbidden, 'ownCertificates');
  if (!(await decideQualification(tx, submitted, decision)))
    return refusedWith(Code.duplicateRequest, 'certificatesDecided');
  await appendTrail(tx, by, at, {
    action: decision.approve ? 'approve' : 'reject',
    entity: 'qualification',
    entityId: id,
    patientId: null,
    purpose: null,
    outcome: 'ok',
    detail: { doctorId: submitted.doctorId },
  });
  return done(true);
}

async function readWaiting(links: Links, { by, store, language }: CallContext) {
  const isTheirs = and(eq(staff.id, qualification.doctorId), store.own(staff));
  const rows = await store.db
    .select({ submitted: qualification, doctor: staff })
    .from(qualification)
    .innerJoin(staff, isTheirs)
    .where(store.own(qualification, eq(qualification.auditStatus, QualificationStatus.waiting)))
    .orderBy(asc(qualification.id));
  const approved = await store.rows(qualification, eq(qualification.auditStatus, QualificationStatus.approved));
  const inForce = new Map(approved.map((row) => [row.doctorId, row]));
  return rows.map(({ submitted, doctor }) => ({
    ...withFreshLinks(submitted, (url) => links.renew(url, by)),
    doctorId: doctor.id,
    username: doctor.username,
    name: inLanguage(language, doctor.name, doctor.nameEn),
    deptName: inLanguage(language, doctor.deptName, doctor.deptNameEn),
    approved: inForce.get(doctor.id) ?? null,
  }));
}

/** The certificates that wait for a review, each with those in force. */
export const listCertificates =
  ({ links }: { links: Links }) =>
  async (_: unknown, context: CallContext) => {
    const { by, at, store } = context;
    if (!(await mayReview(store, by.id))) return refused(Code.forbidden);
    const entry = { action: 'list', entity: 'qualification', entityId: null, patientId: null } as const;
    await appendTrail(store, by, at, { ...entry, purpose: null, outcome: 'ok' });
    return done(await readWaiting(links, context));
  };

/** Decides on a colleague's certificates. */
export const decideOnCertificates = (request: RequestOf<typeof decideCertificates>, context: CallContext) =>
  context.store.attempt((tx) => decide(tx, request, context));
