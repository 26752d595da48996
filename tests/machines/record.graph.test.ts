import { expect, test } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { CaseId, DiseaseId, OrderId, PatientId } from '../../contract/ids.ts';
import { emptyRecord } from '../../src/domain/record.ts';
import { recordMachine } from '../../src/machines/record.ts';
import { settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';

const input = { orderId: OrderId.parse('7'), patientId: PatientId.parse('3') };
const complete = {
  ...emptyRecord,
  chiefComplaint: 'a',
  presentIllness: 'b',
  treatmentAdvice: 'c',
  diagnosisList: [{ id: DiseaseId.parse('1'), code: 'J20.9', name: 'd', main: true }],
};
const record = { ...emptyRecord, ...input, id: CaseId.parse('5'), status: 0, version: 2, updateTime: 1 };
const saves = [
  { outcome: 'saved', id: CaseId.parse('5'), version: 1, at: 1 },
  { outcome: 'conflict', current: record },
  { outcome: 'signedElsewhere', current: { ...record, status: 1 } },
  { outcome: 'refused', message: 'over' },
  { outcome: 'failed' },
];
const loads = [
  { stored: null, draft: null },
  { stored: { ...record, status: 1 }, draft: null },
  { stored: record, draft: { fields: complete, version: 1 } },
];
/** What the autosave says of saves with these outcomes, of the newest text and of an older one. */
const reports = (outcomes: readonly object[]) =>
  [true, false].flatMap((isNewest) =>
    outcomes.map((outcome) => ({ type: 'saving.ended', outcome, isNewest, sent: { fields: complete } })),
  );
const events = [
  { type: 'field.changed', patch: complete },
  { type: 'save.requested' },
  { type: 'sign.requested' },
  { type: 'conflict.resolved', fields: complete },
  { type: 'comparison.requested' },
  { type: 'retry.requested' },
  { type: 'stored.changed', version: 3, status: 0 },
  { type: 'stored.changed', version: 3, status: 1 },
  ...['load', 'refresh'].flatMap((id) => settledEvents(id, loads)),
  { type: 'saving.began' },
  ...reports(saves),
] as never[]; // XState's own done and error events are not in the machine's event type
const options = { events, input, limit: 20_000 };
const reachable = getShortestPaths(recordMachine, {
  ...options,
  serializeState: (s) =>
    JSON.stringify(s.value) + (s.matches({ open: 'saving' }) ? JSON.stringify(s.context.fields) : ''),
});

test('every state can be reached', () => {
  const reached = new Set(reachable.flatMap(({ state }) => stateNames(state.value)));
  expect(stateNames(recordMachine).filter((name) => !reached.has(name))).toEqual([]);
});

test.each(reachable.map(({ state }) => [JSON.stringify(state.value), state] as const))(
  'from %s the record can still be signed, or is signed',
  (_, state) => {
    const paths = getShortestPaths(recordMachine, {
      ...options,
      fromState: state,
      toState: (s) => s.matches('signed'),
      serializeState: (s) => JSON.stringify([s.value, s.context.fields]),
    });
    expect(paths.length).toBeGreaterThan(0);
  },
);

const rareLoads = [
  { stored: record, draft: { fields: complete, version: 2 } },
  { stored: record, draft: { fields: emptyRecord, version: 2 } },
];
const rareEvents = [
  { type: 'field.changed', patch: { chiefComplaint: '' } },
  { type: 'xstate.after.backoff.record.unreachable' },
  ...settledEvents('load', rareLoads),
  ...settledEvents('reload', loads),
  ...reports([{ outcome: 'conflict', current: { ...record, ...complete } }]),
] as never[];

test('every transition of a record is taken', () => {
  const serializeState = ({ value, context: { fields, version } }: SnapshotFrom<typeof recordMachine>) =>
    JSON.stringify([value, fields, version]);
  expect(untakenTransitions(recordMachine, { ...options, events: [...events, ...rareEvents], serializeState })).toEqual(
    [],
  );
});
