import { expect, test } from 'vitest';
import type { Checked, SubmitOutcome } from '../../src/domain/rxAnswers.ts';
import type { RxDraft } from '../../src/domain/rxDraft.ts';
import type { Stocks } from '../../src/domain/rxStock.ts';
import { areChecksRunning } from '../../src/machines/selectors/prescription.ts';
import { held } from '../support/actors.ts';
import { completeDraft, issuedRx } from '../support/clinical.ts';
import { block, clear, opened, warning } from '../support/openedPrescription.ts';

const unavailable: Checked = { available: false, hits: [] };
const warned: Checked = { available: true, hits: [warning] };
const blocked: Checked = { available: true, hits: [block] };
/** A draft whose line lacks its dose. */
const unfilled: RxDraft = {
  ...completeDraft,
  lines: completeDraft.lines.map((line) => ({ ...line, onceDose: null })),
};
const otherOrder: RxDraft = { ...completeDraft, advice: 'Drink plenty' };
/** The same order, with what the pharmacy has said of its stock since. */
const restocked: RxDraft = {
  ...completeDraft,
  lines: completeDraft.lines.map((line) => ({ ...line, medicine: { ...line.medicine, stock: 3 } })),
};
const soldOut: RxDraft = {
  ...completeDraft,
  lines: completeDraft.lines.map((line) => ({ ...line, medicine: { ...line.medicine, stock: 0 } })),
};
const broken = () => Promise.reject(new Error('broken'));

/** What the checks say, and where the form then rests. */
const verdicts = [
  ['are unavailable', unavailable, 'unavailable'],
  ['forbid it', blocked, 'blocked'],
  ['ask for a reason', warned, 'needsReason'],
] as const;

/** A form whose checks the test answers. */
async function checkedByHand(more: Parameters<typeof opened>[0] = {}) {
  const checks: ReturnType<typeof held<Checked>>[] = [];
  const form = await opened({
    check: () => {
      const check = held<Checked>();
      checks.push(check);
      return check.answer();
    },
    ...more,
  });
  const answer = (found: Checked) => checks.at(-1)?.give(found);
  const rests = (drafting: 'unchecked' | 'ready' | (typeof verdicts)[number][2]) =>
    form.rests((s) => s.matches({ drafting }));
  return { ...form, checks, answer, restsIn: rests };
}
type Form = Awaited<ReturnType<typeof checkedByHand>>;

/** The doctor is asked to confirm. */
async function asking(more: Parameters<typeof opened>[0] = {}) {
  const form = await checkedByHand(more);
  form.writes(completeDraft);
  form.actor.send({ type: 'submit.requested' });
  form.answer(clear);
  await form.rests((s) => s.hasTag('asking'));
  return form;
}

/** The doctor is asked, and what was asked about is checked again meanwhile. */
async function rechecking() {
  const form = await asking();
  form.actor.send({ type: 'facts.changed' });
  return form;
}

/** The doctor has confirmed, and the confirmed lines are checked. */
async function confirmed(more: Parameters<typeof opened>[0] = {}) {
  const form = await asking(more);
  form.actor.send({ type: 'submit.confirmed' });
  return form;
}

/** The confirmed lines are fine, and the pharmacy is asked. */
async function askingStock() {
  const stock = held<Stocks>();
  const form = await confirmed({ stocks: stock.answer });
  form.answer(clear);
  await form.rests((s) => s.matches({ drafting: { submission: 'askingStock' } }));
  return { ...form, stock };
}

test.each([
  ['typing goes on', null, 'unchecked'],
  ['the checks run', null, 'checking'],
  ['nothing is found', clear, 'ready'],
  ...verdicts.map(([what, found, state]) => [`the checks ${what}`, found, state] as const),
] as const)('a form that lacks something is not submitted while %s', async (_, found, state) => {
  const { actor, clock, sent, emitted, rests, writes, answer } = await checkedByHand();
  writes(unfilled);
  clock.increment(state === 'unchecked' ? 399 : 400);
  if (found) answer(found);
  await rests((s) => s.matches({ drafting: state }));
  actor.send({ type: 'submit.requested' });
  expect(actor.getSnapshot().matches({ drafting: state })).toBe(true);
  const { wasStopped, missing } = actor.getSnapshot().context;
  expect([wasStopped, emitted, sent]).toEqual([true, ['submission.stopped'], []]);
  expect(missing.map(({ field }) => field)).toEqual(['onceDose']);
});

