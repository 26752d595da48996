import { expect, test } from 'vitest';
import type { LoadedRecord, SaveOutcome } from '../../src/domain/record.ts';
import { emptyRecord } from '../../src/domain/record.ts';
import { isInConflict, saveState } from '../../src/machines/selectors/record.ts';
import { held } from '../support/actors.ts';
import {
  changedElsewhere,
  deferredSaves,
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

const empty = stored(3, emptyRecord);
const typed = { fields: { ...emptyRecord, chiefComplaint: 'Cough' }, version: 3 };

test('text typed while another device’s text is read is stored locally at once', async () => {
  const reading = [async () => just(empty), held<LoadedRecord>().answer];
  const { actor, kept, types } = await opened({ load: async () => (await reading.shift()?.()) ?? just(empty) });
  actor.send({ type: 'stored.changed', version: 4, status: 0 });
  types({ chiefComplaint: 'Cough' });
  expect(kept.at(-1)?.chiefComplaint).toBe('Cough');
});

test('text typed during a save is stored locally at once, then again upon the version of that save', async () => {
  const reply = deferredSaves();
  const { actor, kept, keptUpon, types, rests } = await opened({ save: reply.save });
  types({ chiefComplaint: 'Cough' });
  actor.send({ type: 'save.requested' });
  types({ chiefComplaint: 'Cough and fever' });
  expect([kept.at(-1)?.chiefComplaint, keptUpon]).toEqual(['Cough and fever', [0, 0]]);
  reply.answer({ outcome: 'saved', id: recordId, version: 1, at: 2_000 });
  await rests((s) => s.matches({ open: 'unsaved' }));
  expect([kept.at(-1)?.chiefComplaint, keptUpon]).toEqual(['Cough and fever', [0, 0, 1]]);
});

test('text typed after a failed save is stored locally at once', async () => {
  const { kept, types } = await saved(null);
  types({ chiefComplaint: 'Cough and fever' });
  expect(kept.at(-1)?.chiefComplaint).toBe('Cough and fever');
});

test('a text chosen in a conflict is stored locally upon the version that it replaces, and saved at once', async () => {
  const { actor, kept, keptUpon } = await saved(changedElsewhere);
  const shown: boolean[] = [];
  actor.subscribe((now) => shown.push(saveState(now) === 'saving'));
  actor.send({ type: 'conflict.resolved', fields: other });
  expect([kept.at(-1)?.pastHistory, keptUpon]).toEqual([other.pastHistory, [3, 4]]);
  expect(shown).not.toContain(false);
});

test('text that another window left goes on here when it is compared', async () => {
  const { actor, rests, resumed } = await opened({ load: loads(just(empty), just(empty, typed)) });
  actor.send({ type: 'comparison.requested' });
  await rests((s) => s.matches({ open: 'conflict' }));
  expect(resumed).toEqual([true]);
});

test.each([
  ['', false],
  [', also if that changes meanwhile', true],
])('a refused text goes on when its record is loaded again on request%s', async (_, isChanged) => {
  const { actor, rests } = await saved(refused, { load: loads(just(empty), just(empty, typed)) });
  actor.send({ type: 'retry.requested' });
  if (isChanged) actor.send({ type: 'stored.changed', version: 3, status: 0 });
  const now = await rests((s) => s.matches('open'));
  expect([now.context.fields.chiefComplaint, isInConflict(now)]).toEqual(['Cough', false]);
});

test.each(['on request', 'after a pause'])(
  'a local copy goes on when its record can be loaded again %s',
  async (by) => {
    const { actor, clock, rests } = await opened({ load: loads(null, just(empty, typed)) });
    if (by === 'on request') actor.send({ type: 'retry.requested' });
    else clock.increment(4_000);
    const { context } = await rests((s) => s.matches('open'));
    expect([context.fields.chiefComplaint, isInConflict(actor.getSnapshot())]).toEqual(['Cough', false]);
  },
);

test.each<[string, SaveOutcome | null | 'typed']>([
  ['that was just typed', 'typed'],
  ['whose save failed', null],
  ['that was refused', refused],
  ['in conflict with another', changedElsewhere],
])('a text %s stays in the form if the record is not signed where it is read', async (_, outcome) => {
  const load = loads(just(empty), just(empty, typed));
  const { actor, types, rests } = outcome === 'typed' ? await opened({ load }) : await saved(outcome, { load });
  if (outcome === 'typed') types(typed.fields);
  actor.send({ ...heardSigned, status: 0 });
  expect(actor.getSnapshot().matches('open')).toBe(true);
  actor.send(heardSigned);
  const now = await rests((s) => s.matches('open'));
  expect([now.context.fields.chiefComplaint, isInConflict(now), saveState(now)]).toEqual(['Cough', false, 'unsaved']);
});

test('a save that finds the record signed elsewhere shows that record at once, and keeps the text stored', async () => {
  const { actor, kept, reads } = await saved(signedElsewhere);
  const { context } = actor.getSnapshot();
  expect([actor.getSnapshot().hasTag('signed'), context.fields.pastHistory, reads.count]).toEqual([
    true,
    other.pastHistory,
    1,
  ]);
  expect(kept.at(-1)?.chiefComplaint).toBe('Cough');
});
