import { desc, eq } from 'drizzle-orm';
import { ReviewDraft } from '../../contract/extension/audit.ts';
import type { CallContext } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/peopleQueries.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { reviewDraft } from '../db/schema/prescriptions.ts';
import type { PrescriptionRow } from '../prescriptions/storedPrescription.ts';

/** The drafts of all reviewers of a prescription, newest first. */
export async function draftsOf(
  store: HospitalStore,
  { id, version }: PrescriptionRow,
  { language }: Pick<CallContext, 'language'>,
) {
  const rows = await store.db
    .select()
    .from(reviewDraft)
    .where(store.own(reviewDraft, eq(reviewDraft.prescriptionId, id)))
    .orderBy(desc(reviewDraft.updateTime));
  const person = await loadPeople(
    store,
    rows.map(({ authorId }) => authorId),
    language,
  );
  return rows.map(({ authorId, comment, reasonCodes, markedLines, version: read, updateTime }) => ({
    author: { id: authorId, name: person(authorId).name },
    comment,
    reasonCodes: ReviewDraft.shape.reasonCodes.parse(reasonCodes),
    markedLines: read === version ? markedLines : [],
    updateTime,
  }));
}
