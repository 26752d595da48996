import { expect, test } from 'vitest';
import type { Rx } from '../../contract/http/prescription.ts';
import { PrescriptionId } from '../../contract/ids.ts';
import { emptyDraft } from '../../src/domain/rxDraft.ts';
import { completeDraft, issuedRx, requestId } from '../support/clinical.ts';

import { opened } from '../support/openedPrescription.ts';

const nine = PrescriptionId.parse('9');
const ten = PrescriptionId.parse('10');
const at = (status: number, version: number, updateTime: number) => ({ ...issuedRx(status, version), updateTime });
const unwritten = (latest: Rx) => ({ latest, draft: null });
const change = (status: number, version: number, updateTime: number | null, id = nine) =>
  ({ type: 'status.changed', id, status, version, updateTime }) as const;

test('a decision that arrives by the conversation and by its own push loads the prescription once', async () => {
  const { actor, rests, loaded } = await opened({
    loads: [
      { latest: at(10, 1, 5), draft: null },
      { latest: at(20, 2, 9), draft: null },
    ],
  });
  actor.send(change(20, 2, 0));
  actor.send(change(20, 2, 9));
  await rests((s) => s.matches({ issued: 'approved' }));
  actor.send(change(20, 2, 9));
  actor.send(change(20, 2, 0));
  expect(actor.getSnapshot().matches({ issued: 'approved' })).toBe(true);
  expect(loaded).toEqual([null, nine]);
});

test('news of an older version, and of another prescription that is decided, load nothing', async () => {
  const { actor, loaded } = await opened({ loads: [{ latest: at(10, 3, 5), draft: null }] });
  const other = PrescriptionId.parse('8');
  for (const news of [change(10, 2, 9), change(20, 9, 9, other), change(40, 9, 9, other)]) actor.send(news);
  expect(actor.getSnapshot().matches({ issued: 'pendingReview' })).toBe(true);
  expect(loaded).toEqual([null]);
});

test('a new prescription of the order, and a review that begins, are loaded', async () => {
  const { actor, rests, loaded } = await opened({
    loads: [
      { latest: at(10, 1, 5), draft: null },
      { latest: at(10, 1, 7), draft: null },
      { latest: at(10, 1, 8), draft: null },
    ],
  });
  actor.send(change(10, 1, 7));
  await rests((s) => s.matches({ issued: 'pendingReview' }) && s.context.latest?.updateTime === 7);
  actor.send(change(10, 1, 8, PrescriptionId.parse('10')));
  await rests((s) => s.matches({ issued: 'pendingReview' }) && s.context.latest?.updateTime === 8);
  expect(loaded).toEqual([null, nine, null]);
});

test('an answer that was overtaken by a newer change is loaded again', async () => {
  const { actor, rests, loaded } = await opened({
    loads: [
      { latest: at(10, 1, 5), draft: null },
      { latest: at(10, 1, 6), draft: null },
      { latest: at(11, 2, 9), draft: null },
    ],
  });
  actor.send(change(10, 1, 6));
  actor.send(change(11, 2, 9));
  await rests((s) => s.matches({ issued: 'rejected' }));
  expect(loaded).toEqual([null, nine, nine]);
});

const otherText = { ...completeDraft, advice: 'Drink plenty' };

test('text that another tab could not send does not hide the prescription under review', async () => {
  const { actor } = await opened({ loads: [{ latest: issuedRx(10, 1), draft: otherText }] });
  expect(actor.getSnapshot().matches({ issued: 'pendingReview' })).toBe(true);
});

test('text beside a prescription in force is discarded for it on request', async () => {
  const { actor, rests } = await opened({ loads: [{ latest: issuedRx(20, 2), draft: otherText }] });
  expect(actor.getSnapshot().hasTag('writable')).toBe(true);
  actor.send({ type: 'draft.discarded' });
  const { context } = await rests((s) => s.matches({ issued: 'approved' }));
  expect(context.draft).toEqual(emptyDraft(requestId));
});

test('a decision that is asked about when a text is discarded is loaded; no late answer replaces it', async () => {
  let answer: (latest: Rx) => void = () => {};
  const { actor, rests } = await opened({
    loads: [
      { latest: at(20, 2, 5), draft: otherText },
      { latest: at(40, 3, 9), draft: null },
    ],
    latest: () =>
      new Promise<Rx>((resolve) => {
        answer = resolve;
      }),
  });
  actor.send(change(40, 3, 9));
  actor.send({ type: 'draft.discarded' });
  await rests((s) => s.matches({ issued: 'cancelled' }));
  answer(at(20, 2, 5));
  await new Promise((resolve) => setImmediate(resolve));
  expect(actor.getSnapshot().matches({ issued: 'cancelled' })).toBe(true);
  expect(actor.getSnapshot().context.latest?.version).toBe(3);
});

const submittedElsewhere = {
  type: 'status.changed',
  ...{ id: PrescriptionId.parse('9'), version: 1, status: 10, updateTime: 1 },
} as const;

