import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import { Code } from '../../contract/envelope.ts';
import { limits } from '../../contract/limits.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { announceStep } from '../prescriptions/announce.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { audited } from '../trail/audited.ts';
import { appendDailyInside, appendTrail } from '../trail/trail.ts';
import { recordLapse } from './expiredLeases.ts';
import { explainReview } from './explain.ts';

const { waiting, claimed } = AuditStatus;
const { leaseId, leaseHolderId, leaseUntil, auditStatus, doctorId, status, version } = prescription;

/** No decision on it waits to take effect. */
const isUndecided = isNull(prescription.heldDecision);

type Claim = { id: string; version: number };
type Claimed = { leaseId: string; leaseUntil: number; version: number };

/** A lease on a prescription. */
export type Lease = { id: string; leaseId: string };

/** The row, provided that the lease is this reviewer's and has not expired. */
export const isLeasedBy = ({ by, at }: StaffContext, lease: Lease) =>
  and(
    eq(prescription.id, lease.id),
    eq(status, PrescriptionStatus.pending),
    eq(auditStatus, claimed),
    eq(leaseId, lease.leaseId),
    eq(leaseHolderId, by.id),
    gt(leaseUntil, at),
  );

/** Prescriptions that this person holds now. */
const isLeasedTo = (staffId: string, at: number) =>
  and(eq(leaseHolderId, staffId), eq(auditStatus, claimed), gt(leaseUntil, at), isUndecided);

const free = { auditStatus: waiting, leaseId: null, leaseHolderId: null, leaseUntil: null };

async function claim(
  tx: Transaction,
  needs: PrescriptionNeeds,
  context: StaffContext,
  { id, version: seen }: Claim,
): Promise<Outcome<Claimed>> {
  const { by, at } = context;
  // Claims of one reviewer wait for each other, so that they cannot pass the limit together.
  await tx.locked(staff, eq(staff.id, by.id));
  const own = await tx.count(prescription, ne(prescription.id, id), isLeasedTo(by.id, at));
  if (own >= limits.claimsAtOnce) return refused(Code.tooManyClaims, { most: limits.claimsAtOnce });
  const before = await tx.locked(prescription, eq(prescription.id, id));
  const newLeaseId = randomUUID();
  const isStillMine = and(eq(leaseHolderId, by.id), gt(leaseUntil, at));
  const [row] = await tx.change(
    prescription,
    {
      auditStatus: claimed,
      leaseId: sql`case when ${auditStatus} = ${claimed} and ${isStillMine} then ${leaseId} else ${newLeaseId} end`,
      leaseHolderId: by.id,
      leaseUntil: at + limits.auditLeaseMs,
      updateTime: at,
    },
    and(eq(prescription.id, id), eq(version, seen), eq(status, PrescriptionStatus.pending), ne(doctorId, by.id)),
    and(isUndecided, gt(prescription.expireTime, at)),
    or(eq(auditStatus, waiting), and(eq(auditStatus, claimed), or(lte(leaseUntil, at), eq(leaseHolderId, by.id)))),
  );
  if (!row) return explainReview(tx, needs, context, { id, version: seen, claims: true });
  if (row.leaseId === newLeaseId) {
    if (before?.leaseHolderId) await recordLapse(tx, before, at);
    await announceStep(tx, row, { action: 'claimed', by, at });
  }
  const entry = { action: 'claim', entity: 'review', entityId: id, outcome: 'ok' } as const;
  await appendTrail(tx, by, at, { ...entry, patientId: row.patientId, purpose: `review:${id}` });
  return done({ leaseId: row.leaseId ?? newLeaseId, leaseUntil: row.leaseUntil ?? at, version: row.version });
}

/** Holds a prescription for review: one reviewer at a time, for three minutes unless renewed. */
export const claimReview =
  (needs: PrescriptionNeeds) =>
  (wanted: Claim, context: CallContext): Promise<Outcome<Claimed>> =>
    audited(context, { action: 'claim', entity: 'review', entityId: wanted.id }, (tx) =>
      claim(tx, needs, context, wanted),
    );

/** Extends a lease. */
export const renewLease =
  (needs: PrescriptionNeeds) =>
  (lease: Lease, context: CallContext): Promise<Outcome<Omit<Claimed, 'version'>>> =>
    audited(context, { action: 'claim', entity: 'review', entityId: lease.id }, async (tx) => {
      const { by, at } = context;
      const until = at + limits.auditLeaseMs;
      const [row] = await tx.change(prescription, { leaseUntil: until, updateTime: at }, isLeasedBy(context, lease));
      if (!row) return explainReview(tx, needs, context, { id: lease.id, version: null, claims: false });
      tx.announce({ type: 'review.changed', prescriptionId: lease.id, updateTime: row.updateTime, removal: null });
      const entry = { action: 'claim', entity: 'review', entityId: lease.id, outcome: 'ok' } as const;
      await appendDailyInside(tx, [{ actor: by, at, entry: { ...entry, patientId: row.patientId, purpose: null } }]);
      return done({ leaseId: lease.leaseId, leaseUntil: until });
    });

/** Releases a lease; one that has already ended counts as released. */
export const releaseLease = (lease: Lease, context: CallContext): Promise<Outcome<true>> =>
  audited(context, { action: 'release', entity: 'review', entityId: lease.id }, async (tx) => {
    const { by, at } = context;
    const [row] = await tx.change(prescription, { ...free, updateTime: at }, isLeasedBy(context, lease), isUndecided);
    if (!row) return done(true);
    await announceStep(tx, row, { action: 'released', by, at });
    const entry = { action: 'release', entity: 'review', entityId: lease.id, outcome: 'ok' } as const;
    await appendTrail(tx, by, at, { ...entry, patientId: row.patientId, purpose: `review:${lease.id}` });
    return done(true);
  });
