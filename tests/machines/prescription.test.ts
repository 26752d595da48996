import { expect, test } from 'vitest';
import { PrescriptionId } from '../../contract/ids.ts';
import type { Checked } from '../../src/domain/rxAnswers.ts';
import { type DraftLine, emptyDraft, type RxDraft } from '../../src/domain/rxDraft.ts';
import type { Stocks } from '../../src/domain/rxStock.ts';
import { areChecksRunning } from '../../src/machines/selectors/prescription.ts';
import { completeDraft, issuedRx, requestId } from '../support/clinical.ts';
import { block, clear, opened, warning } from '../support/openedPrescription.ts';

test('late news of the pharmacy keep a confirmed submission; a changed line takes it back', async () => {
  const checks: ((checked: Checked) => void)[] = [];
  const { actor, sent, rests, writes } = await opened({ check: () => new Promise((done) => checks.push(done)) });
  const patched = (patch: Partial<DraftLine>) =>
    ({ ...completeDraft, lines: completeDraft.lines.map((line) => ({ ...line, ...patch })) }) as RxDraft;
  const restocked = patched({ medicine: { ...completeDraft.lines[0]?.medicine, stock: 3 } as DraftLine['medicine'] });
  const confirmed = async () => {
    writes(completeDraft);
    actor.send({ type: 'submit.requested' });
    checks.at(-1)?.(clear);
    await rests((s) => s.hasTag('asking'));
    actor.send({ type: 'submit.confirmed' });
    writes(restocked);
  };
  await confirmed();
  expect(checks).toHaveLength(3);
  writes(patched({ days: 9 }));
  expect(actor.getSnapshot().matches({ drafting: 'unchecked' })).toBe(true);
  await confirmed();
  for (const answer of checks) answer(clear);
  await rests((s) => s.matches({ issued: 'pendingReview' }));
  expect(sent.map(({ draft }) => draft)).toEqual([restocked]);
});

test('the question stays while news of the same order is checked, and goes when the order is another', async () => {
  const { actor, rests, writes, sent } = await opened();
  writes(completeDraft);
  actor.send({ type: 'submit.requested' });
  await rests((s) => s.hasTag('asking'));
  actor.send({ type: 'facts.changed' });
  expect(actor.getSnapshot().hasTag('asking')).toBe(true);
  await rests((s) => s.matches({ drafting: { submission: 'asking' } }));
  writes({ ...completeDraft, advice: 'Drink plenty' });
  expect(actor.getSnapshot().hasTag('asking')).toBe(false);
  actor.send({ type: 'submit.confirmed' });
  expect(sent).toEqual([]);
});

test('a submission waits for the checks that run already', async () => {
  const checks: ((checked: Checked) => void)[] = [];
  const { actor, clock, rests, writes } = await opened({ check: () => new Promise((done) => checks.push(done)) });
  writes(completeDraft);
  clock.increment(400);
  actor.send({ type: 'submit.requested' });
  expect(checks).toHaveLength(1);
  checks[0]?.(clear);
  await rests((s) => s.hasTag('asking'));
});

test('a question that is taken back submits nothing', async () => {
  const { actor, rests, writes, sent } = await opened();
  writes(completeDraft);
  actor.send({ type: 'submit.requested' });
  await rests((s) => s.hasTag('asking'));
  actor.send({ type: 'submit.cancelled' });
  actor.send({ type: 'submit.confirmed' });
  expect(actor.getSnapshot().matches({ drafting: 'ready' })).toBe(true);
  expect(sent).toEqual([]);
});

test('a submission that is stopped is announced, and what must be put right is marked from then on', async () => {
  const stops: string[] = [];
  const { actor, rests, writes } = await opened({ check: async () => ({ available: true, hits: [block] }) });
  actor.on('submission.stopped', ({ type }) => void stops.push(type));
  writes(completeDraft);
  actor.send({ type: 'submit.requested' });
  const blocked = await rests((s) => s.matches({ drafting: 'blocked' }));
  expect([blocked.context.wasStopped, stops.length]).toEqual([true, 1]);
  actor.send({ type: 'submit.requested' });
  expect(stops).toHaveLength(2);
});

