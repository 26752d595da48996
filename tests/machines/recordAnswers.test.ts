import { expect, test } from 'vitest';
import type { LoadedRecord, SaveOutcome } from '../../src/domain/record.ts';
import { emptyRecord } from '../../src/domain/record.ts';
import { isEditable, isInConflict, saveState, signerOf } from '../../src/machines/selectors/record.ts';
import { held } from '../support/actors.ts';
import {
  changedElsewhere,
  complete,
  heardSigned,
  just,
  loads,
  opened,
  other,
  recordId,
  refused,
  saved,
  signedElsewhere,
  stored,
} from '../support/openedRecord.ts';

const broken = () => Promise.reject(new Error('broken'));

test('a record that cannot be loaded is loaded again on request', async () => {
  const { actor, rests } = await opened({ load: loads(null, just(stored(3, complete))) });
  expect(actor.getSnapshot().matches('unreachable')).toBe(true);
  actor.send({ type: 'retry.requested' });
  expect((await rests((s) => s.matches({ open: 'clean' }))).context.fields).toMatchObject(complete);
});

test('a record that cannot be loaded is loaded again after pauses that become longer', async () => {
  const { clock, reads, rests } = await opened({ load: loads(null) });
  const counts: number[] = [];
  for (const ms of [3_999, 1, 7_999, 1]) {
    clock.increment(ms);
    counts.push(reads.count);
    await rests((s) => s.matches('unreachable'));
  }
  expect(counts).toEqual([1, 2, 2, 3]);
});

test('a text to compare that was saved meanwhile is deleted here, and another one is looked for', async () => {
  const left = { fields: other, version: 3 };
  const now = just(stored(4, other));
  const { actor, kept, resumed, rests } = await opened({
    load: loads(just(stored(3, complete)), just(stored(4, other), left), now),
  });
  actor.send({ type: 'comparison.requested' });
  const { context } = await rests((s) => s.matches({ open: 'clean' }));
  expect([context.version, context.fields.pastHistory, kept, resumed]).toEqual([4, other.pastHistory, [null], [true]]);
});

test('a record that another device has signed is not compared but shown', async () => {
  const { actor, rests } = await opened({ load: loads(just(stored(3, complete)), just(stored(4, other, 1))) });
  actor.send({ type: 'comparison.requested' });
  expect((await rests((s) => s.hasTag('signed'))).context.fields.pastHistory).toBe(other.pastHistory);
});

test('a local copy of what is stored needs no second reading', async () => {
  const { actor, reads } = await opened({ record: stored(3, complete), draft: { fields: complete, version: 3 } });
  expect([saveState(actor.getSnapshot()), reads.count]).toEqual(['saved', 1]);
});

test.each<[string, LoadedRecord, 'comparison.requested' | 'stored.changed']>([
  ['finds it signed', just(stored(4, other, 1)), 'comparison.requested'],
  ['finds nothing to compare', just(stored(4, other)), 'comparison.requested'],
  ['after a change elsewhere finds it signed', just(stored(4, other, 1)), 'stored.changed'],
])('a reading of a record that %s is the last one', async (_, second, type) => {
  const { actor, reads, rests } = await opened({ load: loads(just(stored(3, complete)), second) });
  actor.send(type === 'stored.changed' ? { type, version: 4, status: 0 } : { type });
  await rests((s) => s.context.version === 4);
  expect([actor.getSnapshot().hasTag('saved'), reads.count]).toEqual([true, 2]);
});

test('a comparison that cannot be loaded loads the record again', async () => {
  const { actor, rests } = await opened({ load: loads(just(stored(3, complete)), null) });
  actor.send({ type: 'comparison.requested' });
  await rests((s) => s.matches('unreachable'));
});

test('a record that another device saves while it is loaded for a comparison is loaded again', async () => {
  const [first, second] = [held<LoadedRecord>(), held<LoadedRecord>()];
  const answers = [async () => just(stored(3, complete)), first.answer, second.answer];
  const { actor, rests } = await opened({ load: () => (answers.shift() ?? broken)() });
  actor.send({ type: 'comparison.requested' });
  actor.send({ type: 'stored.changed', version: 4, status: 0 });
  first.give(just(stored(3, complete)));
  second.give(just(stored(4, other)));
  expect((await rests((s) => s.matches({ open: 'clean' }))).context.version).toBe(4);
});