test.each(verdicts)(
  'a form is judged when typing rests: checks that %s stop no submission yet',
  async (_, found, state) => {
    const { actor, clock, emitted, writes, answer, restsIn } = await checkedByHand();
    writes(completeDraft);
    clock.increment(400);
    answer(found);
    const { context } = await restsIn(state);
    expect([context.checked, context.wasStopped, emitted]).toEqual([found, false, []]);
    actor.send({ type: 'submit.requested' });
    expect([actor.getSnapshot().matches({ drafting: state }), emitted]).toEqual([true, ['submission.stopped']]);
    expect(actor.getSnapshot().context.wasStopped).toBe(true);
  },
);

test('checks that throw are unavailable, and run again on request', async () => {
  const { actor, clock, writes, checks, answer, restsIn, emitted } = await checkedByHand();
  writes(completeDraft);
  clock.increment(400);
  checks[0]?.fail(new Error('broken'));
  const { context } = await restsIn('unavailable');
  expect([context.checked, emitted]).toEqual([unavailable, []]);
  actor.send({ type: 'retry.requested' });
  expect([checks.length, areChecksRunning(actor.getSnapshot())]).toEqual([2, true]);
  answer(clear);
  await restsIn('ready');
});

test('a form that is checked already is confirmed without another check before the question', async () => {
  const { actor, clock, writes, checks, answer, restsIn } = await checkedByHand();
  writes(completeDraft);
  clock.increment(400);
  answer(clear);
  await restsIn('ready');
  actor.send({ type: 'submit.requested' });
  expect([actor.getSnapshot().hasTag('asking'), checks.length]).toEqual([true, 1]);
});

test.each(verdicts)('a submission whose first checks %s is stopped before the question', async (_, found, state) => {
  const { actor, sent, emitted, writes, answer, restsIn } = await checkedByHand();
  writes(completeDraft);
  actor.send({ type: 'submit.requested' });
  answer(found);
  const { context } = await restsIn(state);
  expect([context.checked, context.wasStopped, emitted, sent]).toEqual([found, true, ['submission.stopped'], []]);
});

test('late news of pharmacy or patient keep a submission before its question; another order ends it', async () => {
  const { actor, rests, writes, checks, answer, kept } = await checkedByHand();
  writes(completeDraft);
  actor.send({ type: 'submit.requested' });
  writes(restocked);
  expect(actor.getSnapshot().context.draft).toEqual(restocked);
  actor.send({ type: 'facts.changed' });
  expect([checks.length, actor.getSnapshot().hasTag('preparing')]).toEqual([3, true]);
  expect([actor.getSnapshot().context.factsChanged, kept]).toEqual([true, ['resumed', 'stored', 'stored']]);
  answer(clear);
  await rests((s) => s.hasTag('asking'));
  writes(otherOrder);
  actor.send({ type: 'submit.requested' });
  writes(completeDraft);
  expect([actor.getSnapshot().hasTag('preparing'), actor.getSnapshot().matches({ drafting: 'unchecked' })]).toEqual([
    false,
    true,
  ]);
});

test('late news of the pharmacy are checked while the question stays', async () => {
  const { actor, rests, writes, checks, answer, kept } = await asking();
  expect(actor.getSnapshot().context.checked).toEqual(clear);
  writes(soldOut);
  expect([actor.getSnapshot().hasTag('asking'), areChecksRunning(actor.getSnapshot())]).toEqual([true, true]);
  expect(actor.getSnapshot().context.draft).toEqual(soldOut);
  writes(restocked);
  expect(actor.getSnapshot().hasTag('asking')).toBe(true);
  actor.send({ type: 'facts.changed' });
  expect(actor.getSnapshot().context.factsChanged).toBe(true);
  expect([checks.length, kept]).toEqual([4, ['resumed', 'stored', 'stored', 'stored']]);
  answer(clear);
  await rests((s) => s.matches({ drafting: { submission: 'asking' } }));
  expect(actor.getSnapshot().context.draft).toEqual(restocked);
});