test('a prescription without findings is submitted once and waits for review', async () => {
  const { actor, sent, rests, writes, submitted } = await opened();
  writes(completeDraft);
  await submitted();
  actor.send({ type: 'submit.confirmed' });
  await rests((s) => s.matches({ issued: 'pendingReview' }));
  expect(sent.map(({ draft, submit }) => [draft.requestId, submit])).toEqual([[requestId, true]]);
});

test('a prescription that begins with an empty form is sent under the key that came with its loading', async () => {
  const { actor, sent, rests, writes, submitted } = await opened();
  writes({ ...completeDraft, requestId: actor.getSnapshot().context.draft.requestId });
  await submitted();
  await rests((s) => s.matches('issued'));
  expect(sent.map(({ draft }) => draft.requestId)).toEqual([requestId]);
});

test('an incomplete line prevents submission and names the missing fields', async () => {
  const { actor, sent, writes } = await opened();
  const [line] = completeDraft.lines;
  writes({ ...completeDraft, lines: line ? [{ ...line, onceDose: null, quantity: null }] : [] });
  actor.send({ type: 'submit.requested' });
  expect(actor.getSnapshot().context.missing.map(({ field }) => field)).toEqual(['onceDose', 'quantity']);
  expect(sent).toEqual([]);
});

test('a warning requires a reason before submission', async () => {
  const { sent, rests, writes, submitted } = await opened({
    check: async () => ({ available: true, hits: [warning] }),
  });
  writes(completeDraft);
  await submitted();
  await rests((s) => s.matches({ drafting: 'needsReason' }));
  expect(sent).toEqual([]);
  writes({
    ...completeDraft,
    overrides: [{ ruleCode: 'interaction', severity: 'warn', lineIndex: 0, reason: 'Watched weekly' }],
  });
  await submitted();
  await rests((s) => s.matches('issued'));
  expect(sent[0]?.draft.overrides[0]?.reason).toBe('Watched weekly');
});

test('a blocking finding prevents submission', async () => {
  const { sent, rests, writes, submitted } = await opened({
    check: async () => ({ available: true, hits: [block] }),
  });
  writes(completeDraft);
  await submitted();
  await rests((s) => s.matches({ drafting: 'blocked' }));
  expect(sent).toEqual([]);
});

test('failed checks never look like "no findings"', async () => {
  const { sent, rests, writes, submitted } = await opened({ check: () => Promise.reject(new Error('network')) });
  writes(completeDraft);
  await submitted();
  const stopped = await rests((s) => s.matches({ drafting: 'unavailable' }));
  expect(stopped.context.checked).toEqual({ available: false, hits: [] });
  expect(sent).toEqual([]);
});

test('after a lost answer the same request is repeated with the same key; the draft is locked meanwhile', async () => {
  let lost = true;
  const { actor, clock, sent, rests, writes, submitted } = await opened({
    submit: async () => {
      if (!lost) return { outcome: 'stored', rx: issuedRx(10, 1) };
      lost = false;
      throw new Error('network');
    },
  });
  writes(completeDraft);
  await submitted();
  await rests((s) => s.matches('unconfirmed'));
  writes(emptyDraft(requestId));
  expect(actor.getSnapshot().context.draft.lines).toHaveLength(1);
  clock.increment(5_000);
  await rests((s) => s.matches({ issued: 'pendingReview' }));
  expect(sent.map(({ draft }) => draft.requestId)).toEqual([requestId, requestId]);
});

test('a refusal marks the affected lines and clears nothing', async () => {
  const lineErrors = [{ index: 0, field: 'quantity', msg: 'Only 2 left' }];
  const { rests, writes, submitted } = await opened({
    submit: async () => ({ outcome: 'refused', message: 'Not enough stock', lineErrors, hits: [] }),
  });
  writes(completeDraft);
  await submitted();
  const back = await rests((s) => s.matches('drafting') && s.context.message !== null);
  expect(back.context).toMatchObject({
    lineErrors,
    message: 'Not enough stock',
    draft: { lines: completeDraft.lines },
  });
});

