import { expect, test } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import type { CaseFields, CaseInfo } from '../../contract/http/record.ts';
import { CaseId, DiseaseId } from '../../contract/ids.ts';
import type { LoadedRecord } from '../../src/domain/record.ts';
import { emptyRecord, type RecordDraft } from '../../src/domain/record.ts';
import { recordMachine } from '../../src/machines/record.ts';
import { baseFields, diagnosesIn, isResumed, saveState } from '../../src/machines/selectors/record.ts';
import { createActor, until } from '../support/actors.ts';
import { complete, deferredSaves, opened, orderId, patientId, savedBy, stored } from '../support/openedRecord.ts';

test('typed text is stored locally at once and saved after a pause', async () => {
  const { actor, clock, sent, kept, types, rests } = await opened();
  types({ chiefComplaint: 'Cou' });
  clock.increment(1_000);
  types({ chiefComplaint: 'Cough' });
  clock.increment(1_499);
  expect(sent).toEqual([]);
  expect(kept.at(-1)?.chiefComplaint).toBe('Cough');
  clock.increment(1);
  await rests((s) => s.matches({ open: 'clean' }));
  expect(sent.map(({ fields, version }) => [fields.chiefComplaint, version])).toEqual([['Cough', 0]]);
  expect(kept.at(-1)).toBeNull();
  expect(saveState(actor.getSnapshot())).toBe('saved');
});

test('text typed during a save is saved next, based on the version of that save', async () => {
  const reply = deferredSaves();
  const { clock, sent, types, rests } = await opened({ save: reply.save });
  types({ chiefComplaint: 'Cough' });
  clock.increment(1_500);
  types({ chiefComplaint: 'Cough and fever' });
  reply.answer({ outcome: 'saved', id: CaseId.parse('5'), version: 1, at: 2_000 });
  await rests((s) => s.matches({ open: 'unsaved' }));
  clock.increment(1_500);
  expect(sent.map(({ fields, version }) => [fields.chiefComplaint, version])).toEqual([
    ['Cough', 0],
    ['Cough and fever', 1],
  ]);
});

test('a save that finds the same text saved elsewhere asks nothing', async () => {
  const theirs = stored(4, { ...emptyRecord, chiefComplaint: 'Cough' });
  const { kept, clock, types, rests } = await opened({
    record: stored(3, emptyRecord),
    save: async () => ({ outcome: 'conflict', current: theirs }),
  });
  types({ chiefComplaint: 'Cough' });
  clock.increment(1_500);
  const saved = await rests((s) => s.matches({ open: 'clean' }));
  expect([saved.context.version, kept.at(-1)]).toEqual([4, null]);
});

test('text that another window left is compared with the stored one, even based on the same version', async () => {
  const left = { ...emptyRecord, chiefComplaint: 'Fever' };
  const draft: { current: RecordDraft | null } = { current: null };
  const actor = createActor(
    recordMachine.provide({
      actors: {
        load: fromPromise(
          async (): Promise<LoadedRecord> => ({ stored: stored(3, emptyRecord), draft: draft.current }),
        ),
      },
    }),
    { clock: new SimulatedClock(), input: { orderId, patientId } },
  ).start();
  await until(actor, (s) => s.matches({ open: 'clean' }));
  draft.current = { fields: left, version: 3 };
  actor.send({ type: 'comparison.requested' });
  const { context } = await until(actor, (s) => s.matches({ open: 'conflict' }));
  expect([context.fields.chiefComplaint, context.current?.chiefComplaint]).toEqual(['Fever', '']);
});

test('a save that finds a newer record shows both and overwrites neither', async () => {
  const theirs = stored(4, { ...emptyRecord, chiefComplaint: 'Written in another window' });
  const { actor, clock, types, rests } = await opened({
    record: stored(3, emptyRecord),
    save: async ({ version }) =>
      version === 3
        ? { outcome: 'conflict', current: theirs }
        : { outcome: 'saved', id: CaseId.parse('5'), version: 5, at: 3_000 },
  });
  types({ chiefComplaint: 'Written here' });
  clock.increment(1_500);
  const conflict = await rests((s) => s.matches({ open: 'conflict' }));
  expect([conflict.context.fields.chiefComplaint, conflict.context.current?.chiefComplaint]).toEqual([
    'Written here',
    'Written in another window',
  ]);
  actor.send({ type: 'conflict.resolved', fields: { ...emptyRecord, chiefComplaint: 'Both' } });
  const saved = await rests((s) => s.matches({ open: 'clean' }));
  expect([saved.context.fields.chiefComplaint, saved.context.version]).toEqual(['Both', 5]);
});