test('the doctor need not wait for the checks beside the question: what is confirmed is checked anyway', async () => {
  const { actor, checks, sent } = await rechecking();
  actor.send({ type: 'submit.confirmed' });
  expect([checks.length, actor.getSnapshot().matches({ drafting: { submission: 'confirmed' } }), sent]).toEqual([
    3,
    true,
    [],
  ]);
});

test('a question that is taken back while its checks run leaves them running', async () => {
  const { actor, answer, restsIn, emitted } = await rechecking();
  actor.send({ type: 'submit.cancelled' });
  expect(areChecksRunning(actor.getSnapshot())).toBe(true);
  answer(clear);
  await restsIn('ready');
  expect(emitted).toEqual([]);
});

/** Checks of a submission after the question came, by where they run. */
const laterChecks = [
  ['beside the question', rechecking],
  ['after the confirmation', confirmed],
] as const;

test.each(
  laterChecks.flatMap(([where, reach]) =>
    verdicts.map(([what, found, state]) => [`${where} that ${what}`, reach, found, state] as const),
  ),
)('a submission is stopped by checks %s', async (_, reach, found, state) => {
  const { sent, emitted, answer, restsIn } = await reach();
  answer(found);
  const { context } = await restsIn(state);
  expect([context.checked, context.wasStopped, emitted, sent]).toEqual([found, true, ['submission.stopped'], []]);
});

test.each(laterChecks)('a submission is stopped by checks %s that throw', async (_, reach) => {
  const { sent, emitted, checks, restsIn } = await reach();
  checks.at(-1)?.fail(new Error('broken'));
  const { context } = await restsIn('unavailable');
  expect([context.checked, context.wasStopped, emitted, sent]).toEqual([unavailable, true, ['submission.stopped'], []]);
});

test('a pharmacy that cannot be reached does not stop a submission', async () => {
  const { sent, rests, stock } = await askingStock();
  stock.fail(new Error('no pharmacy'));
  await rests((s) => s.matches('issued'));
  expect(sent).toHaveLength(1);
});

test('a line that changes while the pharmacy is asked stops the submission', async () => {
  const { actor, sent, emitted, kept, writes, stock } = await askingStock();
  writes(otherOrder);
  stock.give([]);
  expect(actor.getSnapshot().matches({ drafting: 'unchecked' })).toBe(true);
  expect([actor.getSnapshot().context.draft, kept]).toEqual([otherOrder, ['resumed', 'stored', 'stored']]);
  expect([actor.getSnapshot().context.wasStopped, emitted, sent]).toEqual([true, ['submission.stopped'], []]);
});

test('late news of the same order while the pharmacy is asked are checked, and the submission goes on', async () => {
  const { sent, rests, writes, checks, answer, stock, kept } = await askingStock();
  writes(restocked);
  expect([checks.length, kept]).toEqual([3, ['resumed', 'stored', 'stored']]);
  answer(clear);
  stock.give([]);
  await rests((s) => s.matches('issued'));
  expect(sent.map(({ draft }) => draft)).toEqual([restocked]);
});

test('facts that change while the pharmacy is asked are checked, and the doctor is asked again', async () => {
  const { actor, sent, rests, answer } = await askingStock();
  actor.send({ type: 'facts.changed' });
  expect([actor.getSnapshot().hasTag('asking'), actor.getSnapshot().context.factsChanged]).toEqual([true, true]);
  answer(clear);
  await rests((s) => s.matches({ drafting: { submission: 'asking' } }));
  expect(sent).toEqual([]);
});

test('facts that change while the confirmed lines are checked ask the doctor again, with the new checks', async () => {
  const { actor, sent, checks, rests, answer } = await confirmed();
  actor.send({ type: 'facts.changed' });
  expect([actor.getSnapshot().hasTag('asking'), checks.length]).toEqual([true, 3]);
  expect(actor.getSnapshot().context.factsChanged).toBe(true);
  answer(clear);
  await rests((s) => s.matches({ drafting: { submission: 'asking' } }));
  expect([sent, actor.getSnapshot().context.factsChanged]).toEqual([[], false]);
});

