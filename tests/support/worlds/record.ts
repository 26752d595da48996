import type { SnapshotFrom } from 'xstate';
import { CaseId, DiseaseId, OrderId, PatientId } from '../../../contract/ids.ts';
import { emptyRecord } from '../../../src/domain/record.ts';
import { recordMachine } from '../../../src/machines/record.ts';
import { settledEvents } from '../graph.ts';

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

type State = SnapshotFrom<typeof recordMachine>;
const walk = {
  events,
  input,
  limit: 20_000,
  serializeState: (s: State) =>
    JSON.stringify(s.value) + (s.matches({ open: 'saving' }) ? JSON.stringify(s.context.fields) : ''),
};

/** The events that a record may meet, which of its states differ, and what they are made of. */
export const recordWorld = { machine: recordMachine, walk, complete, record, loads, reports };
