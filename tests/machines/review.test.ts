import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { PatientId } from '../../contract/ids.ts';
import type { DecisionOutcome } from '../../src/domain/review.ts';
import { emptyChecklist, type LeaseEvent } from '../../src/domain/reviewQueue.ts';
import type { ReviewTextOutcome } from '../../src/machines/review.ts';
import { incompleteDecision, isDraftLocal } from '../../src/machines/selectors/review.ts';
import { held } from '../support/actors.ts';
import { found, lease, leasedAs, reviewing } from '../support/reviewing.ts';

/** Decisions whose answers the test controls; `fail` loses the answer. */
function deferred() {
  const waiting: { resolve: (outcome: DecisionOutcome) => void; reject: (cause: Error) => void }[] = [];
  return {
    decide: () => new Promise<DecisionOutcome>((resolve, reject) => void waiting.push({ resolve, reject })),
    answer: (outcome: DecisionOutcome) => waiting.shift()?.resolve(outcome),
    lose: () => waiting.shift()?.reject(new Error('no answer')),
  };
}

test('a prescription is leased before it is loaded', async () => {
  const { actor, claimed } = await reviewing();
  expect(claimed).toEqual(['9']);
  expect(actor.getSnapshot().matches({ holding: 'reading' })).toBe(true);
  expect(actor.getSnapshot().context.lease).toEqual(lease(1));
});

test('a prescription leased by another reviewer is not loaded; the holder is named, a claim can be retried', async () => {
  const { actor, rests } = await reviewing({ claims: [{ outcome: 'leasedByAnother', name: 'Zhou Min' }] });
  expect(actor.getSnapshot().matches('takenByAnother')).toBe(true);
  expect(actor.getSnapshot().context.holderName).toBe('Zhou Min');
  actor.send({ type: 'retry.requested' });
  await rests((s) => s.matches({ holding: 'reading' }));
});

test('verifications proven by data are ticked; the rest is left to the reviewer', async () => {
  const { actor } = await reviewing();
  const { checklist } = actor.getSnapshot().context;
  expect(checklist).toEqual({ ...emptyChecklist, patientName: true });
});

test('approval needs all ten verifications', async () => {
  const { actor, decisions, ticksAll } = await reviewing();
  actor.send({ type: 'approve.requested' });
  ticksAll();
  actor.send({ type: 'verification.ticked', code: 'quantity', ok: false });
  actor.send({ type: 'approve.requested' });
  expect(decisions).toEqual([]);
  expect(actor.getSnapshot().matches({ holding: 'reading' })).toBe(true);
});

test('an approval is sent once with the ticked verifications, and ends the review', async () => {
  const { actor, decisions, rests, ticksAll } = await reviewing();
  ticksAll();
  actor.send({ type: 'comment.typed', comment: 'fine' });
  actor.send({ type: 'approve.requested' });
  actor.send({ type: 'approve.requested' });
  const ended = await rests((s) => s.status === 'done');
  const checklist = Object.fromEntries(Object.keys(emptyChecklist).map((code) => [code, true]));
  expect(decisions).toEqual([{ decision: 'approve', checklist, remark: 'fine' }]);
  expect(ended.output).toMatchObject({ id: '9', decision: 'approve' });
});

test.each([
  ['reasons', [], 'Dose too high'],
  ['a comment', ['dosage'], '  '],
] as const)('a rejection without %s is not sent', async (_, reasonCodes, comment) => {
  const { actor, decisions } = await reviewing();
  actor.send({ type: 'reasons.chosen', reasonCodes });
  actor.send({ type: 'comment.typed', comment });
  actor.send({ type: 'reject.requested' });
  expect(decisions).toEqual([]);
});

test('a decision that lacks something is known until the other one is begun or it is made', async () => {
  const { actor, ticksAll } = await reviewing();
  const incomplete = () => incompleteDecision(actor.getSnapshot());
  expect(incomplete()).toBeNull();
  actor.send({ type: 'approve.requested' });
  expect(incomplete()).toBe('approve');
  actor.send({ type: 'rejection.started' });
  expect(incomplete()).toBeNull();
  actor.send({ type: 'reject.requested' });
  expect(incomplete()).toBe('reject');
  ticksAll();
  actor.send({ type: 'approve.requested' });
  expect(incomplete()).toBeNull();
});