test('a conflict knows which stored version the text here was written upon, also after saves', async () => {
  const first = { ...emptyRecord, chiefComplaint: 'Cough', pastHistory: 'Asthma' };
  const { actor, clock, types, rests } = await opened({
    record: stored(3, first),
    save: async ({ version }) =>
      version === 3
        ? { outcome: 'saved', id: CaseId.parse('5'), version: 4, at: 2_000 }
        : { outcome: 'conflict', current: stored(5, { ...first, pastHistory: 'None' }) },
  });
  expect(baseFields(actor.getSnapshot())).toMatchObject(first);
  types({ chiefComplaint: 'Cough, fever' });
  clock.increment(1_500);
  await rests((s) => s.matches({ open: 'clean' }));
  types({ chiefComplaint: 'Fever' });
  clock.increment(1_500);
  const conflict = await rests((s) => s.matches({ open: 'conflict' }));
  expect(baseFields(conflict)).toMatchObject({ chiefComplaint: 'Cough, fever', pastHistory: 'Asthma' });
});

test('a local copy upon an older version does not know what that version said', async () => {
  const { actor } = await opened({ record: stored(3, emptyRecord), draft: { fields: complete, version: 2 } });
  expect(baseFields(actor.getSnapshot())).toBeNull();
});

test('a local copy is restored after a crash and marked as restored', async () => {
  const { actor, resumed } = await opened({ record: stored(2, emptyRecord), draft: { fields: complete, version: 2 } });
  expect([actor.getSnapshot().matches({ open: 'unsaved' }), resumed]).toEqual([true, [true]]);
  expect(actor.getSnapshot().context.fields).toEqual(complete);
  expect(actor.getSnapshot().context.resumed).toBe(true);
});

test('a local copy of an older version is a conflict, never a silent overwrite', async () => {
  const { actor, resumed } = await opened({ record: stored(3, emptyRecord), draft: { fields: complete, version: 2 } });
  expect([actor.getSnapshot().matches({ open: 'conflict' }), resumed]).toEqual([true, [true]]);
  expect(actor.getSnapshot().context).toMatchObject({ fields: complete, version: 3, current: { version: 3 } });
});

test('a local copy with an older link to the same attachment is the stored record', async () => {
  const linked = (expires: number) => ({ ...complete, attachments: [`/files/abc.pdf/a.pdf?expires=${expires}`] });
  const { actor, kept, resumed } = await opened({
    record: stored(3, linked(2)),
    draft: { fields: linked(1), version: 2 },
  });
  expect(actor.getSnapshot().matches({ open: 'clean' })).toBe(true);
  expect([kept, resumed, actor.getSnapshot().context.fields.attachments]).toEqual([
    [null],
    [true],
    linked(2).attachments,
  ]);
});

test('a lost connection leaves the text editable and retries automatically', async () => {
  let online = false;
  const { actor, clock, types, rests } = await opened({
    save: async () => {
      if (!online) throw new Error('network');
      return { outcome: 'saved', id: CaseId.parse('5'), version: 1, at: 2_000 };
    },
  });
  types({ chiefComplaint: 'Cough' });
  clock.increment(1_500);
  await rests((s) => s.matches({ open: 'failed' }));
  expect(actor.getSnapshot().hasTag('editable')).toBe(true);
  online = true;
  clock.increment(4_000);
  expect((await rests((s) => s.matches({ open: 'clean' }))).context.fields.chiefComplaint).toBe('Cough');
});

test('an incomplete record is not signed, and the missing fields are named', async () => {
  const { actor, types } = await opened();
  types({ chiefComplaint: 'Cough' });
  actor.send({ type: 'sign.requested' });
  expect(actor.getSnapshot().context.missing).toEqual(['presentIllness', 'treatmentAdvice', 'diagnosisList']);
});

test('signing during a save waits for it, signs the displayed text, and locks the record', async () => {
  const reply = deferredSaves();
  const { actor, clock, sent, types, rests } = await opened({ save: reply.save });
  types(complete);
  clock.increment(1_500);
  actor.send({ type: 'sign.requested' });
  types({ treatmentAdvice: 'Rest, fluids, see me in a week' });
  reply.answer({ outcome: 'saved', id: CaseId.parse('5'), version: 1, at: 2_000 });
  await rests((s) => s.matches({ open: 'signing' }));
  reply.answer({ outcome: 'saved', id: CaseId.parse('5'), version: 2, at: 2_100 });
  await rests((s) => s.matches('signed'));
  expect(sent.map(({ sign, version, fields }) => [sign, version, fields.treatmentAdvice])).toEqual([
    [false, 0, 'Rest, fluids'],
    [true, 1, 'Rest, fluids, see me in a week'],
  ]);
  types({ chiefComplaint: 'changed' });
  expect(actor.getSnapshot().context.fields.chiefComplaint).toBe('Cough for three days');
});

/** A record that another device saves or signs while it is open here. */
async function openedElsewhere(version = 2) {
  const platform = { record: stored(version, complete) };
  const draft: { kept: RecordDraft | null } = { kept: null };
  const clock = new SimulatedClock();
  const actor = createActor(
    recordMachine.provide({
      actors: {
        load: fromPromise(async (): Promise<LoadedRecord> => ({ stored: platform.record, draft: draft.kept })),
        autosave: savedBy(async () => ({
          outcome: platform.record.status === 1 ? 'signedElsewhere' : 'conflict',
          current: platform.record,
        })),
      },
      actions: {
        storeDraft: (_, { fields, version: from }) => {
          draft.kept = { fields, version: from };
        },
        deleteDraft: () => {
          draft.kept = null;
        },
      },
    }),
    { clock, input: { orderId, patientId } },
  ).start();
  await until(actor, (s) => s.matches({ open: 'clean' }));
  const changed = (record: CaseInfo) => {
    platform.record = record;
    actor.send({ type: 'stored.changed', version: record.version, status: record.status });
  };
  return { actor, clock, draft, platform, changed };
}
const later = { ...complete, treatmentAdvice: 'Rest and come back on Friday' };

