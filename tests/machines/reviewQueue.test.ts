import { expect, test } from 'vitest';
import { fromCallback } from 'xstate';
import { PrescriptionId } from '../../contract/ids.ts';
import type { DecisionOutcome, PendingDecision } from '../../src/domain/review.ts';
import { held, until } from '../support/actors.ts';
import { found, leasedAs, openQueue } from '../support/reviewing.ts';

const next = { id: PrescriptionId.parse('10'), version: 3 };

test('only one prescription is open at a time: the next is claimed after the first is released', async () => {
  const { actor, opens, reads, claimed, released } = openQueue({ claims: [leasedAs(1), leasedAs(2)] });
  opens('9');
  await reads();
  opens('10');
  await until(actor, (s) => s.context.open?.id === '10');
  await reads();
  expect(claimed).toEqual(['9', '10']);
  expect(released).toEqual(['lease-1']);
});

test('the next prescription waits for a decision in flight', async () => {
  let answer = () => {};
  const decide = () =>
    new Promise<{ outcome: 'decided'; status: number; effectiveAt: null }>((resolve) => {
      answer = () => resolve({ outcome: 'decided', status: 11, effectiveAt: null });
    });
  const { actor, opens, reads, review, claimed, released } = openQueue({ decide });
  opens('9');
  await reads();
  review()?.send({ type: 'reasons.chosen', reasonCodes: ['dosage'] });
  review()?.send({ type: 'comment.typed', comment: 'Too much' });
  review()?.send({ type: 'reject.requested' });
  opens('10');
  expect([claimed, released]).toEqual([['9'], []]);
  answer();
  const next = await until(actor, (s) => s.context.open?.id === '10');
  expect(released).toEqual([]);
  expect(next.context.last).toMatchObject({ id: '9', decision: 'reject' });
});

test('opening the open prescription again changes nothing', async () => {
  const { actor, opens, reads, claimed, released, review } = openQueue();
  opens('9');
  await reads();
  const before = review();
  opens('9');
  expect(review()).toBe(before);
  expect([claimed, released, actor.getSnapshot().context.next]).toEqual([['9'], [], null]);
});

test('after a decision the queue shows again, and its result is announced once', async () => {
  const { actor, opens, reads, review } = openQueue();
  const announced: object[] = [];
  actor.on('review.decided', (event) => void announced.push(event));
  opens('9');
  await reads();
  review()?.send({ type: 'reasons.chosen', reasonCodes: ['dosage'] });
  review()?.send({ type: 'comment.typed', comment: 'Too much' });
  review()?.send({ type: 'reject.requested' });
  const back = await until(actor, (s) => s.matches('watching'));
  expect(back.context).toMatchObject({ open: null, next: null, last: { id: '9', decision: 'reject' } });
  expect(announced).toEqual([
    { type: 'review.decided', decision: 'reject', prescriptionNo: 'RX0009', effectiveAt: null },
  ]);
});

test('closing without a decision releases the prescription', async () => {
  const { actor, opens, reads, review, released, claimed } = openQueue({ nextFree: () => next });
  const announced: object[] = [];
  actor.on('review.decided', (event) => void announced.push(event));
  opens('9');
  await reads();
  review()?.send({ type: 'review.closed' });
  const back = await until(actor, (s) => s.matches('watching'));
  expect(back.context.last).toMatchObject({ id: '9', decision: null });
  expect([released, announced, claimed]).toEqual([['lease-1'], [], ['9']]);
});

test('a withdrawal reaches the review only if it concerns the open prescription', async () => {
  const { actor, opens, reads, review } = openQueue();
  opens('9');
  await reads();
  actor.send({ type: 'prescription.cancelled', id: PrescriptionId.parse('10'), message: 'not this one' });
  expect(review()?.getSnapshot().matches('gone')).toBe(false);
  actor.send({ type: 'prescription.cancelled', id: PrescriptionId.parse('9'), message: 'Cancelled by the doctor' });
  expect(review()?.getSnapshot().matches('gone')).toBe(true);
  expect(review()?.getSnapshot().context.message).toBe('Cancelled by the doctor');
});