test('a decision that lacks something is known while the prescription is loaded again', async () => {
  const { actor, rests } = await reviewing();
  actor.send({ type: 'approve.requested' });
  actor.send({ type: 'language.changed' });
  await rests((s) => s.matches({ holding: 'reading' }));
  expect(incompleteDecision(actor.getSnapshot())).toBe('approve');
});

test('a rejection contains its reasons and the comment for the doctor', async () => {
  const { actor, decisions, rests } = await reviewing();
  actor.send({ type: 'reasons.chosen', reasonCodes: ['dosage', 'duration'] });
  actor.send({ type: 'comment.typed', comment: 'Twice the usual dose' });
  actor.send({ type: 'reject.requested' });
  await rests((s) => s.status === 'done');
  expect(decisions).toEqual([
    { decision: 'reject', reasonCodes: ['dosage', 'duration'], markedLines: [], remark: 'Twice the usual dose' },
  ]);
});

test('losing the lease during a decision does not lose typed text, and the review can continue', async () => {
  const { actor, rests, ticksAll, claimed } = await reviewing({
    claims: [leasedAs(1), leasedAs(2)],
    decide: async () => ({ outcome: 'leaseLost', message: 'Too late', holderName: 'Zhou Min' }),
  });
  ticksAll();
  actor.send({ type: 'comment.typed', comment: 'looked at everything' });
  actor.send({ type: 'approve.requested' });
  const lost = await rests((s) => s.matches('lost'));
  expect(lost.context).toMatchObject({
    comment: 'looked at everything',
    message: 'Too late',
    holderName: 'Zhou Min',
    lease: null,
    decision: null,
  });
  actor.send({ type: 'retry.requested' });
  const again = await rests((s) => s.matches({ holding: 'reading' }));
  expect(again.context.lease).toEqual(lease(2));
  expect(Object.values(again.context.checklist).every(Boolean)).toBe(true);
  expect(claimed).toHaveLength(2);
});

test('a lease that cannot be renewed is lost, and the reason is shown', async () => {
  const { actor } = await reviewing();
  actor.send({ type: 'lease.renewed', lease: lease(2) });
  expect(actor.getSnapshot().context.lease).toEqual(lease(2));
  actor.send({ type: 'lease.lost', message: 'Somebody else has it', holderName: 'Zhou Min' });
  expect(actor.getSnapshot().matches('lost')).toBe(true);
  expect(actor.getSnapshot().context.message).toBe('Somebody else has it');
});

test('a lease that ends during a decision does not hide whether the decision was in time', async () => {
  const reply = deferred();
  const { actor, decisions, rests, ticksAll } = await reviewing({ decide: reply.decide });
  ticksAll();
  actor.send({ type: 'approve.requested' });
  actor.send({ type: 'lease.lost', message: 'Time is over', holderName: null });
  actor.send({ type: 'prescription.decided' });
  expect(actor.getSnapshot().matches({ holding: 'deciding' })).toBe(true);
  reply.answer({ outcome: 'decided', status: 20, effectiveAt: null });
  const ended = await rests((s) => s.status === 'done');
  expect(ended.output).toMatchObject({ id: '9', decision: 'approve' });
  expect(decisions).toHaveLength(1);
});

test('a decision refused after the lease ended cannot be repeated without a new lease', async () => {
  const reply = deferred();
  const { actor, rests, ticksAll } = await reviewing({ decide: reply.decide });
  ticksAll();
  actor.send({ type: 'approve.requested' });
  actor.send({ type: 'lease.lost', message: 'Time is over', holderName: 'Zhou Min' });
  reply.answer({ outcome: 'refused', message: 'Your licence has expired' });
  const lost = await rests((s) => s.matches('lost'));
  expect(lost.context).toMatchObject({
    ...{ lease: null, decision: null, holderName: 'Zhou Min' },
    message: 'Your licence has expired',
  });
});

test('text typed while claiming again is preserved', async () => {
  const { actor, rests } = await reviewing({ claims: [leasedAs(1), leasedAs(2)] });
  actor.send({ type: 'lease.lost', message: '', holderName: null });
  actor.send({ type: 'retry.requested' });
  actor.send({ type: 'comment.typed', comment: 'half a thought' });
  const again = await rests((s) => s.matches({ holding: 'reading' }));
  expect(again.context.comment).toBe('half a thought');
});

test('a prescription decided by a colleague can no longer be decided', async () => {
  const { actor } = await reviewing();
  actor.send({ type: 'prescription.decided' });
  expect(actor.getSnapshot().matches('gone')).toBe(true);
  expect(actor.getSnapshot().context.lease).toBeNull();
});

