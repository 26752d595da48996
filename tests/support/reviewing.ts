import { type CallbackActorLogic, createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { verificationCodes } from '../../contract/extension/audit.ts';
import { LeaseId, PrescriptionId } from '../../contract/ids.ts';
import type {
  Decision,
  DecisionOutcome,
  OfferedDraft,
  PendingDecision,
  ReviewMaterial,
} from '../../src/domain/review.ts';
import type { ClaimOutcome, Lease, ReviewDraft, ReviewInput } from '../../src/domain/reviewQueue.ts';
import { reviewMachine } from '../../src/machines/review.ts';
import { type NextInput, reviewQueueMachine } from '../../src/machines/reviewQueue.ts';
import { issuedRx } from './clinical.ts';

export const rxId = PrescriptionId.parse('9');
export const lease = (n: number): Lease => ({ id: LeaseId.parse(`lease-${n}`), until: n * 1_000 });
export const leasedAs = (n: number): ClaimOutcome => ({ outcome: 'leased', lease: lease(n), version: 1 });
export const found: ReviewMaterial = { rx: issuedRx(10, 1), record: null, ruleHits: [], past: [] };

type Chosen = { type: 'decision.chosen'; pending: PendingDecision };

type Given = {
  readonly claims?: ClaimOutcome[];
  readonly draft?: ReviewDraft | null;
  readonly offered?: OfferedDraft | null;
  /** Readings of the prescription in turn; the last one stays. */
  readonly readings?: readonly ReviewMaterial[];
  readonly decide?: () => Promise<DecisionOutcome>;
  /** The next free prescription after one. */
  readonly nextFree?: (input: NextInput) => ReviewInput | null;
  readonly undo?: CallbackActorLogic<Chosen>;
};

/** The review machine on a platform with scripted answers, recording requests. */
export function reviewWith({ claims = [], draft = null, offered = null, readings = [found], decide }: Given) {
  const next = [...readings];
  const decisions: (Decision | null)[] = [];
  const released: (string | null)[] = [];
  const claimed: string[] = [];
  const machine = reviewMachine.provide({
    actors: {
      claim: fromPromise(async ({ input }) => {
        claimed.push(input.id);
        return claims.shift() ?? leasedAs(1);
      }),
      load: fromPromise(async () => ({ found: (next.length > 1 ? next.shift() : next[0]) ?? found, draft, offered })),
      decide: fromPromise(async ({ input }) => {
        decisions.push(input.decision);
        return decide ? decide() : { outcome: 'decided', status: 20, effectiveAt: null };
      }),
    },
    actions: { release: (_, closed) => void released.push(closed?.lease.id ?? null) },
  });
  return { machine, decisions, released, claimed };
}

/** A reviewer with one open prescription. */
export async function reviewing(given: Given = {}) {
  const clock = new SimulatedClock();
  const { machine, ...asked } = reviewWith(given);
  const actor = createActor(machine, { clock, input: { id: rxId, version: 1 } }).start();
  const rests = (state: Parameters<typeof waitFor<typeof actor>>[1]) => waitFor(actor, state);
  await rests((s) => !s.hasTag('busy'));
  const ticksAll = () => {
    for (const code of verificationCodes) actor.send({ type: 'verification.ticked', code, ok: true });
  };
  return { actor, clock, rests, ticksAll, ...asked };
}

/** A reviewer with nothing open. */
export function openQueue(given: Given = {}) {
  const { machine, ...asked } = reviewWith(given);
  const { nextFree = () => null, undo = fromCallback<Chosen>(() => {}) } = given;
  const findNext = fromPromise<ReviewInput | null, NextInput>(async ({ input }) => nextFree(input));
  const actor = createActor(reviewQueueMachine.provide({ actors: { review: machine, findNext, undo } })).start();
  const opens = (id: string) => actor.send({ type: 'prescription.opened', id: PrescriptionId.parse(id), version: 1 });
  const review = () => actor.getSnapshot().children.review;
  const reads = async () => {
    const open = review();
    if (!open) throw new Error('nothing is open');
    await waitFor(open, (s) => s.hasTag('decidable'));
  };
  return { actor, opens, reads, review, ...asked };
}
