import type * as z from 'zod/mini';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { Code } from '../../contract/envelope.ts';
import type * as contract from '../../contract/http/prescription.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, refused } from '../db/outcome.ts';
import { appendTrail, readOutcome } from '../trail/trail.ts';
import { detailOf } from './detail.ts';
import { mayReadHistory, mayReadPrescription } from './policy.ts';
import { type PrescriptionNeeds, purposeOf } from './prescribing.ts';
import {
  type CountQuery,
  findPrescription,
  historyTiesTo,
  isSubmittedFor,
  type ListQuery,
  newestPage,
  pageOfPrescriptions,
  statusCountsOf,
} from './queries.ts';
import { loadPeopleOf } from './signers.ts';
import { briefOf, linesFor } from './wire.ts';

type HistoryQuery = z.output<(typeof contract.prescriptionHistory)['query']>;

const { pending, rejected, approved, dispensed, cancelled, expired } = PrescriptionStatus;

const listEntry = { action: 'list', entity: 'prescription', entityId: null, outcome: 'ok' } as const;

/** A page of the doctor's own prescriptions. */
export async function listPrescriptions(query: ListQuery, { by, at, store, language }: CallContext) {
  const { rows, total, atLeast } = await pageOfPrescriptions(store, by.id, query);
  const { signer } = await loadPeopleOf(store, rows, language);
  await appendTrail(store, by, at, {
    ...listEntry,
    patientId: null,
    patientIds: rows.map(({ patientId }) => patientId),
    purpose: null,
    detail: { ids: rows.map(({ id }) => id) },
  });
  const list = rows.map((row) => briefOf(row, { language, now: at, signer }));
  return done({ list, total, ...(atLeast ? { atLeast } : {}) });
}

/** One prescription with its log, for the doctor who issued it and for reviewers. */
export const readPrescription =
  ({ renewLink, nameOf }: Pick<PrescriptionNeeds, 'renewLink' | 'nameOf'>) =>
  async ({ id }: RequestOf<typeof contract.getPrescription>, { by, at, store, language }: CallContext) => {
    const row = await findPrescription(store, id);
    if (!row) return refused(Code.notFound);
    const isAllowed = mayReadPrescription(by, row);
    const entry = { action: 'read', entity: 'prescription', entityId: id, patientId: row.patientId } as const;
    await appendTrail(store, by, at, { ...entry, purpose: purposeOf(row.orderId), ...readOutcome(isAllowed) });
    if (!isAllowed) return refused(Code.notFound);
    const view = { language, now: at, nameOf, renewLink: (url: string) => renewLink(url, by) };
    return done(await detailOf(store, row, view));
  };

/** A page of everything that was prescribed for a patient, for doctors who treat and reviewers who review for them. */
export async function readHistory({ patientId, ...page }: HistoryQuery, { by, at, store, language }: CallContext) {
  const isAllowed = mayReadHistory(by, await historyTiesTo(store, by.id, patientId));
  const entry = { ...listEntry, patientId, purpose: `patient:${patientId}` };
  await appendTrail(store, by, at, { ...entry, ...readOutcome(isAllowed) });
  if (!isAllowed) return refused(Code.notFound);
  const { rows, total } = await newestPage(store, page, isSubmittedFor(patientId));
  const { signer } = await loadPeopleOf(store, rows, language);
  const view = { language, now: at, signer };
  return done({ list: rows.map((row) => ({ ...briefOf(row, view), lines: linesFor(row, language) })), total });
}

/** How many of the doctor's own prescriptions have each status. */
export const countByStatus = async (query: CountQuery, { by, store }: CallContext) =>
  done(await statusCountsOf(store, by.id, query));

/** The doctor's own prescriptions in the numbers of the specification. */
export async function countPrescriptions(_: unknown, { by, store }: CallContext) {
  const { counts } = await statusCountsOf(store, by.id, {});
  const of = (...statuses: number[]) =>
    counts.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + count, 0);
  return done({
    pending: of(pending),
    passed: of(approved, dispensed),
    rejected: of(rejected),
    cancelled: of(cancelled),
    expired: of(expired),
  });
}