test('a decision whose answer is lost is sent again unchanged', async () => {
  const reply = deferred();
  const { actor, clock, decisions, rests, ticksAll } = await reviewing({ decide: reply.decide });
  ticksAll();
  actor.send({ type: 'approve.requested' });
  reply.lose();
  await rests((s) => s.matches({ holding: { deciding: { request: 'unconfirmed' } } }));
  clock.increment(3_000);
  reply.answer({ outcome: 'decided', status: 20, effectiveAt: null });
  await rests((s) => s.status === 'done');
  expect(decisions[1]).toEqual(decisions[0]);
});

test('closing does not overtake a decision in flight', async () => {
  const reply = deferred();
  const { actor, released, rests, ticksAll } = await reviewing({ decide: reply.decide });
  ticksAll();
  actor.send({ type: 'approve.requested' });
  actor.send({ type: 'review.closed' });
  expect(released).toEqual([]);
  reply.answer({ outcome: 'decided', status: 20, effectiveAt: null });
  const ended = await rests((s) => s.status === 'done');
  expect(ended.output).toMatchObject({ id: '9', decision: 'approve' });
});

test('a refused decision changes nothing and shows the reason', async () => {
  const { actor, rests, ticksAll } = await reviewing({
    decide: async () => ({ outcome: 'refused', message: 'Your licence has expired' }),
  });
  ticksAll();
  actor.send({ type: 'approve.requested' });
  const back = await rests((s) => s.matches({ holding: 'reading' }) && s.context.message !== null);
  expect(back.context).toMatchObject({ message: 'Your licence has expired', decision: null });
});

test.each([
  [
    'the doctor withdraws it',
    async ({ actor }: Awaited<ReturnType<typeof reviewing>>) => {
      actor.send({ type: 'prescription.cancelled', message: 'Withdrawn' });
    },
  ],
  [
    'it was changed meanwhile',
    async ({ actor, ticksAll }: Awaited<ReturnType<typeof reviewing>>) => {
      ticksAll();
      actor.send({ type: 'approve.requested' });
    },
  ],
])('when %s the review is over, and the comment stays readable', async (_, happens) => {
  const one = await reviewing({ decide: async () => ({ outcome: 'changed', message: 'Withdrawn', current: null }) });
  one.actor.send({ type: 'comment.typed', comment: 'half a thought' });
  await happens(one);
  const gone = await one.rests((s) => s.matches('gone'));
  expect(gone.context).toMatchObject({ comment: 'half a thought', message: 'Withdrawn', lease: null, decision: null });
});

test('closing without a decision releases the lease', async () => {
  const { actor, released } = await reviewing();
  actor.send({ type: 'review.closed' });
  expect(actor.getSnapshot().output).toMatchObject({ id: '9', decision: null });
  expect(released).toEqual(['lease-1']);
});

test('a new finding after a change of facts takes the ticks back, so that nothing is approved unseen', async () => {
  const allergy = { ruleCode: 'allergy', level: 'block', lineIndex: 0, needReason: false } as const;
  const { actor, decisions, rests, ticksAll } = await reviewing({
    readings: [found, { ...found, ruleHits: [allergy] }],
  });
  const patientId = found.rx.patient.id;
  ticksAll();
  actor.send({ type: 'facts.changed', patientId });
  await rests((s) => s.matches({ holding: 'reading' }) && s.context.findingsChanged);
  actor.send({ type: 'approve.requested' });
  expect(decisions).toEqual([]);
  expect(actor.getSnapshot().context.checklist).toEqual({ ...emptyChecklist, patientName: true });
});

test('facts of another patient, or facts without a new finding, change nothing', async () => {
  const { actor, rests, ticksAll } = await reviewing({ readings: [found, found] });
  ticksAll();
  const { checklist } = actor.getSnapshot().context;
  actor.send({ type: 'facts.changed', patientId: PatientId.parse('404') });
  expect(actor.getSnapshot().matches({ holding: 'reading' })).toBe(true);
  actor.send({ type: 'facts.changed', patientId: found.rx.patient.id });
  await rests((s) => s.matches({ holding: 'reading' }));
  expect(actor.getSnapshot().context.checklist).toEqual(checklist);
});

