import { NEVER, type Observable } from 'rxjs';
import { type CallbackActorLogic, fromCallback, fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import { verificationCodes } from '../../contract/extension/audit.ts';
import { LeaseId, PrescriptionId } from '../../contract/ids.ts';
import type {
  Decision,
  DecisionOutcome,
  OfferedDraft,
  PendingDecision,
  ReviewMaterial,
} from '../../src/domain/review.ts';
import type { ClaimOutcome, Lease, LeaseEvent, ReviewDraft, ReviewInput } from '../../src/domain/reviewQueue.ts';
import { type ReviewTextOutcome, reviewAutosave, reviewMachine } from '../../src/machines/review.ts';
import { type NextInput, reviewQueueMachine } from '../../src/machines/reviewQueue.ts';
import { createActor, until } from './actors.ts';
import { issuedRx } from './clinical.ts';

export const rxId = PrescriptionId.parse('9');
export const lease = (n: number): Lease => ({ id: LeaseId.parse(`lease-${n}`), until: n * 1_000 });
export const leasedAs = (n: number): ClaimOutcome => ({ outcome: 'leased', lease: lease(n), version: 1 });
export const found: ReviewMaterial = { rx: issuedRx(10, 1), record: null, ruleHits: [], past: [] };

type Chosen = { type: 'decision.chosen'; pending: PendingDecision };

type Given = {
  /** Answers to the claims in turn; null breaks. */
  readonly claims?: (ClaimOutcome | null)[];
  readonly draft?: ReviewDraft | null;
  readonly offered?: OfferedDraft | null;
  /** Readings of the prescription in turn; the last one stays, and null breaks. */
  readonly readings?: readonly (ReviewMaterial | null)[];
  readonly lease$?: Observable<LeaseEvent>;
  /** Answers to each text that is saved; by default the line is cut. */
  readonly saveText?: (comment: string) => Promise<ReviewTextOutcome>;
  readonly decide?: () => Promise<DecisionOutcome>;
  /** The next free prescription after one. */
  readonly nextFree?: (input: NextInput) => ReviewInput | null;
  readonly undo?: CallbackActorLogic<Chosen>;
};

const cutLine = async (): Promise<never> => {
  throw new Error('the line is cut');
};

/** The review machine on a platform with scripted answers, recording requests. */
export function reviewWith({ claims = [], readings = [found], draft = null, offered = null, ...given }: Given) {
  const { decide, lease$ = NEVER, saveText = cutLine } = given;
  const next = [...readings];
  /** What was done with the reviewer's text on this device. */
  const kept: string[] = [];
  const decisions: (Decision | null)[] = [];
  const released: (string | null)[] = [];
  const claimed: string[] = [];
  const machine = reviewMachine.provide({
    actors: {
      claim: fromPromise(async ({ input }) => {
        claimed.push(input.id);
        const answer = claims.length > 0 ? claims.shift() : leasedAs(1);
        return answer ?? cutLine();
      }),
      load: fromPromise(async () => {
        const reading = next.length > 1 ? next.shift() : next[0];
        return reading ? { found: reading, draft, offered } : cutLine();
      }),
      renewal: fromEventObservable(() => lease$),
      autosave: reviewAutosave.provide({
        actors: { save: fromPromise(({ input: { text } }) => saveText(text?.comment ?? '')) },
      }),
      decide: fromPromise(async ({ input }) => {
        decisions.push(input.decision);
        return decide ? decide() : { outcome: 'decided', status: 20, effectiveAt: null };
      }),
    },
    actions: {
      release: (_, closed) => void released.push(closed?.lease.id ?? null),
      storeDraft: (_, { comment, reasonCodes, markedLines }) =>
        void kept.push([comment, ...reasonCodes, ...markedLines].join(' ')),
      deleteDraft: () => void kept.push('deleted'),
      saveNow: () => void kept.push('sent'),
    },
  });
  return { machine, decisions, released, claimed, kept };
}

/** A reviewer with one open prescription. */
export async function reviewing(given: Given = {}) {
  const clock = new SimulatedClock();
  const { machine, ...asked } = reviewWith(given);
  const actor = createActor(machine, { clock, input: { id: rxId, version: 1 } }).start();
  const rests = (state: Parameters<typeof until<typeof actor>>[1]) => until(actor, state);
  await rests((s) => !s.hasTag('busy'));
  const ticksAll = () => {
    for (const code of verificationCodes) actor.send({ type: 'verification.ticked', code, ok: true });
  };
  return { actor, clock, rests, ticksAll, ...asked };
}

/** A reviewer with nothing open. */
export function openQueue(given: Given & { readonly findNext?: () => Promise<ReviewInput | null> } = {}) {
  const { machine, ...asked } = reviewWith(given);
  const { nextFree = () => null, undo = fromCallback<Chosen>(() => {}) } = given;
  const findNext = fromPromise<ReviewInput | null, NextInput>(async ({ input }) =>
    given.findNext ? given.findNext() : nextFree(input),
  );
  const deleted: string[] = [];
  const actor = createActor(
    reviewQueueMachine.provide({
      actors: { review: machine, findNext, undo },
      actions: { deleteDraft: (_, id) => void deleted.push(id) },
    }),
  ).start();
  const opens = (id: string) => actor.send({ type: 'prescription.opened', id: PrescriptionId.parse(id), version: 1 });
  const review = () => actor.getSnapshot().children.review;
  const reads = async () => {
    const open = review();
    if (!open) throw new Error('nothing is open');
    await until(open, (s) => s.hasTag('decidable'));
  };
  return { actor, opens, reads, review, deleted, ...asked };
}
