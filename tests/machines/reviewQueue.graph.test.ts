import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { reviewQueueMachine } from '../../src/machines/reviewQueue.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';
import { found, lease, rxId } from '../support/reviewing.ts';

const other = { id: '2', version: 1 };
const undecided = { ...other, prescriptionNo: 'RX2', decision: null, pending: null };
const decided = { id: rxId, prescriptionNo: 'RX1', decision: 'approve', pending: null };
const undoable = { ...decided, pending: { ...decided, version: 1, lease: lease(1), effectiveAt: 8_000 } };

const events = [
  { type: 'prescription.opened', id: rxId, version: 1 },
  { type: 'prescription.opened', ...other },
  { type: 'prescription.cancelled', id: rxId, message: 'gone' },
  { type: 'prescription.decided', id: rxId },
  { type: 'next.requested' },
  { type: 'undo.requested' },
  { type: 'decision.undone', id: rxId, version: 2 },
  { type: 'undo.failed', id: rxId },
  { type: 'decision.dropped', id: rxId },
  { type: 'facts.changed', patientId: found.rx.patient.id },
  ...settledEvents('review', [undecided, decided, undoable]),
  ...settledEvents('findNext', [other, null]),
] as never[]; // XState's own done and error events are not in the machine's event type

type State = {
  value: unknown;
  context: { open: { id: string } | null; next: unknown; wantsFree: boolean; undoable: readonly unknown[] };
};
const options = {
  events,
  input: undefined,
  limit: 5_000,
  serializeState: ({ value, context: { open, next, wantsFree, undoable } }: State) =>
    JSON.stringify([value, open?.id ?? null, next !== null, wantsFree, Math.min(undoable.length, 1)]),
};

test('every state can be reached, and every transition taken', () => {
  const reached = new Set(
    getShortestPaths(reviewQueueMachine, options).flatMap(({ state }) => stateNames(state.value)),
  );
  expect(stateNames(reviewQueueMachine).filter((name) => !reached.has(name))).toEqual([]);
  expect(untakenTransitions(reviewQueueMachine, options)).toEqual([]);
});

test('from every state the reviewer gets back to the queue', () => {
  expect(deadEnds(reviewQueueMachine, options, (s) => s.matches('watching'))).toEqual([]);
});

test('an open prescription is always the one under review', () => {
  const wrong = getShortestPaths(reviewQueueMachine, options).filter(
    ({ state }) => state.matches('reviewing') !== (state.context.open !== null),
  );
  expect(wrong.map(({ state }) => state.value)).toEqual([]);
});
