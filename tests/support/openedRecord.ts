import { fromPromise, SimulatedClock } from 'xstate';
import type { CaseFields, CaseInfo } from '../../contract/http/record.ts';
import { CaseId, DiseaseId, OrderId, PatientId } from '../../contract/ids.ts';
import type { LoadedRecord, SaveInput, SaveOutcome } from '../../src/domain/record.ts';
import { emptyRecord, type RecordDraft } from '../../src/domain/record.ts';
import { recordAutosave, recordMachine } from '../../src/machines/record.ts';
import { createActor, until } from './actors.ts';

export const orderId = OrderId.parse('7');
export const patientId = PatientId.parse('3');
export const recordId = CaseId.parse('5');
/** A record that can be signed. */
export const complete: CaseFields = {
  ...emptyRecord,
  chiefComplaint: 'Cough for three days',
  presentIllness: 'Dry cough, no fever',
  treatmentAdvice: 'Rest, fluids',
  diagnosisList: [{ id: DiseaseId.parse('1'), code: 'J20.9', name: 'Acute bronchitis', main: true }],
};
/** A record as the platform has it. */
export const stored = (version: number, fields: CaseFields, status = 0): CaseInfo => ({
  ...fields,
  id: recordId,
  orderId,
  patientId,
  status,
  version,
  updateTime: 1_000 + version,
});

/** The autosave of a record whose platform answers so. */
export const savedBy = (answer: (text: SaveInput) => Promise<SaveOutcome>) =>
  recordAutosave.provide({
    actors: {
      save: fromPromise(async ({ input: { text } }) => {
        if (!text) throw new Error('nothing was written');
        return answer(text);
      }),
    },
  });

type Given = {
  record?: CaseInfo | null;
  draft?: RecordDraft | null;
  save?: (input: SaveInput) => Promise<SaveOutcome>;
  /** Answers each load; by default always with `record` and `draft`. */
  load?: () => Promise<LoadedRecord>;
};

/** One open record. Saves succeed by default. */
export async function opened({ record = null, draft = null, save, load }: Given = {}) {
  const clock = new SimulatedClock();
  const sent: SaveInput[] = [];
  /** The local copy after each change of it. */
  const kept: (CaseFields | null)[] = [];
  const resumed: true[] = [];
  const saves = save ?? (async ({ version }) => ({ outcome: 'saved', id: recordId, version: version + 1, at: 2_000 }));
  const actor = createActor(
    recordMachine.provide({
      actors: {
        load: fromPromise(load ?? (async () => ({ stored: record, draft }))),
        autosave: savedBy((input) => {
          sent.push(input);
          return saves(input);
        }),
      },
      actions: {
        storeDraft: (_, { fields }) => void kept.push(fields),
        deleteDraft: () => void kept.push(null),
        resumeDraft: () => void resumed.push(true),
      },
    }),
    { clock, input: { orderId, patientId } },
  ).start();
  await until(actor, (s) => !s.matches('loading'));
  const types = (patch: Partial<CaseFields>) => actor.send({ type: 'field.changed', patch });
  const rests = (state: Parameters<typeof until<typeof actor>>[1]) => until(actor, state);
  return { actor, clock, sent, kept, resumed, types, rests };
}

/** Saves whose answers the test controls. */
export function deferredSaves() {
  const waiting: ((outcome: SaveOutcome) => void)[] = [];
  return {
    save: () => new Promise<SaveOutcome>((resolve) => void waiting.push(resolve)),
    answer: (outcome: SaveOutcome) => waiting.shift()?.(outcome),
  };
}
