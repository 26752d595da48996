import { and, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { announceList } from '../db/announceList.ts';
import { done, type Outcome, refusedWith } from '../db/outcome.ts';
import { qualification, staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendTrail } from '../trail/trail.ts';
import type { ActorContext, OperatorContext } from './caller.ts';
import type { QualificationRow } from './qualificationWire.ts';

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

/** Submits certificates for review. The approved ones stay valid until then; a submission that still waits is replaced. */
export async function submitCertificates(tx: Transaction, doctorId: string, certificates: Certificates, at: number) {
  await tx.locked(staff, eq(staff.id, doctorId));
  const isWaiting = and(eq(qualification.doctorId, doctorId), eq(qualification.auditStatus, waiting));
  await tx.change(qualification, { auditStatus: replaced }, isWaiting);
  tx.announce({ type: 'person.changed', userId: doctorId, part: 'account' });
  await announceList(tx, 'requests');
  return tx.add(qualification, { ...certificates, doctorId, updateTime: at });
}

export type Decision = { approve: true; expireTime: number } | { approve: false; reason: string };

type Submitted = Pick<QualificationRow, 'id' | 'doctorId'>;

/** Approves or refuses a submission, unless it no longer waits. */
export async function decideSubmitted(
  tx: Transaction,
  { by, at }: ActorContext,
  submitted: Submitted,
  decision: Decision,
): Promise<Outcome<true>> {
  if (!(await isDecided(tx, submitted, decision))) return refusedWith(Code.duplicateRequest, 'certificatesDecided');
  await appendTrail(tx, by, at, {
    action: decision.approve ? 'approve' : 'reject',
    entity: 'qualification',
    entityId: submitted.id,
    patientId: null,
    purpose: null,
    outcome: 'ok',
    detail: { doctorId: submitted.doctorId },
  });
  return done(true);
}

/** An operator's decision on certificates. */
export const decideAsOperator = (
  { submitted, decision }: { submitted: Submitted; decision: Decision },
  context: OperatorContext,
): Promise<Outcome<true>> => context.store.attempt((tx) => decideSubmitted(tx, context, submitted, decision));

/** Stores a decision; false when the submission no longer waits. */
async function isDecided(tx: Transaction, { id, doctorId }: Submitted, decision: Decision): Promise<boolean> {
  await tx.locked(staff, eq(staff.id, doctorId));
  const isWaiting = and(eq(qualification.id, id), eq(qualification.auditStatus, waiting));
  if (!(await tx.locked(qualification, isWaiting))) return false;
  tx.announce({ type: 'person.changed', userId: doctorId, part: 'account' });
  await announceList(tx, 'requests');
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