const effectiveAt = 9_000;
const undoableDecision = async () => ({ outcome: 'decided' as const, status: 10, effectiveAt });
/** A reviewer who has rejected a prescription, which takes effect later; `undo` answers for the platform. */
async function justDecided(given: Parameters<typeof openQueue>[0] = {}) {
  const at = openQueue({ decide: undoableDecision, ...given });
  const announced: object[] = [];
  for (const type of ['review.decided', 'decision.dropped'] as const)
    at.actor.on(type, (event) => void announced.push(event));
  at.opens('9');
  await at.reads();
  at.review()?.send({ type: 'reasons.chosen', reasonCodes: ['dosage'] });
  at.review()?.send({ type: 'comment.typed', comment: 'Too much' });
  at.review()?.send({ type: 'reject.requested' });
  await until(at.actor, (s) => s.context.undoable.length > 0);
  announced.length = 0;
  return { ...at, announced };
}

test('after a decision the next free prescription opens by itself', async () => {
  const { actor, claimed } = await justDecided({ nextFree: ({ after }) => (after === '9' ? next : null) });
  const opened = await until(actor, (s) => s.context.open?.id === '10');
  expect(opened.context.open).toEqual(next);
  expect(claimed).toEqual(['9', '10']);
});

test('without a free prescription the queue shows after a decision', async () => {
  const { actor } = await justDecided({ nextFree: () => null });
  expect((await until(actor, (s) => s.matches('watching'))).context.open).toBeNull();
});

test('an undone decision opens its prescription again, after the one that had opened meanwhile', async () => {
  const undo = fromCallback<{ type: 'decision.chosen'; pending: PendingDecision }>(({ receive, sendBack }) =>
    receive(({ pending: { id, version } }) => sendBack({ type: 'decision.undone', id, version })),
  );
  const { actor, released, review } = await justDecided({ nextFree: () => next, undo });
  await until(actor, (s) => s.context.open?.id === '10');
  const opened = review();
  if (opened) await until(opened, (s) => s.hasTag('decidable'));
  const reopened: object[] = [];
  actor.on('decision.reopened', (event) => void reopened.push(event));
  actor.send({ type: 'undo.requested' });
  const again = await until(actor, (s) => s.context.open?.id === '9');
  expect(again.context.undoable).toEqual([]);
  expect(reopened).toEqual([{ type: 'decision.reopened', prescriptionNo: 'RX0009' }]);
  expect(released).toHaveLength(1);
});

test('a decision that has taken effect can no longer be undone', async () => {
  const { actor, deleted } = await justDecided();
  actor.send({ type: 'prescription.decided', id: PrescriptionId.parse('10') });
  expect([actor.getSnapshot().context.undoable.length, deleted]).toEqual([1, []]);
  actor.send({ type: 'prescription.decided', id: PrescriptionId.parse('9') });
  expect([actor.getSnapshot().context.undoable, deleted]).toEqual([[], ['9']]);
  expect(actor.getSnapshot().can({ type: 'undo.requested' })).toBe(false);
});

test('a decision whose undo the platform refuses can no longer be undone', async () => {
  const undo = fromCallback<{ type: 'decision.chosen'; pending: PendingDecision }>(({ receive, sendBack }) =>
    receive(({ pending: { id } }) => sendBack({ type: 'undo.failed', id })),
  );
  const { actor, announced } = await justDecided({ undo });
  actor.send({ type: 'undo.requested' });
  expect(announced).toEqual([]);
  expect(actor.getSnapshot().context.undoable).toEqual([]);
});

test.each([
  ['prescription.cancelled', 'withdrawn'],
  ['decision.dropped', 'findings'],
] as const)('a decision that will not take effect is announced once: %s', async (type, why) => {
  const { actor, announced } = await justDecided();
  const id = PrescriptionId.parse('9');
  for (const _ of [1, 2]) actor.send(type === 'decision.dropped' ? { type, id } : { type, id, message: '' });
  expect(announced).toEqual([{ type: 'decision.dropped', why, prescriptionNo: 'RX0009' }]);
});

