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
  /** The version that each local copy was written upon. */
  const keptUpon: number[] = [];
  const resumed: true[] = [];
  const reads = { count: 0 };
  const saves = save ?? (async ({ version }) => ({ outcome: 'saved', id: recordId, version: version + 1, at: 2_000 }));
  const actor = createActor(
    recordMachine.provide({
      actors: {
        load: fromPromise(async () => {
          reads.count += 1;
          return load ? load() : { stored: record, draft };
        }),
        autosave: savedBy((input) => {
          sent.push(input);
          return saves(input);
        }),
      },
      actions: {
        storeDraft: (_, { fields, version }) => {
          kept.push(fields);
          keptUpon.push(version);
        },
        deleteDraft: () => void kept.push(null),
        resumeDraft: () => void resumed.push(true),
      },
    }),
    { clock, input: { orderId, patientId } },
  ).start();
  await until(actor, (s) => !s.matches('loading'));
  const types = (patch: Partial<CaseFields>) => actor.send({ type: 'field.changed', patch });
  const rests = (state: Parameters<typeof until<typeof actor>>[1]) => until(actor, state);
  return { actor, clock, sent, kept, keptUpon, resumed, reads, types, rests };
}

/** Saves whose answers the test controls. */
export function deferredSaves() {
  const waiting: ((outcome: SaveOutcome) => void)[] = [];
  return {
    save: () => new Promise<SaveOutcome>((resolve) => void waiting.push(resolve)),
    answer: (outcome: SaveOutcome) => waiting.shift()?.(outcome),
  };
}

/** The complete record as another device wrote it. */
export const other = { ...complete, pastHistory: 'Asthma as a child' };
export const signedElsewhere: SaveOutcome = { outcome: 'signedElsewhere', current: stored(4, other, 1) };
export const changedElsewhere: SaveOutcome = { outcome: 'conflict', current: stored(4, other) };
export const refused: SaveOutcome = { outcome: 'refused', message: 'Too long' };
export const heardSigned = { type: 'stored.changed', version: 4, status: 1 } as const;

/** Loads that answer in turn; the last answer stays, and null breaks. */
export function loads(...answers: (LoadedRecord | null)[]) {
  return async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new Error('broken');
    return answer;
  };
}
export const just = (record: LoadedRecord['stored'], draft: LoadedRecord['draft'] = null): LoadedRecord => ({
  ...{ stored: record, draft },
});

/** A record whose text was saved with this outcome; null throws. */
export async function saved(outcome: SaveOutcome | null, more: Parameters<typeof opened>[0] = {}) {
  const answers = [outcome];
  const made = await opened({
    record: stored(3, emptyRecord),
    save: async ({ version }) => {
      const answer = answers.length > 0 ? answers.shift() : undefined;
      if (answer === null) throw new Error('broken');
      return answer ?? { outcome: 'saved', id: recordId, version: version + 1, at: 2_000 };
    },
    ...more,
  });
  made.types({ chiefComplaint: 'Cough' });
  made.actor.send({ type: 'save.requested' });
  await made.rests((s) => !s.matches({ open: 'saving' }) && !s.matches({ open: 'unsaved' }));
  return made;
}
