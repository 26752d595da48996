import { and, eq, notExists, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import type { saveReviewDraft } from '../../contract/extension/audit.ts';
import type { CallContext } from '../accounts/caller.ts';
import { type Database, platformWide } from '../db/connection.ts';
import { done, refused } from '../db/outcome.ts';
import { prescription, reviewDraft } from '../db/schema/prescriptions.ts';
import { mayReview } from '../prescriptions/policy.ts';
import { linesIn } from '../prescriptions/storedPrescription.ts';
import { appendDailyInside } from '../trail/trail.ts';

type Saved = z.output<(typeof saveReviewDraft)['body']>;

const { pending } = PrescriptionStatus;

/** Stores a reviewer's draft while the prescription waits; an empty one is removed. A lost lease does not prevent it. */
export const saveDraft = (
  { id, comment, reasonCodes, version, markedLines: marked = [] }: Saved,
  { by, at, store }: CallContext,
) =>
  store.run(async (tx) => {
    const row = await tx.first(prescription, eq(prescription.id, id));
    if (!row || !mayReview(by, row)) return refused(Code.notFound);
    if (row.status !== pending) return refused(Code.prescriptionCancelled);
    const isOwn = and(eq(reviewDraft.prescriptionId, id), eq(reviewDraft.authorId, by.id));
    const markedLines = version === row.version ? linesIn(row, marked) : [];
    const written = { comment, reasonCodes, markedLines, version: row.version, updateTime: at };
    if (comment === '' && reasonCodes.length + markedLines.length === 0) await tx.remove(reviewDraft, isOwn);
    else
      await tx.db
        .insert(reviewDraft)
        .values({ tenantId: by.hospitalId, prescriptionId: id, authorId: by.id, ...written })
        .onConflictDoUpdate({
          target: [reviewDraft.tenantId, reviewDraft.prescriptionId, reviewDraft.authorId],
          set: written,
        });
    const entry = { action: 'update', entity: 'review', entityId: id, outcome: 'ok' } as const;
    await appendDailyInside(tx, [{ actor: by, at, entry: { ...entry, patientId: row.patientId, purpose: null } }]);
    return done(true as const);
  });

/** Removes the drafts of prescriptions that no longer wait for a review. */
export async function removeOldDrafts(database: Database): Promise<void> {
  const db = platformWide(database);
  const waiting = db
    .select({ one: sql`1` })
    .from(prescription)
    .where(and(eq(prescription.id, reviewDraft.prescriptionId), eq(prescription.status, pending)));
  await db.delete(reviewDraft).where(notExists(waiting));
}
