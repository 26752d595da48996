import type { SnapshotFrom } from 'xstate';
import { OrderId, PrescriptionId } from '../../../contract/ids.ts';
import { asReviewed, emptyDraft } from '../../../src/domain/rxDraft.ts';
import { prescriptionMachine } from '../../../src/machines/prescription.ts';
import { completeDraft, issuedRx, requestId } from '../clinical.ts';
import { settledEvents } from '../graph.ts';

const statuses = [10, 11, 20, 30, 40, 50];
const warning = {
  ...{ ruleCode: 'interaction', level: 'warn', lineIndex: 0, needReason: true },
  params: { drug: 'Amoxicillin', other: 'Warfarin' },
};
const submits = [
  ...statuses.map((status) => ({ outcome: 'stored', rx: issuedRx(status, 1) })),
  { outcome: 'refused', message: 'no', lineErrors: [], hits: [] },
  { outcome: 'refused', message: 'no', lineErrors: [], hits: [warning] },
  { outcome: 'refused', message: 'no', lineErrors: [], hits: [{ ...warning, level: 'block' }] },
  { outcome: 'changed', message: 'in review', latest: issuedRx(10, 2) },
];
const loads = [
  { latest: null, draft: null },
  { latest: issuedRx(10, 1), draft: asReviewed(emptyDraft(requestId), issuedRx(10, 1)) },
  ...statuses.map((status) => ({ latest: issuedRx(status, 1), draft: null })),
].map((answer) => ({ ...answer, requestId }));
const events = [
  { type: 'draft.changed', draft: completeDraft },
  { type: 'save.requested' },
  { type: 'submit.requested' },
  { type: 'submit.confirmed' },
  { type: 'submit.cancelled' },
  { type: 'draft.changed', draft: { ...completeDraft, advice: 'Drink plenty' } },
  { type: 'draft.changed', draft: emptyDraft(requestId) },
  { type: 'draft.changed', draft: { ...completeDraft, diagnosisList: [] } },
  { type: 'xstate.after.backoff.prescription.unreachable' },
  { type: 'xstate.after.backoff.prescription.unconfirmed' },
  { type: 'cancel.requested', reason: 'wrong' },
  { type: 'prescription.started', draft: completeDraft },
  { type: 'status.changed', id: PrescriptionId.parse('9'), version: 2, status: 11, updateTime: 2 },
  { type: 'status.changed', id: PrescriptionId.parse('10'), version: 1, status: 10, updateTime: 3 },
  { type: 'draft.discarded' },
  { type: 'language.changed' },
  { type: 'facts.changed' },
  { type: 'retry.requested' },
  { type: 'xstate.after.quiet.prescription.drafting.unchecked' },
  ...['load', 'refresh'].flatMap((id) => settledEvents(id, loads)),
  ...['check', 'checkWhileAsking', 'checkConfirmed'].flatMap((id) =>
    settledEvents(id, [
      { available: true, hits: [] },
      { available: false, hits: [] },
      { available: true, hits: [warning] },
      { available: true, hits: [{ ...warning, level: 'block' }] },
    ]),
  ),
  ...settledEvents('stock', [
    [],
    [{ drugId: completeDraft.lines[0]?.medicine.drugId, inventoryId: '11', stock: 0, price: 1, status: 1 }],
  ]),
  ...settledEvents('latest', [issuedRx(10, 1), null]),
  ...settledEvents('recheck', [{ available: true, hits: [warning] }]),
  ...['submit', 'saveDraft'].flatMap((id) => settledEvents(id, submits)),
  ...settledEvents('cancel', [{ latest: issuedRx(40, 2), message: null }]),
] as never[]; // XState's own done and error events are not in the machine's event type
const input = { orderId: OrderId.parse('7') };
const walk = {
  events,
  input,
  limit: 100_000,
  serializeState: (s: SnapshotFrom<typeof prescriptionMachine>) =>
    JSON.stringify([
      s.value,
      s.context.draft.lines.length,
      s.context.draft.diagnosisList.length,
      s.context.latest?.status,
      s.context.heard.waiting.length > 0,
      s.context.factsChanged,
    ]),
};

/** The events that a prescription may meet, and which of its states differ. */
export const prescriptionWorld = { machine: prescriptionMachine, walk };
