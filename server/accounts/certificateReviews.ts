import { and, asc, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { decideCertificates, listCertificateReviews } from '../../contract/extension/certificates.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { attempt, done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { qualification, staff } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Transaction, UnitOfWork } from '../db/unitOfWork.ts';
import type { Links } from '../files/links.ts';
import { type Context, route } from '../http/route.ts';
import { appendTrail } from '../trail/trail.ts';
import { findStaffById } from './accountLookup.ts';
import { decideQualification, QualificationStatus, withFreshLinks } from './qualifications.ts';

type Needs = { uow: UnitOfWork; links: Links };

/** Whether this person decides on colleagues' certificates: an administrator, or whom the hospital lets. */
async function mayReview(store: Tenanted, id: string): Promise<boolean> {
  const who = await findStaffById(store, id);
  return who !== null && !who.disabled && (who.reviewsCertificates || who.isAdministrator);
}

async function decide(
  tx: Transaction,
  request: RequestOf<typeof decideCertificates>,
  { user, now, actor }: Context<'staff'>,
): Promise<Outcome<true>> {
  if (!(await mayReview(tx, user.id))) return refused(Code.forbidden);
  const { id, ...decision } = request;
  if (decision.approve && decision.expireTime <= now) return refused(Code.badRequest, { field: 'expireTime' });
  const submitted = await tx.first(qualification, eq(qualification.id, id));
  if (!submitted) return refused(Code.notFound);
  if (submitted.doctorId === user.id) return refusedWith(Code.forbidden, 'ownCertificates');
  if (!(await decideQualification(tx, submitted, decision)))
    return refusedWith(Code.duplicateRequest, 'certificatesDecided');
  await appendTrail(tx, actor, now, {
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

/** Reviewing the certificates of colleagues. */
export function certificateReviewRoutes({ uow, links }: Needs) {
  async function list(store: Tenanted, language: string) {
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
      ...withFreshLinks(submitted, links.renew),
      doctorId: doctor.id,
      username: doctor.username,
      name: inLanguage(language, doctor.name, doctor.nameEn),
      deptName: inLanguage(language, doctor.deptName, doctor.deptNameEn),
      approved: inForce.get(doctor.id) ?? null,
    }));
  }

  return [
    route(listCertificateReviews)(async (_, context) => {
      const { user, tenantId, language, actor, now } = context;
      const store = uow.read(tenantId);
      if (!(await mayReview(store, user.id))) return refused(Code.forbidden);
      const entry = { action: 'list', entity: 'qualification', entityId: null, patientId: null } as const;
      await appendTrail(store, actor, now, { ...entry, purpose: null, outcome: 'ok' });
      return done(await list(store, language));
    }),

    route(decideCertificates)((request, context) =>
      attempt(uow, context.tenantId, (tx) => decide(tx, request, context)),
    ),
  ];
}
