import { verificationCodes } from '../../../contract/extension/audit.ts';
import { reviewMachine } from '../../../src/machines/review.ts';
import { settledEvents } from '../graph.ts';
import { found, lease, leasedAs, rxId } from '../reviewing.ts';

const input = { id: rxId, version: 1 };
const events = [
  ...verificationCodes.map((code) => ({ type: 'verification.ticked', code, ok: true })),
  { type: 'comment.typed', comment: 'because' },
  { type: 'saving.ended', outcome: { outcome: 'failed' }, sent: null, isNewest: true },
  { type: 'reasons.chosen', reasonCodes: ['dosage'] },
  { type: 'approve.requested' },
  { type: 'rejection.started' },
  { type: 'reject.requested' },
  { type: 'verifications.confirmed', codes: verificationCodes },
  { type: 'offer.accepted' },
  { type: 'lines.marked', markedLines: [0] },
  { type: 'facts.changed', patientId: found.rx.patient.id },
  { type: 'xstate.after.backoff.review.unreachable' },
  { type: 'xstate.after.backoff.review.holding.notLoaded' },
  { type: 'xstate.after.backoff.review.holding.deciding.request.unconfirmed' },
  { type: 'lease.renewed', lease: lease(2) },
  { type: 'lease.lost', message: 'lost', holderName: 'Zhou Min' },
  { type: 'prescription.decided' },
  { type: 'prescription.cancelled', message: 'gone' },
  { type: 'language.changed' },
  { type: 'retry.requested' },
  { type: 'review.closed' },
  ...settledEvents('claim', [
    leasedAs(1),
    { outcome: 'leasedByAnother', name: 'Zhou Min' },
    { outcome: 'gone', message: 'decided already' },
  ]),
  ...settledEvents('renewal', []),
  ...settledEvents('load', [{ found, draft: null }]),
  ...settledEvents('decide', [
    { outcome: 'decided', status: 20, effectiveAt: null },
    { outcome: 'decided', status: 10, effectiveAt: 10_000 },
    { outcome: 'leaseLost', message: 'lost', holderName: null },
    { outcome: 'changed', message: 'changed', current: null },
    { outcome: 'refused', message: 'no' },
  ]),
] as never[]; // XState's own done and error events are not in the machine's event type

type State = {
  value: unknown;
  context: {
    lease: unknown;
    comment: string;
    reasonCodes: readonly string[];
    decision: { decision: string } | null;
    found: unknown;
    checklist: Record<string, boolean>;
  };
};
const walk = {
  events,
  input,
  limit: 20_000,
  serializeState: ({
    value,
    context: { lease: leased, comment, reasonCodes, decision, found: read, checklist },
  }: State) =>
    JSON.stringify([
      value,
      leased !== null,
      comment !== '',
      reasonCodes.length,
      decision?.decision,
      read !== null,
      Object.values(checklist).every(Boolean),
    ]),
};

/** The events that a review may meet, and which of its states differ. */
export const reviewWorld = { machine: reviewMachine, walk };
