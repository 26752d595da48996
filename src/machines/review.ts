import type { ActorRefFrom } from 'xstate';
import type { Loss, VerificationCode } from '../domain/reviewQueue.ts';
import { endedAs } from './actors.ts';
import {
  type ClaimOutcome,
  type DecisionOutcome,
  firstState,
  type ReviewOutput,
  type ReviewState,
  review,
} from './reviewSetup.ts';

type At = { context: ReviewState };
type Decided = { event: { output: DecisionOutcome } };

const held = ({ context: { id, version, lease } }: At) => (lease ? { id, version, lease } : null);
const ofReview = ({ context: { id, version } }: At) => ({ id, version });
const release = { type: 'release', params: held } as const;
const claimed = endedAs<ClaimOutcome>();
const decided = endedAs<DecisionOutcome>();
const explainClaim = { type: 'setMessage', params: claimed.params('gone', ({ message }) => message) } as const;
const setHolder = { type: 'setHolder', params: claimed.params('heldByAnother', ({ name }) => name) } as const;
const hold = {
  type: 'hold',
  params: claimed.params('held', ({ lease, version }) => ({ lease, version })),
} as const;
const explainDecision = {
  type: 'setMessage',
  params: ({ event }: Decided) => (event.output.outcome === 'decided' ? null : event.output.message),
} as const;
const setNewHolder = {
  type: 'setHolder',
  params: decided.params('leaseLost', ({ holderName }) => holderName),
} as const;
const noteEffect = { type: 'setEffect', params: decided.params('decided', ({ effectiveAt }) => effectiveAt) } as const;
/** A decision that can be undone keeps its draft until it takes effect. */
const deleteDraft = {
  type: 'deleteDraft',
  params: ({ context: { id }, event }: At & Decided) =>
    event.output.outcome === 'decided' && event.output.effectiveAt === null ? id : null,
} as const;
const noteLoss = { type: 'noteLoss', params: ({ event }: { event: Loss }) => event } as const;
/**
 * While a decision is in flight, only its answer ends the review. Closing could overtake the decision, and queue events
 * may be caused by it.
 */
const undecided = {
  'review.closed': {},
  'prescription.withdrawn': {},
  'prescription.decided': {},
  'lease.lost': { actions: noteLoss },
} as const;
const storeDraft = {
  type: 'storeDraft',
  params: ({ context: { id, found, version, comment, reasonCodes, markedLines } }: At) => ({
    id,
    prescriptionNo: found?.rx.prescriptionNo ?? '',
    version,
    comment,
    reasonCodes: [...reasonCodes],
    markedLines: [...markedLines],
  }),
} as const;
const typing = {
  'verification.ticked': {
    actions: {
      type: 'tick',
      params: ({ event }: { event: { code: Parameters<typeof tick>[0]; ok: boolean } }) => tick(event.code, event.ok),
    },
  },
  'verifications.confirmed': {
    actions: {
      type: 'tickAll',
      params: ({ event }: { event: { codes: readonly VerificationCode[] } }) => event.codes,
    },
  },
  'draft.sent': {
    actions: { type: 'noteDraft', params: ({ event }: { event: { stored: boolean } }) => event.stored },
  },
  'offer.accepted': { actions: ['useOffered', storeDraft] },
  'comment.typed': {
    actions: [{ type: 'type', params: ({ event }: { event: { comment: string } }) => event.comment }, storeDraft],
  },
  'lines.marked': {
    actions: [
      { type: 'mark', params: ({ event }: { event: { markedLines: readonly number[] } }) => event.markedLines },
      storeDraft,
    ],
  },
  'reasons.chosen': {
    actions: [
      {
        type: 'choose',
        params: ({ event }: { event: { reasonCodes: ReviewState['reasonCodes'] } }) => event.reasonCodes,
      },
      storeDraft,
    ],
  },
} as const;