test('a finding that only the platform reports stays until the draft changes', async () => {
  const { actor, clock, rests, writes, submitted } = await opened({
    submit: async () => ({ outcome: 'refused', message: 'Refused', lineErrors: [], hits: [block] }),
  });
  writes(completeDraft);
  await submitted();
  const back = await rests((s) => s.matches({ drafting: 'blocked' }));
  expect(back.context.checked?.hits).toEqual([block]);
  clock.increment(60_000);
  expect(actor.getSnapshot().matches({ drafting: 'blocked' })).toBe(true);
  writes(completeDraft);
  clock.increment(400);
  expect((await rests((s) => s.matches({ drafting: 'ready' }))).context.checked).toEqual(clear);
});

test('the reviewer’s decision arrives by itself, and a rejected prescription is changed and resubmitted', async () => {
  const { actor, rests } = await opened({
    loads: [
      { latest: issuedRx(10, 1), draft: null },
      { latest: issuedRx(11, 2), draft: null },
    ],
  });
  expect(actor.getSnapshot().matches({ issued: 'pendingReview' })).toBe(true);
  actor.send({ type: 'status.changed', id: PrescriptionId.parse('9'), version: 2, status: 11, updateTime: 2 });
  await rests((s) => s.matches({ issued: 'rejected' }));
  actor.send({
    type: 'prescription.started',
    draft: { ...completeDraft, editing: { id: PrescriptionId.parse('9'), version: 2 } },
  });
  expect(actor.getSnapshot().hasTag('writable')).toBe(true);
});

test('a locally stored draft is restored first', async () => {
  const { actor } = await opened({ loads: [{ latest: issuedRx(11, 2), draft: completeDraft }] });
  expect(actor.getSnapshot().matches('drafting')).toBe(true);
  expect(actor.getSnapshot().context.draft).toEqual(completeDraft);
});

test('cancelling needs the platform’s confirmation', async () => {
  const { actor, rests } = await opened({ loads: [{ latest: issuedRx(20, 1), draft: null }] });
  actor.send({ type: 'cancel.requested', reason: 'Wrong drug' });
  await rests((s) => s.matches({ issued: 'cancelled' }));
});

test('a change of the patient’s facts checks an open draft again, also one that was refused', async () => {
  const found: Checked[] = [clear, { available: true, hits: [block] }, clear];
  const { actor, clock, rests, writes } = await opened({ check: async () => found.shift() ?? clear });
  writes(completeDraft);
  clock.increment(400);
  await rests((s) => s.matches({ drafting: 'ready' }));
  actor.send({ type: 'facts.changed' });
  await rests((s) => s.matches({ drafting: 'blocked' }));
  actor.send({ type: 'facts.changed' });
  await rests((s) => s.matches({ drafting: 'ready' }));
});

test('a change of the patient’s facts after the confirmation asks the doctor again, with the new checks', async () => {
  const { actor, sent, rests, writes, submitted } = await opened();
  writes(completeDraft);
  await submitted();
  actor.send({ type: 'facts.changed' });
  await rests((s) => s.matches({ drafting: { submission: 'asking' } }));
  expect([sent, areChecksRunning(actor.getSnapshot())]).toEqual([[], false]);
});

test('a change of the patient’s facts checks a prescription under review again', async () => {
  const checked: (string | null)[] = [];
  const { actor, rests } = await opened({
    loads: [{ latest: issuedRx(10, 1), draft: null }],
    check: async (draft) => {
      checked.push(draft.editing?.id ?? null);
      return { available: true, hits: [block] };
    },
  });
  actor.send({ type: 'facts.changed' });
  await rests((s) => s.context.checked !== null);
  expect(checked).toEqual([issuedRx(10, 1).id]);
  expect(actor.getSnapshot().context.checked?.hits).toEqual([block]);
  expect(actor.getSnapshot().matches({ issued: 'pendingReview' })).toBe(true);
});

