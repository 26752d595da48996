import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { decideCertificates } from '../../contract/extension/certificates.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { qualification } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import type { Links } from '../files/links.ts';
import { appendTrail } from '../trail/trail.ts';
import { findStaffById } from './accountQueries.ts';
import type { CallContext, StaffContext } from './caller.ts';
import { mayReviewCertificates } from './policy.ts';
import { waitingInHospital } from './qualificationQueries.ts';
import { decideSubmitted } from './qualifications.ts';
import { submissionOnWire } from './qualificationWire.ts';

async function decide(
  tx: Transaction,
  context: StaffContext,
  { id, ...decision }: RequestOf<typeof decideCertificates>,
): Promise<Outcome<true>> {
  const { by, at } = context;
  if (!mayReviewCertificates(await findStaffById(tx, by.id))) return refused(Code.forbidden);
  if (decision.approve && decision.expireTime <= at) return refused(Code.badRequest, { field: 'expireTime' });
  const submitted = await tx.first(qualification, eq(qualification.id, id));
  if (!submitted) return refused(Code.notFound);
  if (submitted.doctorId === by.id) return refusedWith(Code.forbidden, 'ownCertificates');
  return decideSubmitted(tx, context, submitted, decision);
}

/** The certificates that wait for a review, each with those in force. */
export const listCertificates =
  ({ links }: { links: Links }) =>
  async (_: unknown, { by, at, store, language }: CallContext) => {
    if (!mayReviewCertificates(await findStaffById(store, by.id))) return refused(Code.forbidden);
    const entry = { action: 'list', entity: 'qualification', entityId: null, patientId: null } as const;
    await appendTrail(store, by, at, { ...entry, purpose: null, outcome: 'ok' });
    const waiting = await waitingInHospital(store);
    return done(waiting.map((one) => submissionOnWire(one, language, (url) => links.renew(url, by))));
  };

/** Decides on a colleague's certificates. */
export const decideOnCertificates = (request: RequestOf<typeof decideCertificates>, context: CallContext) =>
  context.store.attempt((tx) => decide(tx, context, request));