test('what another tab submits is known while the form is written, and the text stays', async () => {
  const { actor, rests, writes } = await opened({ latest: () => issuedRx(10, 1) });
  writes(otherText);
  actor.send(submittedElsewhere);
  const { context } = await rests((s) => s.context.latest !== null);
  expect([context.latest?.status, context.draft]).toEqual([10, otherText]);
  expect(actor.getSnapshot().hasTag('writable')).toBe(true);
});

test('the form goes on if it cannot be asked what another tab submitted', async () => {
  const { actor, writes } = await opened();
  writes(otherText);
  actor.send(submittedElsewhere);
  await new Promise((resolve) => setImmediate(resolve));
  expect([actor.getSnapshot().status, actor.getSnapshot().context.draft]).toEqual(['active', otherText]);
});

test('what could not be asked for is asked for again at its next news', async () => {
  const answers = [null, issuedRx(10, 1)];
  const { actor, rests, writes } = await opened({ latest: () => answers.shift() ?? null });
  writes(otherText);
  actor.send(submittedElsewhere);
  await new Promise((resolve) => setImmediate(resolve));
  actor.send(submittedElsewhere);
  expect((await rests((s) => s.context.latest !== null)).context.latest?.status).toBe(10);
});

test('a new prescription that is told while a decision about another one is loaded is shown', async () => {
  const { actor, rests, loaded } = await opened({
    loads: [
      { latest: at(10, 1, 5), draft: null },
      { latest: at(11, 2, 9), draft: null },
      { latest: { ...at(10, 1, 12), id: ten }, draft: null },
    ],
  });
  actor.send(change(11, 2, 9));
  actor.send(change(10, 1, 0, ten));
  actor.send(change(10, 1, 12, ten));
  await rests((s) => s.matches('issued') && s.context.latest?.id === ten);
  expect(loaded).toEqual([null, nine, null]);
});

/** A rejected prescription that the doctor writes anew; the test answers each question about the latest one. */
async function rewriting() {
  const asked: ((latest: Rx) => void)[] = [];
  const latest = () => new Promise<Rx>((answer) => void asked.push(answer));
  const made = await opened({ loads: [{ latest: at(11, 2, 5), draft: null }], latest });
  made.actor.send({ type: 'prescription.started', draft: completeDraft });
  return { ...made, asked };
}

test('while a form is written, one decision is asked for once, by whichever way it comes', async () => {
  const { actor, rests, asked } = await rewriting();
  for (const time of [0, 9]) actor.send(change(40, 3, time));
  asked[0]?.(at(40, 3, 9));
  await rests((s) => s.context.latest?.version === 3);
  for (const time of [0, 9]) actor.send(change(40, 3, time));
  expect(asked).toHaveLength(1);
});

test('while a form is written, the answer about an older version does not replace a newer one', async () => {
  const { actor, rests, asked } = await rewriting();
  actor.send(change(10, 3, 7));
  actor.send(change(20, 4, 8));
  asked[1]?.(at(20, 4, 8));
  await rests((s) => s.context.latest?.version === 4);
  asked[0]?.(at(10, 3, 7));
  await new Promise((resolve) => setImmediate(resolve));
  expect(actor.getSnapshot().context.latest?.version).toBe(4);
});

const fails = () => Promise.reject(new Error('the line broke'));

test('a decision that arrives during a cancellation that fails is shown', async () => {
  const { actor, rests } = await opened({ loads: [at(10, 1, 5), at(20, 2, 9)].map(unwritten), cancel: fails });
  actor.send({ type: 'cancel.requested', reason: 'A mistake' });
  actor.send(change(20, 2, 9));
  await rests((s) => s.matches({ issued: 'approved' }));
});

test('a decision about a prescription is not loaded again after its own cancellation answered with it', async () => {
  const cancel = async () => ({ latest: at(40, 2, 9), message: null });
  const { actor, rests, loaded } = await opened({ loads: [at(10, 1, 5)].map(unwritten), cancel });
  actor.send({ type: 'cancel.requested', reason: 'A mistake' });
  actor.send(change(40, 2, 9));
  await rests((s) => s.matches({ issued: 'cancelled' }));
  expect(loaded).toEqual([null]);
});

test.each(['save.requested', 'submit.requested'] as const)(
  'what another window submits during a request that stores nothing is known: %s',
  async (type) => {
    const refusals: (() => void)[] = [];
    const refused = { outcome: 'refused', message: 'no', lineErrors: [], hits: [] } as const;
    const submit = () => new Promise<typeof refused>((answer) => void refusals.push(() => answer(refused)));
    const { actor, rests, writes } = await opened({ submit, latest: () => issuedRx(10, 1) });
    writes(completeDraft);
    actor.send({ type });
    if (type === 'submit.requested') await rests((s) => s.hasTag('asking'));
    actor.send({ type: 'submit.confirmed' });
    await rests((s) => s.hasTag('busy'));
    actor.send(submittedElsewhere);
    for (const refuse of refusals) refuse();
    const { context } = await rests((s) => s.hasTag('writable') && s.context.latest !== null);
    expect([context.latest?.status, context.draft.lines.length]).toEqual([10, 1]);
  },
);
