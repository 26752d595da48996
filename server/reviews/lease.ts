import { randomUUID } from 'node:crypto';
import { and, eq, gt, lte, ne, or, sql } from 'drizzle-orm';
import { AuditStatus } from '../../clinical/lifecycle/audit.ts';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { limits } from '../../contract/limits.ts';
import type { StaffContext } from '../accounts/staffPolicy.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { announceStep } from '../prescriptions/announce.ts';
import type { PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { audited } from '../trail/audited.ts';
import { appendTrail } from '../trail/trail.ts';
import { explainReview } from './explain.ts';

const { waiting, claimed } = AuditStatus;
const { leaseId, leaseHolderId, leaseUntil, auditStatus, doctorId, status, version } = prescription;

/** A reviewer's hold, named by prescription and lease. */
export type Held = { id: string; leaseId: string };

/** The row while this reviewer holds it: the lease is theirs and has not run out. */
export const isHeldBy = ({ by, at }: StaffContext, held: Held) =>
  and(
    eq(prescription.id, held.id),
    eq(status, PrescriptionStatus.pending),
    eq(auditStatus, claimed),
    eq(leaseId, held.leaseId),
    eq(leaseHolderId, by.id),
    gt(leaseUntil, at),
  );

const free = { auditStatus: waiting, leaseId: null, leaseHolderId: null, leaseUntil: null };

/** Holding a prescription for review: one auditor at a time, for three minutes unless renewed. */
export function leasesIn(needs: PrescriptionNeeds) {
  const { uow } = needs;

  const claim = (context: StaffContext, { id, version: seen }: { id: string; version: number }) =>
    audited(
      uow,
      context,
      { action: 'claim', entity: 'review', entityId: id },
      async (tx): Promise<Outcome<{ leaseId: string; leaseUntil: number; version: number }>> => {
        const { by, at } = context;
        const fresh = randomUUID();
        const isMineStill = and(eq(leaseHolderId, by.id), gt(leaseUntil, at));
        const [row] = await tx.change(
          prescription,
          {
            auditStatus: claimed,
            leaseId: sql`case when ${auditStatus} = ${claimed} and ${isMineStill} then ${leaseId} else ${fresh} end`,
            leaseHolderId: by.id,
            leaseUntil: at + limits.auditLeaseMs,
            updateTime: at,
          },
          and(eq(prescription.id, id), eq(version, seen), eq(status, PrescriptionStatus.pending), ne(doctorId, by.id)),
          or(
            eq(auditStatus, waiting),
            and(eq(auditStatus, claimed), or(lte(leaseUntil, at), eq(leaseHolderId, by.id))),
          ),
        );
        if (!row) return explainReview(tx, context, { id, version: seen, claims: true });
        if (row.leaseId === fresh) await announceStep(tx, row, { action: 'claimed', by, at });
        const entry = { action: 'claim', entity: 'review', entityId: id, outcome: 'ok' } as const;
        await appendTrail(tx, by, at, { ...entry, patientId: row.patientId, purpose: `review:${id}` });
        return done({ leaseId: row.leaseId ?? fresh, leaseUntil: row.leaseUntil ?? at, version: row.version });
      },
    );

  const renew = (context: StaffContext, held: Held) =>
    audited(
      uow,
      context,
      { action: 'claim', entity: 'review', entityId: held.id },
      async (tx): Promise<Outcome<{ leaseId: string; leaseUntil: number }>> => {
        const { at } = context;
        const until = at + limits.auditLeaseMs;
        const [row] = await tx.change(prescription, { leaseUntil: until, updateTime: at }, isHeldBy(context, held));
        if (!row) return explainReview(tx, context, { id: held.id, version: null, claims: false });
        tx.announce({ type: 'review.changed', prescriptionId: held.id, updateTime: at, removal: null });
        return done({ leaseId: held.leaseId, leaseUntil: until });
      },
    );

  /** Gives a hold back; one that is gone already is as good as given back. */
  const release = (context: StaffContext, held: Held) =>
    audited(
      uow,
      context,
      { action: 'release', entity: 'review', entityId: held.id },
      async (tx): Promise<Outcome<true>> => {
        const { by, at } = context;
        const [row] = await tx.change(prescription, { ...free, updateTime: at }, isHeldBy(context, held));
        if (!row) return done(true);
        await announceStep(tx, row, { action: 'released', by, at });
        const entry = { action: 'release', entity: 'review', entityId: held.id, outcome: 'ok' } as const;
        await appendTrail(tx, by, at, { ...entry, patientId: row.patientId, purpose: `review:${held.id}` });
        return done(true);
      },
    );

  return { claim, renew, release };
}