test.each([
  ['is loaded again', { type: 'language.changed' }],
  ['is being cancelled, which fails', { type: 'cancel.requested', reason: 'wrong' }],
] as const)('facts that change while a prescription under review %s are checked afterwards', async (_, event) => {
  let checks = 0;
  const pending = { latest: issuedRx(10, 1), draft: null };
  const { actor, rests } = await opened({
    loads: [pending, pending],
    cancel: async () => ({ latest: null, message: 'under review' }),
    check: async () => {
      checks += 1;
      return { available: true, hits: [block] };
    },
  });
  actor.send(event);
  actor.send({ type: 'facts.changed' });
  await rests((s) => s.matches({ issued: { pendingReview: 'known' } }));
  expect([checks, actor.getSnapshot().context.checked?.hits]).toEqual([1, [block]]);
});

test('a check that a refresh interrupts runs again after it', async () => {
  const pending = { latest: issuedRx(10, 1), draft: null };
  const { actor, rests } = await opened({ loads: [pending, pending], check: async () => clear });
  actor.send({ type: 'facts.changed' });
  actor.send({ type: 'language.changed' });
  await rests((s) => s.matches({ issued: { pendingReview: 'known' } }));
  expect(actor.getSnapshot().context.checked).toEqual(clear);
});

test('facts that change while a submission is refused are checked before its findings are shown', async () => {
  const { actor, rests, writes, submitted } = await opened({
    submit: async () => {
      actor.send({ type: 'facts.changed' });
      return { outcome: 'refused', message: 'no', lineErrors: [], hits: [block] };
    },
  });
  writes(completeDraft);
  await submitted();
  await rests((s) => s.matches({ drafting: 'ready' }) && s.context.message === 'no');
  expect(actor.getSnapshot().context.checked).toEqual(clear);
});

test('a price that changed since the choice stops the submission once, and the second one is sent with it', async () => {
  const [line] = completeDraft.lines;
  if (!line) throw new Error('no line');
  const { drugId, id: inventoryId, price } = line.medicine;
  const stocks: Stocks = [{ drugId, inventoryId, stock: 50, price: price + 100, status: 1 }];
  const { actor, sent, kept, emitted, rests, writes, submitted } = await opened({ stocks });
  writes(completeDraft);
  await submitted();
  await rests((s) => s.matches({ drafting: 'unchecked' }) && s.context.draft.lines[0]?.was !== undefined);
  expect([sent, kept, emitted]).toEqual([[], ['resumed', 'stored', 'stored'], ['submission.stopped']]);
  expect(actor.getSnapshot().context.wasStopped).toBe(true);
  expect(actor.getSnapshot().context.draft.lines[0]).toMatchObject({
    medicine: { price: price + 100 },
    was: { price },
  });
  await submitted();
  await rests((s) => s.matches('issued'));
  expect(sent).toHaveLength(1);
});

test('packs that the edited prescription has reserved itself do not count as missing', async () => {
  const latest = issuedRx(10, 1);
  const [line] = completeDraft.lines;
  if (!line) throw new Error('no line');
  const { drugId, id: inventoryId, price } = line.medicine;
  const issued = { ...latest, warehouseId: completeDraft.warehouseId ?? latest.warehouseId };
  const lines = [{ ...issued.lines[0], drugId, quantity: 2 } as never];
  const stocks: Stocks = [{ drugId, inventoryId, stock: 0, price, status: 1 }];
  const editing = { id: issued.id, version: issued.version };
  const draft = { ...completeDraft, editing, lines: [{ ...line, quantity: 2 }] };
  const { sent, rests, submitted } = await opened({ loads: [{ latest: { ...issued, lines }, draft }], stocks });
  await submitted();
  await rests((s) => s.matches('issued') || s.matches({ drafting: 'unchecked' }));
  expect(sent).toHaveLength(1);
});