test('a complete record is signed at once, whether its text is saved or not', async () => {
  const [clean, written] = [await opened({ record: stored(3, complete) }), await opened()];
  written.types(complete);
  for (const { actor, sent, rests } of [clean, written]) {
    actor.send({ type: 'sign.requested' });
    await rests((s) => s.hasTag('signed'));
    expect(sent.map(({ sign }) => sign)).toEqual([true]);
  }
});

test('an incomplete record names what is missing, whether it is saved, being read or being saved', async () => {
  const reading = [async () => just(stored(3, emptyRecord)), held<LoadedRecord>().answer];
  const [clean, refreshing, saving] = [
    await opened({ record: stored(3, emptyRecord) }),
    await opened({ load: () => (reading.shift() ?? broken)() }),
    await opened({ save: held<SaveOutcome>().answer }),
  ];
  refreshing.actor.send({ type: 'stored.changed', version: 4, status: 0 });
  saving.types({ pastHistory: 'None' });
  saving.actor.send({ type: 'save.requested' });
  expect(saving.actor.getSnapshot().hasTag('saving')).toBe(true);
  for (const { actor } of [clean, refreshing, saving]) {
    actor.send({ type: 'sign.requested' });
    expect(actor.getSnapshot().context.missing).toEqual([
      ...['chiefComplaint', 'presentIllness', 'treatmentAdvice', 'diagnosisList'],
    ]);
  }
});

test('a complete record can be signed while another device’s version is read', async () => {
  const reading = [async () => just(stored(3, complete)), held<LoadedRecord>().answer];
  const { actor, sent } = await opened({ load: () => (reading.shift() ?? broken)() });
  actor.send({ type: 'stored.changed', version: 4, status: 0 });
  actor.send({ type: 'sign.requested' });
  expect(sent.map(({ sign, version }) => [sign, version])).toEqual([[true, 3]]);
});

test('a record that changes again while it is read is read again; one that cannot be read stays', async () => {
  const [first, second] = [held<LoadedRecord>(), held<LoadedRecord>()];
  const answers = [async () => just(stored(3, complete)), first.answer, second.answer];
  const { actor, rests } = await opened({ load: () => (answers.shift() ?? broken)() });
  for (const version of [4, 5]) actor.send({ type: 'stored.changed', version, status: 0 });
  first.give(just(stored(4, complete)));
  second.give(just(stored(5, other)));
  expect((await rests((s) => s.matches({ open: 'clean' }))).context.version).toBe(5);
  actor.send({ type: 'stored.changed', version: 6, status: 0 });
  expect((await rests((s) => s.matches({ open: 'clean' }))).context.version).toBe(5);
});

test('text is saved at once on request', async () => {
  const { actor, sent, types } = await opened();
  types({ chiefComplaint: 'Cough' });
  actor.send({ type: 'save.requested' });
  expect(sent.map(({ fields, sign }) => [fields.chiefComplaint, sign])).toEqual([['Cough', false]]);
});

test('a refused text says why, and is saved again when it is changed or on request', async () => {
  const changed = await saved(refused);
  expect([changed.actor.getSnapshot().context.message, saveState(changed.actor.getSnapshot())]).toEqual([
    'Too long',
    'unsaved',
  ]);
  changed.types({ chiefComplaint: 'Cou' });
  expect(changed.kept.at(-1)?.chiefComplaint).toBe('Cou');
  changed.clock.increment(1_500);
  await changed.rests((s) => s.matches({ open: 'clean' }));
  const again = await saved(refused);
  again.actor.send({ type: 'save.requested' });
  const { context } = await again.rests((s) => s.matches({ open: 'clean' }));
  expect([context.message, again.sent.length]).toEqual([null, 2]);
});

