import { expect, test } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import { RecordStatus } from '../../clinical/lifecycle/record.ts';
import type { CaseFields, CaseInfo } from '../../contract/http/record.ts';
import { CaseId, DiseaseId, OrderId, PatientId } from '../../contract/ids.ts';
import { emptyRecord, fieldsOf, type LoadedRecord, type SaveInput, type SaveOutcome } from '../../src/domain/record.ts';
import { recordAutosave, recordMachine } from '../../src/machines/record.ts';
import { isInConflict, isSigned, saveState, writtenFields } from '../../src/machines/selectors/record.ts';
import { createActor } from '../support/actors.ts';
import { seededRandom } from '../support/random.ts';

const id = CaseId.parse('5');
const input = { orderId: OrderId.parse('7'), patientId: PatientId.parse('3') };
const complete: CaseFields = {
  ...emptyRecord,
  ...{ chiefComplaint: 'Cough', presentIllness: 'For three days', treatmentAdvice: 'Rest' },
  diagnosisList: [{ id: DiseaseId.parse('1'), code: 'J20.9', name: 'Acute bronchitis', main: true }],
};
const tasks = () => new Promise((resolve) => setImmediate(resolve));

/** A platform that keeps one record by its version, as the real one does, over a line that loses requests and answers. */
function opened(random: () => number) {
  const clock = new SimulatedClock();
  let stored: CaseInfo | null = null;
  let isBroken = true;
  const running: (() => void)[] = [];
  function put({ fields, version, sign }: SaveInput): SaveOutcome {
    const latest = stored?.version ?? 0;
    if (stored?.status === RecordStatus.signed) return { outcome: 'signedElsewhere', current: stored };
    if (stored && version !== latest) return { outcome: 'conflict', current: stored };
    const status = sign ? RecordStatus.signed : RecordStatus.draft;
    stored = { ...fields, ...input, id, status, version: latest + 1, updateTime: clock.now() };
    return { outcome: 'saved', id, version: latest + 1, at: clock.now() };
  }
  const save = (text: SaveInput) =>
    new Promise<SaveOutcome>((resolve, reject) => {
      const luck = isBroken ? random() : 0.9;
      running.push(() => {
        if (luck < 0.2) return reject(new Error('the request was lost'));
        if (luck < 0.3) return resolve({ outcome: 'refused', message: 'too long' });
        const answer = put(text);
        if (luck < 0.4) return reject(new Error('the answer was lost'));
        resolve(answer);
      });
    });
  const machine = recordMachine.provide({
    actors: {
      load: fromPromise(async (): Promise<LoadedRecord> => ({ stored, draft: null })),
      autosave: recordAutosave.provide({
        actors: {
          save: fromPromise(({ input: { text } }) => (text ? save(text) : Promise.reject(new Error('no text')))),
        },
      }),
    },
  });
  const actor = createActor(machine, { clock, input }).start();
  const answers = () => running.shift()?.();
  /** From now on every request is answered, and everything that waits for a time has its time. */
  async function catchesUp() {
    isBroken = false;
    for (let round = 0; round < 8; round += 1) {
      for (answers(); running.length > 0; answers());
      await tasks();
      clock.increment(60_000);
      await tasks();
    }
  }
  return { actor, clock, answers, catchesUp, stored: () => stored };
}

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  'what is typed in a record arrives, and only the latest text is signed: seed %i',
  async (seed) => {
    const random = seededRandom(seed);
    const { actor, clock, answers, catchesUp, stored } = opened(random);
    await tasks();
    for (let step = 0; step < 60; step += 1) {
      const before = writtenFields(actor.getSnapshot());
      const dice = random();
      if (dice < 0.4) actor.send({ type: 'field.changed', patch: { ...complete, pastHistory: `Text ${step}` } });
      else if (dice < 0.45) actor.send({ type: 'field.changed', patch: before });
      else if (dice < 0.55) actor.send({ type: 'save.requested' });
      else if (dice < 0.58) actor.send({ type: 'sign.requested' });
      else if (dice < 0.62) actor.send({ type: 'conflict.resolved', fields: before });
      else if (dice < 0.8) clock.increment(random() * 3_000);
      else answers();
      await tasks();
    }
    await catchesUp();
    // A lost answer is a conflict with the doctor's own text, and a refused one is changed by hand.
    if (isInConflict(actor.getSnapshot()))
      actor.send({ type: 'conflict.resolved', fields: writtenFields(actor.getSnapshot()) });
    if (saveState(actor.getSnapshot()) === 'unsaved')
      actor.send({ type: 'field.changed', patch: { familyHistory: 'x' } });
    await catchesUp();
    const shown = actor.getSnapshot();
    const kept = stored();
    expect(saveState(shown)).toBe('saved');
    expect(kept ? fieldsOf(kept) : emptyRecord).toEqual(writtenFields(shown));
    expect(kept?.status === RecordStatus.signed).toBe(isSigned(shown));
  },
);