test('the open verifications can be confirmed together', async () => {
  const { actor } = await reviewing();
  const codes = ['department', 'usageAndDosage'] as const;
  actor.send({ type: 'verifications.confirmed', codes });
  const { checklist } = actor.getSnapshot().context;
  expect(codes.map((code) => checklist[code])).toEqual([true, true]);
  expect(checklist.clinicalDiagnosis).toBe(false);
});

test('another reviewer’s text is offered and taken over only when asked', async () => {
  const offered = { author: 'Dr Wu', comment: 'Too much', reasonCodes: ['dosage' as const], markedLines: [] };
  const { actor, kept } = await reviewing({ offered });
  expect(actor.getSnapshot().context).toMatchObject({ comment: '', offered: { author: 'Dr Wu' } });
  actor.send({ type: 'offer.accepted' });
  expect(kept).toEqual(['Too much dosage']);
  expect(actor.getSnapshot().context).toMatchObject({ comment: 'Too much', reasonCodes: ['dosage'], offered: null });
});

test('a prescription that is gone when it is claimed says why and cannot be claimed again', async () => {
  const { actor, claimed } = await reviewing({ claims: [{ outcome: 'gone', message: 'Decided already' }] });
  expect([actor.getSnapshot().value, actor.getSnapshot().context.message]).toEqual(['gone', 'Decided already']);
  actor.send({ type: 'retry.requested' });
  expect(claimed).toHaveLength(1);
});

test('a claim that throws is repeated after three seconds, or on request', async () => {
  const { actor, clock, claimed, rests } = await reviewing({ claims: [null, null, leasedAs(1)] });
  expect(actor.getSnapshot().value).toBe('unreachable');
  clock.increment(2_999);
  expect(claimed).toHaveLength(1);
  clock.increment(1);
  await rests((s) => s.matches('unreachable'));
  actor.send({ type: 'retry.requested' });
  await rests((s) => s.matches({ holding: 'reading' }));
  expect(claimed).toHaveLength(3);
});

test('a claimed prescription that cannot be loaded is loaded again after three seconds, or on request', async () => {
  const { actor, clock, rests } = await reviewing({ readings: [null, null, found] });
  expect(actor.getSnapshot().matches({ holding: 'notLoaded' })).toBe(true);
  clock.increment(2_999);
  expect(actor.getSnapshot().matches({ holding: 'notLoaded' })).toBe(true);
  clock.increment(1);
  expect(actor.getSnapshot().matches({ holding: 'loading' })).toBe(true);
  await rests((s) => s.matches({ holding: 'notLoaded' }));
  actor.send({ type: 'retry.requested' });
  await rests((s) => s.matches({ holding: 'reading' }));
});

test('a lease whose renewal breaks is lost', async () => {
  const lease$ = new Subject<LeaseEvent>();
  const { actor, rests } = await reviewing({ lease$ });
  lease$.next({ type: 'lease.renewed', lease: lease(2) });
  expect(actor.getSnapshot().context.lease).toEqual(lease(2));
  lease$.error(new Error('broken'));
  expect((await rests((s) => s.matches('lost'))).context.lease).toBeNull();
});

test('a language that changes while a prescription is loaded loads it once more', async () => {
  const { actor, rests } = await reviewing({ readings: [found, found, { ...found, past: [] }] });
  actor.send({ type: 'language.changed' });
  actor.send({ type: 'language.changed' });
  expect(actor.getSnapshot().matches({ holding: { loading: 'outdated' } })).toBe(true);
  await rests((s) => s.matches({ holding: { loading: 'current' } }));
  await rests((s) => s.matches({ holding: 'reading' }));
});

test('each part of a rejection is kept on this device as it is written', async () => {
  const { actor, kept } = await reviewing();
  actor.send({ type: 'lines.marked', markedLines: [0, 2] });
  actor.send({ type: 'reasons.chosen', reasonCodes: ['dosage'] });
  actor.send({ type: 'comment.typed', comment: 'Too much' });
  expect(kept.map((text) => text.trim())).toEqual(['0 2', 'dosage 0 2', 'Too much dosage 0 2']);
  expect(actor.getSnapshot().context.markedLines).toEqual([0, 2]);
});

test('a text that the platform did not take is on this device only, until a newer one is taken', async () => {
  const answers: ReviewTextOutcome[] = [{ outcome: 'refused' }, { outcome: 'saved' }];
  const { actor, clock, rests } = await reviewing({
    saveText: async () => answers.shift() ?? { outcome: 'saved' },
  });
  actor.send({ type: 'comment.typed', comment: 'Too much' });
  clock.increment(1_500);
  expect(isDraftLocal(await rests((s) => s.context.isDraftLocal))).toBe(true);
  actor.send({ type: 'comment.typed', comment: 'Twice the dose' });
  clock.increment(1_500);
  await rests((s) => !s.context.isDraftLocal);
});