test('a record that another device saved shows its new text without a reload', async () => {
  const { actor, changed } = await openedElsewhere();
  changed(stored(3, later));
  expect(actor.getSnapshot().hasTag('editable')).toBe(true);
  await until(actor, (s) => s.matches({ open: 'clean' }) && s.context.version === 3);
  expect(actor.getSnapshot().context.fields.treatmentAdvice).toBe(later.treatmentAdvice);
});

test('the echo of its own save loads nothing', async () => {
  const { actor } = await openedElsewhere();
  actor.send({ type: 'stored.changed', version: 2, status: 0 });
  expect(actor.getSnapshot().matches({ open: 'clean' })).toBe(true);
});

test('a record that another device signed becomes the signed record', async () => {
  const { actor, changed } = await openedElsewhere();
  changed(stored(3, later, 1));
  await until(actor, (s) => s.hasTag('signed'));
  expect(actor.getSnapshot().context.fields.treatmentAdvice).toBe(later.treatmentAdvice);
});

test('text that was typed here when another device signed stays stored beside the signed record', async () => {
  const { actor, changed, draft } = await openedElsewhere();
  actor.send({ type: 'field.changed', patch: { pastHistory: 'Asthma as a child' } });
  changed(stored(3, later, 1));
  await until(actor, (s) => s.hasTag('signed'));
  expect(actor.getSnapshot().context.fields.pastHistory).toBe(complete.pastHistory);
  expect(draft.kept?.fields.pastHistory).toBe('Asthma as a child');
});

test('a save that finds the record signed elsewhere turns into the signed record as well', async () => {
  const { actor, platform, clock, draft } = await openedElsewhere();
  actor.send({ type: 'field.changed', patch: { pastHistory: 'Asthma as a child' } });
  platform.record = stored(3, later, 1);
  clock.increment(1_500);
  await until(actor, (s) => s.hasTag('signed'));
  expect(draft.kept?.fields.pastHistory).toBe('Asthma as a child');
});

test('typing goes on while another device’s text is read; the difference is shown at the next save', async () => {
  const { actor, clock, changed } = await openedElsewhere();
  changed(stored(3, later));
  actor.send({ type: 'field.changed', patch: { pastHistory: 'Asthma as a child' } });
  expect(actor.getSnapshot().matches({ open: 'unsaved' })).toBe(true);
  clock.increment(1_500);
  await until(actor, (s) => s.matches({ open: 'conflict' }));
  expect(actor.getSnapshot().context.fields.pastHistory).toBe('Asthma as a child');
});

test('after a gap in the events an untouched record is read again', async () => {
  const { actor, platform } = await openedElsewhere();
  platform.record = stored(4, later, 1);
  actor.send({ type: 'stored.changed', version: null, status: null });
  await until(actor, (s) => s.hasTag('signed'));
});

test('what another device adds to a signed record is read', async () => {
  const { actor, platform, changed } = await openedElsewhere();
  changed(stored(3, later, 1));
  await until(actor, (s) => s.matches({ signed: 'known' }));
  const addendum = { id: '1', reason: 'Result', text: 'CRP 12', createTime: 5 };
  platform.record = { ...platform.record, addenda: [addendum] } as never;
  actor.send({ type: 'stored.changed', version: 3, status: 1 });
  await until(actor, (s) => (s.context.current?.addenda ?? []).length === 1);
});

const inChinese: CaseFields = {
  ...complete,
  diagnosisList: complete.diagnosisList.map((one) => ({ ...one, name: '急性支气管炎' })),
};

test('a local copy that differs only in the language of its diagnoses is nothing unsaved', async () => {
  const { actor } = await opened({ record: stored(1, inChinese), draft: { fields: complete, version: 1 } });
  expect(actor.getSnapshot().matches({ open: 'clean' })).toBe(true);
  expect(isResumed(actor.getSnapshot())).toBe(false);
  expect(diagnosesIn(actor.getSnapshot())).toEqual(inChinese.diagnosisList);
});

test('a local copy shows the diagnoses that it shares with the stored record by the names of that record', async () => {
  const fever = { id: DiseaseId.parse('2'), code: 'R50.9', name: 'Fever', main: false };
  const fields = { ...complete, diagnosisList: [...complete.diagnosisList, fever] };
  const { actor } = await opened({ record: stored(1, inChinese), draft: { fields, version: 1 } });
  expect(diagnosesIn(actor.getSnapshot())).toEqual([...inChinese.diagnosisList, fever]);
});