/** The result of a review, also of one whose decision can still be undone. */
function outputOf({ id, version, lease, found, decision, effectiveAt }: ReviewState): ReviewOutput {
  const prescriptionNo = found?.rx.prescriptionNo ?? null;
  const made = decision?.decision ?? null;
  const held =
    lease && made && effectiveAt !== null
      ? { id, version, lease, prescriptionNo: prescriptionNo ?? '', decision: made, effectiveAt }
      : null;
  return { id, prescriptionNo, decision: made, held };
}

function tick(code: keyof ReviewState['checklist'], ok: boolean) {
  return { code, ok };
}

/** One prescription under review: leased while it is open, decided once, released if the auditor closes it undecided. */
export const reviewMachine = review.createMachine({
  id: 'review',
  context: ({ input }) => firstState(input),
  initial: 'claiming',
  output: ({ context }) => outputOf(context),
  on: {
    ...typing,
    'review.closed': { target: '.ended', actions: release },
    'prescription.withdrawn': {
      target: '.gone',
      actions: { type: 'setMessage', params: ({ event }) => event.message },
    },
    'prescription.decided': { target: '.gone', actions: { type: 'setMessage', params: null } },
  },
  states: {
    claiming: {
      tags: 'busy',
      invoke: {
        id: 'claim',
        src: 'claim',
        input: ofReview,
        onDone: [
          { guard: claimed.is('held'), target: 'holding', actions: hold },
          { guard: claimed.is('heldByAnother'), target: 'takenByAnother', actions: setHolder },
          { target: 'gone', actions: explainClaim },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: { after: { backoff: 'claiming' }, on: { 'retry.requested': 'claiming' } },
    takenByAnother: { on: { 'retry.requested': 'claiming' } },
    holding: {
      initial: 'loading',
      invoke: { id: 'renewal', src: 'renewal', input: held, onError: 'lost' },
      on: {
        'lease.renewed': { actions: { type: 'renew', params: ({ event }) => event.lease } },
        'lease.lost': { target: 'lost', actions: noteLoss },
      },
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            id: 'load',
            src: 'load',
            input: ofReview,
            onDone: { target: 'reading', actions: { type: 'take', params: ({ event }) => event.output } },
            onError: 'notLoaded',
          },
        },
        notLoaded: { after: { backoff: 'loading' }, on: { 'retry.requested': 'loading' } },
        reading: {
          tags: 'editable',
          on: {
            'language.changed': 'loading',
            'facts.changed': {
              guard: { type: 'isOfPatient', params: ({ event }) => event.patientId },
              target: 'loading',
            },
            'approve.requested': { guard: 'isChecked', target: 'deciding', actions: 'approve' },
            'reject.requested': { guard: 'hasReason', target: 'deciding', actions: 'reject' },
          },
        },
        deciding: {
          tags: 'busy',
          on: undecided,
          invoke: {
            id: 'decide',
            src: 'decide',
            input: ({ context }) => ({ held: held({ context }), decision: context.decision }),
            onDone: [
              { guard: decided.is('decided'), target: '#review.ended', actions: [noteEffect, deleteDraft] },
              {
                guard: decided.is('leaseLost'),
                target: '#review.lost',
                actions: [explainDecision, setNewHolder, 'clearDecision'],
              },
              { guard: decided.is('changed'), target: '#review.gone', actions: [explainDecision, 'clearDecision'] },
              { guard: 'isLeaseLost', target: '#review.lost', actions: [explainDecision, 'clearDecision'] },
              // The platform refused by what is known now, so the findings on the screen are read again.
              { target: 'loading', actions: [explainDecision, 'clearDecision'] },
            ],
            onError: 'unconfirmed',
          },
        },
        /** The answer was lost and the decision may already be stored, so the same decision is sent again. */
        unconfirmed: {
          tags: 'busy',
          after: { backoff: 'deciding' },
          on: { ...undecided, 'retry.requested': 'deciding' },
        },
      },
    },
    lost: { entry: 'clearLease', on: { 'retry.requested': 'claiming' } },
    gone: { tags: 'ended', entry: 'clearLease' },
    ended: { type: 'final' },
  },
});

export type Review = ActorRefFrom<typeof reviewMachine>;