test('what the checks said of the confirmed lines is known while the pharmacy is asked', async () => {
  const told: Checked = { available: true, hits: [{ ...warning, level: 'info', needReason: false }] };
  const { actor, answer, rests } = await confirmed({ stocks: held<Stocks>().answer });
  answer(told);
  await rests((s) => s.matches({ drafting: { submission: 'askingStock' } }));
  expect(actor.getSnapshot().context.checked).toEqual(told);
});

test('changed facts check no form without a line', async () => {
  const { actor, clock, checks, writes } = await checkedByHand();
  actor.send({ type: 'facts.changed' });
  writes({ ...completeDraft, lines: [] });
  clock.increment(400);
  actor.send({ type: 'facts.changed' });
  expect([checks.length, actor.getSnapshot().matches({ drafting: 'unchecked' })]).toEqual([0, true]);
});

test('facts whose check a saving interrupts are checked with the prescription that was issued meanwhile', async () => {
  const { actor, checks, rests, writes, answer } = await checkedByHand({
    submit: async () => ({ outcome: 'changed', message: 'In review', latest: issuedRx(10, 2) }),
  });
  writes(completeDraft);
  actor.send({ type: 'facts.changed' });
  actor.send({ type: 'save.requested' });
  await rests((s) => s.matches({ issued: { pendingReview: 'rechecking' } }));
  expect(checks).toHaveLength(2);
  answer(blocked);
  const { context } = await rests((s) => s.matches({ issued: { pendingReview: 'known' } }));
  expect([context.checked, context.factsChanged]).toEqual([blocked, false]);
});

/** A submission that the platform answers so. */
async function answeredBy(outcome: SubmitOutcome, heard: (form: Form) => void = () => {}) {
  const forms: Form[] = [];
  const form = await confirmed({
    submit: async () => {
      for (const one of forms) heard(one);
      return outcome;
    },
  });
  forms.push(form);
  form.answer(clear);
  await form.rests((s) => !s.hasTag('busy') && !s.hasTag('preparing'));
  return form;
}
const refusedFor = (...hits: Checked['hits']): SubmitOutcome => ({
  ...{ outcome: 'refused', message: 'Look again', lineErrors: [], hits },
});

test('a warning that only the platform has asks for a reason', async () => {
  const { actor, emitted, writes } = await answeredBy(refusedFor(warning));
  expect(actor.getSnapshot().matches({ drafting: 'needsReason' })).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ checked: warned, message: 'Look again', wasStopped: true });
  expect(emitted).toEqual(['submission.stopped']);
  writes(completeDraft);
  expect(actor.getSnapshot().context.message).toBeNull();
});

test('facts that change while the platform asks for a reason are checked before its warning is shown', async () => {
  const { actor, checks } = await answeredBy(refusedFor(warning), ({ actor: form }) =>
    form.send({ type: 'facts.changed' }),
  );
  expect([areChecksRunning(actor.getSnapshot()), checks.length]).toEqual([true, 3]);
});

test('a prescription that changed elsewhere is shown as it is issued there, and the text here stays', async () => {
  const { actor, kept } = await answeredBy({ outcome: 'changed', message: 'In review', latest: issuedRx(10, 2) });
  expect(actor.getSnapshot().matches({ issued: 'pendingReview' })).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ message: 'In review', latest: { version: 2 } });
  expect(kept).toEqual(['resumed', 'stored']);
});

test('a submitted text is deleted on this machine', async () => {
  const { kept } = await answeredBy({ outcome: 'stored', rx: issuedRx(10, 1) });
  expect(kept).toEqual(['resumed', 'stored', 'deleted']);
});

test('a submission without an answer is repeated on request with the same text', async () => {
  const answers = [broken, async () => ({ outcome: 'stored', rx: issuedRx(10, 1) }) as const];
  const { actor, sent, rests, answer } = await confirmed({ submit: () => (answers.shift() ?? broken)() });
  answer(clear);
  await rests((s) => s.matches('unconfirmed'));
  actor.send({ type: 'retry.requested' });
  await rests((s) => s.matches('issued'));
  expect(sent[1]).toEqual(sent[0]);
});