test('a reviewer who asks for the next free prescription gets it, whatever opens by itself', async () => {
  const { actor, opens, reads, released } = openQueue({
    nextFree: ({ wanted, after }) => (wanted && after === '9' ? next : null),
  });
  opens('9');
  await reads();
  actor.send({ type: 'next.requested' });
  await until(actor, (s) => s.context.open?.id === next.id);
  expect(released).toEqual(['lease-1']);
});

test('that nothing is free is announced to a reviewer who asked, and to no other', async () => {
  const { actor } = openQueue();
  const announced: string[] = [];
  actor.on('nothing.free', ({ type }) => void announced.push(type));
  actor.send({ type: 'next.requested' });
  await until(actor, (s) => s.matches('watching'));
  expect(announced).toEqual(['nothing.free']);
  const decided = await justDecided({ nextFree: () => null });
  decided.actor.on('nothing.free', ({ type }) => void announced.push(type));
  await until(decided.actor, (s) => s.matches('watching'));
  expect(announced).toHaveLength(1);
});

test('a review that breaks leads back to the queue without a result', async () => {
  const { actor, opens, reads, review } = openQueue();
  opens('9');
  await reads();
  review()?.send({ type: 'reasons.chosen', reasonCodes: null as never });
  const back = await until(actor, (s) => s.matches('watching'));
  expect(back.context).toMatchObject({ open: null, last: null });
  expect(actor.getSnapshot().status).toBe('active');
});

test('changed facts of a patient reach the open review', async () => {
  const { actor, opens, reads, review } = openQueue();
  opens('9');
  await reads();
  actor.send({ type: 'facts.changed', patientId: found.rx.patient.id });
  expect(review()?.getSnapshot().matches({ holding: 'loading' })).toBe(true);
});

test('a decision of a colleague ends the review only if it concerns the open prescription', async () => {
  const { actor, opens, reads, review } = openQueue();
  opens('9');
  await reads();
  actor.send({ type: 'prescription.decided', id: PrescriptionId.parse('10') });
  expect(review()?.getSnapshot().matches('gone')).toBe(false);
  actor.send({ type: 'prescription.decided', id: PrescriptionId.parse('9') });
  expect(review()?.getSnapshot().matches('gone')).toBe(true);
});

test('a search for the next free prescription that throws finds nothing, and the queue shows', async () => {
  const { actor } = openQueue({ findNext: () => Promise.reject(new Error('broken')) });
  const announced: string[] = [];
  actor.on('nothing.free', ({ type }) => void announced.push(type));
  actor.send({ type: 'next.requested' });
  await until(actor, (s) => s.matches('watching'));
  expect(announced).toEqual(['nothing.free']);
});

test('a prescription that the reviewer opens goes before the next free one', async () => {
  const { actor, opens, claimed } = openQueue({ findNext: () => new Promise(() => {}) });
  actor.send({ type: 'next.requested' });
  opens('9');
  await until(actor, (s) => s.context.open?.id === '9');
  expect(claimed).toEqual(['9']);
});

test.each(['prescription.opened', 'next.requested'] as const)(
  'a decision that is on its way when the reviewer goes on is announced: %s',
  async (type) => {
    const reply = held<DecisionOutcome>();
    const { actor, opens, reads, review } = openQueue({ decide: reply.answer, nextFree: () => next });
    const announced: object[] = [];
    actor.on('review.decided', (event) => void announced.push(event));
    opens('9');
    await reads();
    review()?.send({ type: 'reasons.chosen', reasonCodes: ['dosage'] });
    review()?.send({ type: 'comment.typed', comment: 'Too much' });
    review()?.send({ type: 'reject.requested' });
    actor.send(type === 'next.requested' ? { type } : { type, ...next });
    reply.give({ outcome: 'decided', status: 11, effectiveAt: null });
    await until(actor, (s) => s.context.open?.id === next.id);
    expect(announced).toEqual([
      { type: 'review.decided', decision: 'reject', prescriptionNo: 'RX0009', effectiveAt: null },
    ]);
  },
);