test('the record behind a refused text is loaded again on request', async () => {
  const { actor, rests } = await saved(refused);
  actor.send({ type: 'retry.requested' });
  expect((await rests((s) => s.matches({ open: 'clean' }))).context.fields).toMatchObject(emptyRecord);
});

test.each(['save.requested', 'retry.requested'] as const)(
  'a failed save is repeated at once on request: %s',
  async (type) => {
    const { actor, sent, types, rests } = await saved(null);
    types({ chiefComplaint: 'Cough and fever' });
    actor.send({ type });
    await rests((s) => s.matches({ open: 'clean' }));
    expect(sent.map(({ fields }) => fields.chiefComplaint)).toEqual(['Cough', 'Cough and fever']);
  },
);

test.each<[string, SaveOutcome | null]>([
  ['whose save failed', null],
  ['that was refused', refused],
  ['in conflict with another', changedElsewhere],
])('a text %s gives way to the record that another device signs, and stays stored here', async (_, outcome) => {
  const { actor, kept, rests } = await saved(outcome, {
    load: loads(just(stored(3, emptyRecord)), just(stored(4, other, 1))),
  });
  actor.send(heardSigned);
  await rests((s) => s.hasTag('signed'));
  expect(kept.at(-1)?.chiefComplaint).toBe('Cough');
});

/** A complete record whose signature is answered so; null throws. */
async function signing(outcome: SaveOutcome | null, load?: () => Promise<LoadedRecord>) {
  const answers = [outcome];
  const made = await opened({
    record: stored(3, complete),
    ...(load ? { load } : {}),
    save: async () => {
      const answer = answers.shift();
      if (answer === null) throw new Error('broken');
      return answer ?? { outcome: 'saved', id: recordId, version: 4, at: 2_000 };
    },
  });
  made.actor.send({ type: 'sign.requested' });
  await made.rests((s) => !s.matches({ open: 'signing' }));
  return made;
}

test('a signature that finds a newer record signs nothing and shows both', async () => {
  const { actor } = await signing(changedElsewhere);
  expect(actor.getSnapshot().matches({ open: 'conflict' })).toBe(true);
  expect(actor.getSnapshot().context.current?.pastHistory).toBe(other.pastHistory);
});

test('a signature that finds the record signed elsewhere shows that record', async () => {
  const { actor } = await signing(signedElsewhere);
  expect([actor.getSnapshot().hasTag('signed'), actor.getSnapshot().context.fields.pastHistory]).toEqual([
    true,
    other.pastHistory,
  ]);
});

test('a refused signature says why, with nothing to choose', async () => {
  const { actor } = await signing(refused);
  expect([saveState(actor.getSnapshot()), actor.getSnapshot().context.message]).toEqual(['unsaved', 'Too long']);
  expect(isInConflict(actor.getSnapshot())).toBe(false);
});

test('after a signature without an answer only the text, which can be changed, is saved again, not signed', async () => {
  const { actor, clock, sent, rests } = await signing(null);
  expect(isEditable(actor.getSnapshot())).toBe(true);
  clock.increment(4_000);
  await rests((s) => s.matches({ open: 'clean' }));
  expect(sent.map(({ sign }) => sign)).toEqual([true, false]);
});

const signedHere: SaveOutcome = { outcome: 'saved', id: recordId, version: 4, at: 2_000 };

test.each<[string, LoadedRecord | null]>([
  ['cannot be loaded', null],
  ['is not signed yet where it is read', just(stored(3, complete))],
])('a record that was signed here stays signed when it %s', async (_, second) => {
  const { actor, kept, rests } = await signing(signedHere, loads(just(stored(3, complete)), second));
  await rests((s) => s.matches({ signed: 'known' }));
  expect([actor.getSnapshot().context.version, kept]).toEqual([4, [null]]);
});

test('a record that was signed here is read again for who signed it', async () => {
  const answer = { ...stored(4, complete, 1), doctorName: 'Ann' };
  const { rests } = await signing(signedHere, loads(just(stored(3, complete)), just(answer)));
  expect(signerOf(await rests((s) => s.matches({ signed: 'known' })))?.doctorName).toBe('Ann');
});
