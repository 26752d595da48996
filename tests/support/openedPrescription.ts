import { fromPromise, SimulatedClock } from 'xstate';
import type { RuleHit, Rx } from '../../contract/http/prescription.ts';
import { OrderId, type PrescriptionId } from '../../contract/ids.ts';
import type { CancelOutcome, Checked, LoadedPrescription, SubmitOutcome } from '../../src/domain/rxAnswers.ts';
import type { RxDraft } from '../../src/domain/rxDraft.ts';
import type { Stocks } from '../../src/domain/rxStock.ts';
import { prescriptionMachine } from '../../src/machines/prescription.ts';
import { createActor, until } from './actors.ts';
import { issuedRx, requestId } from './clinical.ts';

export const orderId = OrderId.parse('7');
export const clear: Checked = { available: true, hits: [] };
export const warning: RuleHit = { ruleCode: 'interaction', level: 'warn', lineIndex: 0, needReason: true };
export const block: RuleHit = { ruleCode: 'allergy', level: 'block', lineIndex: 0, needReason: false };

type Given = {
  /** Answers to the loads in turn; null breaks, and after the last there is nothing. */
  loads?: (Omit<LoadedPrescription, 'requestId'> | null)[];
  check?: (draft: RxDraft) => Promise<Checked>;
  /** What the pharmacy says right before the submission. */
  stocks?: Stocks | (() => Promise<Stocks>);
  submit?: () => Promise<SubmitOutcome>;
  cancel?: () => Promise<CancelOutcome>;
  /** The order's latest prescription, asked for while a draft is written; null if the line breaks. */
  latest?: () => Rx | null | Promise<Rx | null>;
};

const nothing = { latest: null, draft: null };

/** One open prescription. */
export async function opened({
  loads = [],
  check = async () => clear,
  stocks = [],
  submit,
  cancel,
  latest,
}: Given = {}) {
  const clock = new SimulatedClock();
  const sent: { draft: RxDraft; submit: boolean }[] = [];
  const loaded: (PrescriptionId | null)[] = [];
  /** What was done with the local copy. */
  const kept: string[] = [];
  const emitted: string[] = [];
  const submits = submit ?? (async () => ({ outcome: 'stored', rx: issuedRx(10, 1) }));
  const actor = createActor(
    prescriptionMachine.provide({
      actors: {
        load: fromPromise(async ({ input }) => {
          loaded.push(input.id);
          const answer = loads.length > 0 ? loads.shift() : nothing;
          if (!answer) throw new Error('the line broke');
          return { requestId, ...answer };
        }),
        check: fromPromise(({ input }) => check(input.draft)),
        stock: fromPromise(async () => (typeof stocks === 'function' ? stocks() : stocks)),
        latest: fromPromise(async (): Promise<Rx | null> => {
          const found = (await latest?.()) ?? null;
          if (found === null) throw new Error('the line broke');
          return found;
        }),
        submit: fromPromise(({ input }) => {
          sent.push(input);
          return submits();
        }),
        cancel: fromPromise(cancel ?? (async () => ({ latest: issuedRx(40, 2), message: null }))),
      },
      actions: {
        storeDraft: () => void kept.push('stored'),
        deleteDraft: () => void kept.push('deleted'),
        discardDraft: () => void kept.push('discarded'),
        resumeDraft: () => void kept.push('resumed'),
      },
    }),
    { clock, input: { orderId } },
  ).start();
  for (const type of ['draft.saved', 'submission.stopped'] as const) actor.on(type, () => void emitted.push(type));
  const rests = (state: Parameters<typeof until<typeof actor>>[1]) => until(actor, state);
  await rests((s) => !s.matches('loading'));
  const writes = (draft: RxDraft) => actor.send({ type: 'draft.changed', draft });
  /** The doctor submits and confirms, unless that is stopped. */
  const submitted = async () => {
    actor.send({ type: 'submit.requested' });
    await rests((s) => !s.hasTag('preparing'));
    actor.send({ type: 'submit.confirmed' });
  };
  return { actor, clock, sent, loaded, kept, emitted, rests, writes, submitted };
}
