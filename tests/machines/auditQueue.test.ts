import { expect, test } from 'vitest';
import { waitFor } from 'xstate';
import { PrescriptionId } from '../../contract/ids.ts';
import { desk, heldBy } from '../support/reviewing.ts';

test('only one prescription is open at a time: the next is claimed after the first is released', async () => {
  const { actor, opens, reads, claimed, released } = desk({ claims: [heldBy(1), heldBy(2)] });
  opens('9');
  await reads();
  opens('10');
  await waitFor(actor, (s) => s.context.open?.id === '10');
  await reads();
  expect(claimed).toEqual(['9', '10']);
  expect(released).toEqual(['lease-1']);
});

test('the next prescription waits for a decision in flight', async () => {
  let answer = () => {};
  const decide = () =>
    new Promise<{ outcome: 'decided'; status: number }>((resolve) => {
      answer = () => resolve({ outcome: 'decided', status: 11 });
    });
  const { actor, opens, reads, review, claimed, released } = desk({ decide });
  opens('9');
  await reads();
  review()?.send({ type: 'reasons.chosen', reasonCodes: ['dosage'] });
  review()?.send({ type: 'comment.typed', comment: 'Too much' });
  review()?.send({ type: 'reject.requested' });
  opens('10');
  expect([claimed, released]).toEqual([['9'], []]);
  answer();
  const next = await waitFor(actor, (s) => s.context.open?.id === '10');
  expect(released).toEqual([]);
  expect(next.context.last).toMatchObject({ id: '9', decision: 'reject' });
});

test('opening the open prescription again changes nothing', async () => {
  const { actor, opens, reads, claimed, released, review } = desk();
  opens('9');
  await reads();
  const before = review();
  opens('9');
  expect(review()).toBe(before);
  expect([claimed, released, actor.getSnapshot().context.next]).toEqual([['9'], [], null]);
});

test('after a decision the queue shows again, and its result is announced once', async () => {
  const { actor, opens, reads, review } = desk();
  const announced: object[] = [];
  actor.on('review.decided', (event) => void announced.push(event));
  opens('9');
  await reads();
  review()?.send({ type: 'reasons.chosen', reasonCodes: ['dosage'] });
  review()?.send({ type: 'comment.typed', comment: 'Too much' });
  review()?.send({ type: 'reject.requested' });
  const back = await waitFor(actor, (s) => s.matches('watching'));
  expect(back.context).toMatchObject({ open: null, next: null, last: { id: '9', decision: 'reject' } });
  expect(announced).toEqual([{ type: 'review.decided', decision: 'reject', prescriptionNo: 'RX0009' }]);
});

test('closing without a decision releases the prescription', async () => {
  const { actor, opens, reads, review, released } = desk();
  const announced: object[] = [];
  actor.on('review.decided', (event) => void announced.push(event));
  opens('9');
  await reads();
  review()?.send({ type: 'review.closed' });
  const back = await waitFor(actor, (s) => s.matches('watching'));
  expect(back.context.last).toMatchObject({ id: '9', decision: null });
  expect([released, announced]).toEqual([['lease-1'], []]);
});

test('a withdrawal reaches the review only if it concerns the open prescription', async () => {
  const { actor, opens, reads, review } = desk();
  opens('9');
  await reads();
  actor.send({ type: 'prescription.withdrawn', id: PrescriptionId.parse('10'), message: 'not this one' });
  expect(review()?.getSnapshot().matches('gone')).toBe(false);
  actor.send({ type: 'prescription.withdrawn', id: PrescriptionId.parse('9'), message: 'Withdrawn by the doctor' });
  expect(review()?.getSnapshot().matches('gone')).toBe(true);
  expect(review()?.getSnapshot().context.message).toBe('Withdrawn by the doctor');
});
