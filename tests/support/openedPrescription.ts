import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import type { RuleHit, Rx } from '../../contract/http/prescription.ts';
import { OrderId, type PrescriptionId } from '../../contract/ids.ts';
import type { CancelOutcome, Checked, LoadedPrescription, SubmitOutcome } from '../../src/domain/rxAnswers.ts';
import type { RxDraft } from '../../src/domain/rxDraft.ts';
import type { Stocks } from '../../src/domain/rxStock.ts';
import { prescriptionMachine } from '../../src/machines/prescription.ts';
import { issuedRx, requestId } from './clinical.ts';

export const orderId = OrderId.parse('7');
export const clear: Checked = { available: true, hits: [] };
export const warning: RuleHit = { ruleCode: 'interaction', level: 'warn', lineIndex: 0, needReason: true };
export const block: RuleHit = { ruleCode: 'allergy', level: 'block', lineIndex: 0, needReason: false };

type Given = {
  loads?: Omit<LoadedPrescription, 'requestId'>[];
  check?: (draft: RxDraft) => Promise<Checked>;
  /** What the pharmacy says right before the submission. */
  stocks?: Stocks;
  submit?: () => Promise<SubmitOutcome>;
  cancel?: () => Promise<CancelOutcome>;
  /** The order's latest prescription, asked for while a draft is written; null if the line breaks. */
  latest?: () => Rx | null | Promise<Rx | null>;
};

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
  const submits = submit ?? (async () => ({ outcome: 'stored', rx: issuedRx(10, 1) }));
  const actor = createActor(
    prescriptionMachine.provide({
      actors: {
        load: fromPromise(async ({ input }) => {
          loaded.push(input.id);
          return { requestId, ...(loads.shift() ?? { latest: null, draft: null }) };
        }),
        check: fromPromise(({ input }) => check(input.draft)),
        stock: fromPromise(async () => stocks),
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
    }),
    { clock, input: { orderId } },
  ).start();
  const rests = (state: Parameters<typeof waitFor<typeof actor>>[1]) => waitFor(actor, state);
  await rests((s) => !s.matches('loading'));
  const writes = (draft: RxDraft) => actor.send({ type: 'draft.changed', draft });
  /** The doctor submits and confirms, unless that is stopped. */
  const submitted = async () => {
    actor.send({ type: 'submit.requested' });
    await rests((s) => !s.hasTag('preparing'));
    actor.send({ type: 'submit.confirmed' });
  };
  return { actor, clock, sent, loaded, rests, writes, submitted };
}