/** A draft that is saved at the platform, with this answer. */
async function savedAs(submit: () => Promise<SubmitOutcome>) {
  const form = await opened({ submit });
  form.writes(completeDraft);
  form.actor.send({ type: 'save.requested' });
  expect(form.actor.getSnapshot().hasTag('busy')).toBe(true);
  await form.rests((s) => !s.hasTag('busy'));
  return form;
}

test('a draft that is saved is announced, and the next save changes that very prescription', async () => {
  const { actor, sent, kept, emitted } = await savedAs(async () => ({ outcome: 'stored', rx: issuedRx(0, 1) }));
  expect(sent.map(({ submit }) => submit)).toEqual([false]);
  expect([emitted, kept]).toEqual([['draft.saved'], ['resumed', 'stored', 'stored']]);
  expect([actor.getSnapshot().hasTag('writable'), actor.getSnapshot().context.draft.editing]).toEqual([
    true,
    { id: '9', version: 1 },
  ]);
});

test('a draft that changed elsewhere is not overwritten: the issued prescription is shown', async () => {
  const { actor } = await savedAs(async () => ({ outcome: 'changed', message: 'no', latest: issuedRx(10, 2) }));
  expect(actor.getSnapshot().matches({ issued: 'pendingReview' })).toBe(true);
});

test('a draft whose saving throws stays writable and is not announced as saved', async () => {
  const { actor, emitted } = await savedAs(broken);
  expect([actor.getSnapshot().hasTag('writable'), emitted]).toEqual([true, []]);
});

test('a draft whose saving the platform refuses says why', async () => {
  const { actor, emitted } = await savedAs(async () => refusedFor());
  expect([actor.getSnapshot().context.message, emitted]).toEqual(['Look again', []]);
});

test('a submission whose first checks throw is stopped', async () => {
  const { actor, sent, emitted, writes, checks, restsIn } = await checkedByHand();
  writes(completeDraft);
  actor.send({ type: 'submit.requested' });
  checks[0]?.fail(new Error('broken'));
  const { context } = await restsIn('unavailable');
  expect([context.checked, context.wasStopped, emitted, sent]).toEqual([unavailable, true, ['submission.stopped'], []]);
});

test('facts that change during the checks of a form begin no submission', async () => {
  const { actor, clock, checks, writes, answer, restsIn } = await checkedByHand();
  writes(completeDraft);
  clock.increment(400);
  actor.send({ type: 'facts.changed' });
  expect([checks.length, actor.getSnapshot().hasTag('preparing')]).toEqual([2, false]);
  answer(clear);
  await restsIn('ready');
});

test.each([
  ['beside the question', rechecking, 0],
  ['after the confirmation', confirmed, 1],
] as const)('another order during the checks %s ends the submission', async (_, reach, stops) => {
  const { actor, kept, emitted, writes } = await reach();
  writes(otherOrder);
  expect([actor.getSnapshot().matches({ drafting: 'unchecked' }), actor.getSnapshot().hasTag('asking')]).toEqual([
    true,
    false,
  ]);
  expect(actor.getSnapshot().context).toMatchObject({ draft: otherOrder, wasStopped: stops > 0 });
  expect([kept, emitted]).toEqual([['resumed', 'stored', 'stored'], Array(stops).fill('submission.stopped')]);
});

test('late news of the same order after the confirmation are kept on this machine', async () => {
  const { actor, kept, writes } = await confirmed();
  writes(restocked);
  expect([actor.getSnapshot().hasTag('preparing'), kept]).toEqual([true, ['resumed', 'stored', 'stored']]);
});

test.each([
  ['without a finding leaves the form as it is', [], 'unchecked'],
  ['with a blocking finding shows it', [block], 'blocked'],
] as const)('a refusal of the platform %s, and stops the submission', async (_, hits, state) => {
  const { actor, emitted } = await answeredBy(refusedFor(...hits));
  expect(actor.getSnapshot().matches({ drafting: state })).toBe(true);
  expect([actor.getSnapshot().context.wasStopped, emitted]).toEqual([true, ['submission.stopped']]);
});