test('the answer to an older text says nothing of the one that was typed meanwhile', async () => {
  const first = held<ReviewTextOutcome>();
  const { actor, clock, rests } = await reviewing({ saveText: first.answer });
  actor.send({ type: 'comment.typed', comment: 'Too' });
  clock.increment(1_500);
  actor.send({ type: 'comment.typed', comment: 'Too much' });
  first.give({ outcome: 'refused' });
  await rests((s) => s.children.autosave?.getSnapshot().matches('typing') === true);
  expect(isDraftLocal(actor.getSnapshot())).toBe(false);
});

test('a withdrawal while a decision is in flight waits for the answer to the decision', async () => {
  const reply = deferred();
  const { actor, rests, ticksAll } = await reviewing({ decide: reply.decide });
  ticksAll();
  actor.send({ type: 'approve.requested' });
  actor.send({ type: 'prescription.cancelled', message: 'Withdrawn' });
  expect(actor.getSnapshot().matches({ holding: 'deciding' })).toBe(true);
  reply.answer({ outcome: 'decided', status: 20, effectiveAt: null });
  await rests((s) => s.status === 'done');
});

test('a decision without an answer is sent again at once on request', async () => {
  const reply = deferred();
  const { actor, decisions, rests, ticksAll } = await reviewing({ decide: reply.decide });
  ticksAll();
  actor.send({ type: 'approve.requested' });
  reply.lose();
  await rests((s) => s.matches({ holding: { deciding: { request: 'unconfirmed' } } }));
  actor.send({ type: 'retry.requested' });
  reply.answer({ outcome: 'decided', status: 20, effectiveAt: null });
  await rests((s) => s.status === 'done');
  expect(decisions[1]).toEqual(decisions[0]);
});

test.each([
  ['took effect at once is forgotten on this device', null, 'deleted', null],
  ['can still be undone keeps its text, which is sent at once', 9_000, 'sent', 9_000],
] as const)('a decision that %s', async (_, effectiveAt, done, pendingUntil) => {
  const { actor, kept, rests, ticksAll } = await reviewing({
    decide: async () => ({ outcome: 'decided', status: 20, effectiveAt }),
  });
  ticksAll();
  actor.send({ type: 'comment.typed', comment: 'fine' });
  actor.send({ type: 'approve.requested' });
  const { output } = await rests((s) => s.status === 'done');
  expect([kept.at(-1), output?.pending?.effectiveAt ?? null]).toEqual([done, pendingUntil]);
});

test('a comment with a blank approves nothing', async () => {
  const { actor, decisions, ticksAll } = await reviewing();
  ticksAll();
  actor.send({ type: 'comment.typed', comment: 'Checked on ____' });
  actor.send({ type: 'approve.requested' });
  expect([decisions, incompleteDecision(actor.getSnapshot())]).toEqual([[], 'approve']);
});

test.each([
  { type: 'comment.typed', comment: 'Too much' },
  { type: 'reasons.chosen', reasonCodes: ['dosage'] },
  { type: 'lines.marked', markedLines: [0] },
  { type: 'offer.accepted' },
] as const)('what is written reaches the platform when typing rests: $type', async (event) => {
  let saves = 0;
  const { actor, clock } = await reviewing({
    offered: { author: 'Dr Wu', comment: 'Too much', reasonCodes: ['dosage'], markedLines: [] },
    saveText: async () => {
      saves += 1;
      return { outcome: 'saved' };
    },
  });
  actor.send(event);
  clock.increment(1_499);
  expect(saves).toBe(0);
  clock.increment(1);
  expect(saves).toBe(1);
});

test('a prescription that a colleague decides keeps no message of an earlier refusal', async () => {
  const { actor, rests, ticksAll } = await reviewing({
    decide: async () => ({ outcome: 'refused', message: 'Your licence has expired' }),
  });
  ticksAll();
  actor.send({ type: 'approve.requested' });
  await rests((s) => s.matches({ holding: 'reading' }) && s.context.message !== null);
  actor.send({ type: 'prescription.decided' });
  expect([actor.getSnapshot().value, actor.getSnapshot().context.message]).toEqual(['gone', null]);
});
