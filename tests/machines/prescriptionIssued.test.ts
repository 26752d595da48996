import { expect, test } from 'vitest';
import type { CancelOutcome } from '../../src/domain/rxAnswers.ts';
import { asReviewed, emptyDraft } from '../../src/domain/rxDraft.ts';
import { canCancel, canStartAnew } from '../../src/machines/selectors/prescription.ts';
import { completeDraft, issuedRx, requestId } from '../support/clinical.ts';
import { clear, opened } from '../support/openedPrescription.ts';

const shown = (status: number, version = 1) => ({ latest: issuedRx(status, version), draft: null });
const broken = () => Promise.reject(new Error('broken'));

test('a prescription that cannot be loaded is loaded again after five seconds, or on request', async () => {
  const { actor, clock, rests, loaded } = await opened({ loads: [null, null, shown(10)] });
  expect(actor.getSnapshot().matches('unreachable')).toBe(true);
  clock.increment(4_999);
  expect(loaded).toHaveLength(1);
  clock.increment(1);
  await rests((s) => s.matches('unreachable'));
  actor.send({ type: 'retry.requested' });
  await rests((s) => s.matches({ issued: 'pendingReview' }));
  expect(loaded).toHaveLength(3);
});

test('a text that was sent although its answer was lost is deleted here, and its prescription is shown', async () => {
  const latest = issuedRx(10, 1);
  const draft = { ...asReviewed(emptyDraft(requestId), latest), editing: null };
  const { actor, kept } = await opened({ loads: [{ latest, draft }] });
  expect([actor.getSnapshot().matches({ issued: 'pendingReview' }), kept]).toEqual([true, ['resumed', 'deleted']]);
});

test.each([
  ['waits for its review', 10, 'pendingReview', true, false],
  ['is rejected', 11, 'rejected', true, true],
  ['is approved', 20, 'approved', true, true],
  ['is dispensed', 30, 'other', false, true],
  ['is cancelled', 40, 'cancelled', false, true],
  ['has expired', 50, 'expired', false, true],
] as const)('what the doctor may do with a prescription that %s', async (_, status, state, mayCancel, mayStart) => {
  const { actor, kept } = await opened({ loads: [shown(status)] });
  const now = () => actor.getSnapshot();
  expect(now().matches({ issued: state })).toBe(true);
  expect([canCancel(now()), canStartAnew(now())]).toEqual([mayCancel, mayStart]);
  actor.send({ type: 'prescription.started', draft: completeDraft });
  expect([now().hasTag('writable'), kept]).toEqual([mayStart, mayStart ? ['stored'] : []]);
  expect(now().context.draft.lines).toEqual(mayStart ? completeDraft.lines : []);
});

test.each([
  ['waits for its review', 10],
  ['is rejected', 11],
  ['is approved', 20],
])('a prescription that %s can be cancelled', async (_, status) => {
  const { actor, rests } = await opened({ loads: [shown(status)] });
  actor.send({ type: 'cancel.requested', reason: 'Wrong medicine' });
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  await rests((s) => s.matches({ issued: 'cancelled' }));
});

test('a cancellation that the platform refuses says why and leaves the prescription as it was', async () => {
  const refused: CancelOutcome = { latest: null, message: 'Dispensed already' };
  const { actor, rests } = await opened({ loads: [shown(20)], cancel: async () => refused });
  actor.send({ type: 'cancel.requested', reason: 'Wrong medicine' });
  const { context } = await rests((s) => s.matches({ issued: 'approved' }));
  expect([context.message, context.latest?.version]).toEqual(['Dispensed already', 1]);
});

test('a cancellation that throws leaves the prescription as it was, without loading it again', async () => {
  const { actor, rests, loaded } = await opened({ loads: [shown(20), shown(20)], cancel: broken });
  actor.send({ type: 'cancel.requested', reason: 'Wrong medicine' });
  await rests((s) => s.matches({ issued: 'approved' }));
  expect(loaded).toEqual([null]);
});

test('facts that change while a prescription under review is checked are checked too', async () => {
  let checks = 0;
  const { actor, rests } = await opened({
    loads: [shown(10)],
    check: async () => {
      checks += 1;
      return clear;
    },
  });
  for (const _ of [1, 2]) actor.send({ type: 'facts.changed' });
  await rests((s) => s.matches({ issued: { pendingReview: 'known' } }));
  expect([checks, actor.getSnapshot().context.factsChanged]).toEqual([2, false]);
});

test('checks of a prescription under review that throw are unavailable, never "nothing found"', async () => {
  const { actor, rests } = await opened({ loads: [shown(10)], check: broken });
  actor.send({ type: 'facts.changed' });
  const { context } = await rests((s) => s.matches({ issued: { pendingReview: 'known' } }));
  expect([context.checked, context.factsChanged]).toEqual([{ available: false, hits: [] }, false]);
});

test('a language that changes while a prescription is loaded loads it once more', async () => {
  const { actor, rests, loaded } = await opened({ loads: [shown(20), shown(20), shown(20, 2)] });
  for (const _ of [1, 2]) actor.send({ type: 'language.changed' });
  const { context } = await rests((s) => s.matches({ issued: 'approved' }));
  expect([context.latest?.version, loaded.length]).toEqual([2, 3]);
});

test('a prescription that cannot be loaded again stays as it was shown, and is not asked for in a circle', async () => {
  const { actor, rests, loaded } = await opened({ loads: [shown(10), null] });
  actor.send({ type: 'status.changed', id: issuedRx(10, 1).id, version: 2, status: 20, updateTime: 2 });
  await rests((s) => s.matches({ issued: 'pendingReview' }));
  expect([actor.getSnapshot().context.latest?.version, loaded.length]).toEqual([1, 2]);
});

test('a text beside a prescription in force is discarded only where there is one to return to', async () => {
  const [beside, alone] = [await opened({ loads: [{ ...shown(20), draft: completeDraft }] }), await opened()];
  alone.writes(completeDraft);
  for (const { actor } of [beside, alone]) actor.send({ type: 'draft.discarded' });
  expect([beside.kept, alone.kept]).toEqual([
    ['resumed', 'discarded'],
    ['resumed', 'stored'],
  ]);
  expect([beside.actor.getSnapshot().matches('issued'), alone.actor.getSnapshot().hasTag('writable')]).toEqual([
    true,
    true,
  ]);
});
