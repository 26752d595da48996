import { NEVER } from 'rxjs';
import { type ActorRefFrom, assign, fromEventObservable, sendTo, setup, stateIn } from 'xstate';
import { blankIn } from '../../clinical/words/blanks.ts';
import { isReason } from '../../clinical/words/writtenReason.ts';
import type { PatientId, PrescriptionId } from '../../contract/ids.ts';
import {
  type Decision,
  type DecisionOutcome,
  hasOtherFindings,
  type LoadedReview,
  type OfferedDraft,
  proven,
  type RejectReason,
  type ReviewMaterial,
  type ReviewOutput,
  textOf,
} from '../domain/review.ts';
import {
  type Checklist,
  type ClaimOutcome,
  emptyChecklist,
  isBegun,
  isChecklistComplete,
  type Lease,
  type LeasedReview,
  type LeaseEvent,
  type LeftReview,
  type Loss,
  type ReviewDraft,
  type ReviewInput,
  type VerificationCode,
} from '../domain/reviewQueue.ts';
import { endedAs, placeholderActor } from './actors.ts';
import { type AutosaveEnd, createAutosave } from './autosave.ts';

/** A reviewer's text and the prescription it is about. */
export type ReviewText = ReviewDraft & { readonly id: PrescriptionId };
export type ReviewTextOutcome = { readonly outcome: 'saved' | 'refused' };
/** Brings the reviewer's text to the platform, for another device and for the next reviewer. */
export const reviewAutosave = createAutosave<ReviewText, ReviewTextOutcome>();
type TextEnd = AutosaveEnd<ReviewText, ReviewTextOutcome>;

type ReviewContext = ReviewInput & {
  readonly lease: Lease | null;
  readonly found: ReviewMaterial | null;
  readonly checklist: Checklist;
  readonly reasonCodes: readonly RejectReason[];
  /** Indexes of the lines that a rejection is about. */
  readonly markedLines: readonly number[];
  /** The reviewer's text. It survives a lost lease and a refused decision. */
  readonly comment: string;
  readonly holderName: string | null;
  readonly message: string | null;
  /** The findings changed while the review was open; what was ticked before is not ticked any more. */
  readonly findingsChanged: boolean;
  readonly decision: Decision | null;
  /** The decision that was stopped because something is missing, which the screen then marks. */
  readonly incomplete: Decision['decision'] | null;
  /** When the stored decision takes effect; null before, and if it did so at once. */
  readonly effectiveAt: number | null;
  /** Another reviewer's text about this prescription, offered to this one. */
  readonly offered: OfferedDraft | null;
  /** The platform did not take the reviewer's text, which is on this device only. */
  readonly isDraftLocal: boolean;
};

const review = setup({
  types: {
    input: {} as ReviewInput,
    context: {} as ReviewContext,
    output: {} as ReviewOutput,
    events: {} as
      | { type: 'verification.ticked'; code: VerificationCode; ok: boolean }
      | { type: 'comment.typed'; comment: string }
      | { type: 'reasons.chosen'; reasonCodes: readonly RejectReason[] }
      | { type: 'lines.marked'; markedLines: readonly number[] }
      /** These verifications are confirmed together. */
      | { type: 'verifications.confirmed'; codes: readonly VerificationCode[] }
      | TextEnd
      /** The other reviewer's text is taken over. */
      | { type: 'offer.accepted' }
      | { type: 'approve.requested' }
      /** The reviewer goes to the reasons for a rejection. */
      | { type: 'rejection.started' }
      | { type: 'reject.requested' }
      | LeaseEvent
      /** The queue reports that the prescription was decided. */
      | { type: 'prescription.decided' }
      | { type: 'language.changed' }
      /** Statements about the patient changed, so the platform checks the prescription again. */
      | { type: 'facts.changed'; patientId: PatientId | null }
      | { type: 'retry.requested' }
      | { type: 'review.closed' },
    tags: {} as 'decidable' | 'busy',
    children: {} as { autosave: 'autosave'; claim: 'claim'; load: 'load'; renewal: 'renewal'; decide: 'decide' },
  },
  actors: {
    autosave: reviewAutosave,
    claim: placeholderActor<ClaimOutcome, ReviewInput>('claim'),
    load: placeholderActor<LoadedReview, ReviewInput>('load'),
    /** Renews the lease while it runs, and reports its end. */
    renewal: fromEventObservable<LeaseEvent, LeasedReview | null>(() => NEVER),
    decide: placeholderActor<DecisionOutcome, { leased: LeasedReview | null; decision: Decision | null }>('decide'),
  },
  actions: {
    /** Releases the lease; the composition root provides it. */
    release: (_, _leased: LeasedReview | null) => {},
    /** Stores the draft of the decision locally; the composition root provides it. */
    storeDraft: (_, _written: ReviewDraft & Pick<LeftReview, 'id' | 'prescriptionNo'>) => {},
    /** Deletes the local draft; the composition root provides it. */
    deleteDraft: (_, _id: PrescriptionId) => {},
    /** Sends what is typed at once, because the review ends; the composition root provides it. */
    saveNow: () => {},
    saveDraft: sendTo('autosave', ({ context }) => ({ type: 'text.written', text: writtenIn(context), now: false })),
    noteLease: assign((_, { lease, version }: { lease: Lease; version: number }) => ({
      lease,
      version,
      message: null,
      holderName: null,
    })),
    renew: assign((_, lease: Lease) => ({ lease })),
    take: assign(({ context }, { found, draft, offered }: LoadedReview) => {
      if (context.found && !hasOtherFindings(context.found, found)) return { found };
      if (context.found) return { found, checklist: { ...emptyChecklist, ...proven(found) }, findingsChanged: true };
      const checklist = { ...context.checklist, ...proven(found) };
      return { found, offered, checklist, ...(isBegun(context) ? {} : draft && textOf(draft)) };
    }),
    tick: assign(({ context }, { code, ok }: { code: VerificationCode; ok: boolean }) => ({
      findingsChanged: false,
      checklist: { ...context.checklist, [code]: ok },
    })),
    type: assign((_, comment: string) => ({ comment })),
    choose: assign((_, reasonCodes: readonly RejectReason[]) => ({ reasonCodes })),
    mark: assign((_, markedLines: readonly number[]) => ({ markedLines })),
    /** The answer to an older text says nothing of the newest. */
    noteDraft: assign(({ context: { isDraftLocal } }, { outcome, isNewest }: TextEnd) => ({
      isDraftLocal: isNewest ? outcome.outcome !== 'saved' : isDraftLocal,
    })),
    setHolder: assign((_, holderName: string | null) => ({ holderName })),
    noteLoss: assign((_, { message, holderName }: Loss) => ({ message, holderName })),
    setMessage: assign((_, message: string | null) => ({ message })),
    clearLease: assign({ lease: null }),
    noteIncomplete: assign((_, incomplete: Decision['decision'] | null) => ({ incomplete })),
    approve: assign(({ context: { checklist, comment } }) => ({
      incomplete: null,
      decision: { decision: 'approve' as const, checklist, remark: comment },
    })),
    reject: assign(({ context: { reasonCodes, markedLines, comment } }) => ({
      incomplete: null,
      decision: { decision: 'reject' as const, reasonCodes, markedLines, remark: comment },
    })),
    clearDecision: assign({ decision: null }),
    setEffect: assign((_, effectiveAt: number | null) => ({ effectiveAt })),
    useOffered: assign(({ context: { offered } }) => (offered ? { ...textOf(offered), offered: null } : {})),
    tickAll: assign(({ context: { checklist } }, codes: readonly VerificationCode[]) => ({
      findingsChanged: false,
      incomplete: null,
      checklist: { ...checklist, ...Object.fromEntries(codes.map((code) => [code, true])) },
    })),
  },
  guards: {
    /** Before the prescription is loaded, any change may be about its patient. */
    mayConcern: ({ context: { found } }, patientId: PatientId | null) =>
      patientId === null || found === null || found.rx.patient.id === patientId,
    isInEffect: (_, output: DecisionOutcome) => output.outcome === 'decided' && output.effectiveAt === null,
    /** The comment of an approval is signed, so it has no blanks. */
    isChecked: ({ context }) => isChecklistComplete(context.checklist) && blankIn(context.comment) === null,
    hasReason: ({ context }) => context.reasonCodes.length > 0 && isReason(context.comment),
  },
  delays: { backoff: 3_000 },
});

type At = { context: ReviewContext };
type Decided = { event: { output: DecisionOutcome } };

const leased = ({ context: { id, version, lease } }: At) => (lease ? { id, version, lease } : null);
const ofReview = ({ context: { id, version } }: At) => ({ id, version });
const claimed = endedAs<ClaimOutcome>();
const decided = endedAs<DecisionOutcome>();
const explainDecision = {
  type: 'setMessage',
  params: ({ event }: Decided) => (event.output.outcome === 'decided' ? null : event.output.message),
} as const;
const noteEffect = {
  type: 'setEffect',
  params: decided.params('decided', ({ effectiveAt }) => effectiveAt),
} as const;
const take = { type: 'take', params: ({ event }: { event: { output: LoadedReview } }) => event.output } as const;
const noteLoss = { type: 'noteLoss', params: ({ event }: { event: Loss }) => event } as const;
/**
 * While a decision is in flight, only its answer ends the review. Closing could overtake the decision, and queue events
 * may be caused by it.
 */
const undecided = { 'review.closed': {}, 'prescription.cancelled': {}, 'prescription.decided': {} } as const;
const lostMeanwhile = stateIn({ holding: { deciding: { lease: 'lost' } } });
/** What is shown is read again in this language, or with these facts. */
const readAgain = (target: string) =>
  ({
    'language.changed': target,
    'facts.changed': {
      guard: {
        type: 'mayConcern',
        params: ({ event }: { event: { patientId: PatientId | null } }) => event.patientId,
      },
      target,
    },
  }) as const;
const writtenIn = ({ id, version, comment, reasonCodes, markedLines }: ReviewContext) => ({
  id,
  version,
  comment,
  reasonCodes: [...reasonCodes],
  markedLines: [...markedLines],
});
const keepText = [
  {
    type: 'storeDraft',
    params: ({ context }: At) => ({ ...writtenIn(context), prescriptionNo: context.found?.rx.prescriptionNo ?? '' }),
  },
  'saveDraft',
] as const;
/** The result of a review, also of one whose decision can still be undone. */
function outputOf({ id, version, lease, found, decision, effectiveAt }: ReviewContext): ReviewOutput {
  const prescriptionNo = found?.rx.prescriptionNo ?? null;
  const made = decision?.decision ?? null;
  const pending =
    lease && made && effectiveAt !== null
      ? { id, version, lease, prescriptionNo: prescriptionNo ?? '', decision: made, effectiveAt }
      : null;
  return { id, prescriptionNo, decision: made, pending };
}

/** One prescription under review: leased while it is open, decided once, released if the reviewer closes it undecided. */
export const reviewMachine = review.createMachine({
  id: 'review',
  context: ({ input }) => ({
    ...input,
    lease: null,
    found: null,
    checklist: emptyChecklist,
    reasonCodes: [],
    markedLines: [],
    comment: '',
    holderName: null,
    message: null,
    findingsChanged: false,
    decision: null,
    incomplete: null,
    effectiveAt: null,
    offered: null,
    isDraftLocal: false,
  }),
  invoke: { id: 'autosave', src: 'autosave' },
  initial: 'claiming',
  output: ({ context }) => outputOf(context),
  on: {
    'verification.ticked': { actions: { type: 'tick', params: ({ event: { code, ok } }) => ({ code, ok }) } },
    'verifications.confirmed': { actions: { type: 'tickAll', params: ({ event }) => event.codes } },
    'saving.ended': { actions: { type: 'noteDraft', params: ({ event }) => event } },
    'offer.accepted': { actions: ['useOffered', ...keepText] },
    'comment.typed': { actions: [{ type: 'type', params: ({ event }) => event.comment }, ...keepText] },
    'lines.marked': { actions: [{ type: 'mark', params: ({ event }) => event.markedLines }, ...keepText] },
    'reasons.chosen': {
      actions: [{ type: 'choose', params: ({ event }) => event.reasonCodes }, ...keepText],
    },
    'review.closed': { target: '.closed', actions: { type: 'release', params: leased } },
    'prescription.cancelled': {
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
          {
            guard: claimed.is('leased'),
            target: 'holding',
            actions: { type: 'noteLease', params: claimed.params('leased', (found) => found) },
          },
          {
            guard: claimed.is('leasedByAnother'),
            target: 'takenByAnother',
            actions: { type: 'setHolder', params: claimed.params('leasedByAnother', ({ name }) => name) },
          },
          { target: 'gone', actions: { type: 'setMessage', params: claimed.params('gone', ({ message }) => message) } },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: { after: { backoff: 'claiming' }, on: { 'retry.requested': 'claiming' } },
    takenByAnother: { on: { 'retry.requested': 'claiming' } },
    holding: {
      initial: 'loading',
      invoke: { id: 'renewal', src: 'renewal', input: leased, onError: 'lost' },
      on: {
        'lease.renewed': { actions: { type: 'renew', params: ({ event }) => event.lease } },
        'lease.lost': { target: 'lost', actions: noteLoss },
      },
      states: {
        loading: {
          tags: 'busy',
          initial: 'current',
          /** An answer that may be older than a change during the load is not decided upon. */
          states: { current: { on: readAgain('outdated') }, outdated: {} },
          invoke: {
            id: 'load',
            src: 'load',
            input: ofReview,
            onDone: [
              { guard: stateIn({ holding: { loading: 'outdated' } }), target: 'loading', reenter: true, actions: take },
              { target: 'reading', actions: take },
            ],
            onError: 'notLoaded',
          },
        },
        notLoaded: { after: { backoff: 'loading' }, on: { 'retry.requested': 'loading' } },
        reading: {
          tags: 'decidable',
          on: {
            ...readAgain('loading'),
            'approve.requested': [
              { guard: 'isChecked', target: 'deciding', actions: 'approve' },
              { actions: { type: 'noteIncomplete', params: 'approve' } },
            ],
            'rejection.started': { actions: { type: 'noteIncomplete', params: null } },
            'reject.requested': [
              { guard: 'hasReason', target: 'deciding', actions: 'reject' },
              { actions: { type: 'noteIncomplete', params: 'reject' } },
            ],
          },
        },
        deciding: {
          tags: 'busy',
          type: 'parallel',
          on: undecided,
          states: {
            request: {
              initial: 'sending',
              states: {
                sending: {
                  invoke: {
                    id: 'decide',
                    src: 'decide',
                    input: ({ context }) => ({ leased: leased({ context }), decision: context.decision }),
                    onDone: [
                      {
                        guard: { type: 'isInEffect', params: ({ event }) => event.output },
                        target: '#review.closed',
                        actions: { type: 'deleteDraft', params: ({ context }) => context.id },
                      },
                      // A decision that can be undone keeps its draft until it takes effect.
                      { guard: decided.is('decided'), target: '#review.closed', actions: [noteEffect, 'saveNow'] },
                      {
                        guard: decided.is('leaseLost'),
                        target: '#review.lost',
                        actions: [
                          explainDecision,
                          { type: 'setHolder', params: decided.params('leaseLost', ({ holderName }) => holderName) },
                          'clearDecision',
                        ],
                      },
                      {
                        guard: decided.is('changed'),
                        target: '#review.gone',
                        actions: [explainDecision, 'clearDecision'],
                      },
                      { guard: lostMeanwhile, target: '#review.lost', actions: [explainDecision, 'clearDecision'] },
                      // The platform refused by what is known now, so the findings on the screen are read again.
                      { target: '#review.holding.loading', actions: [explainDecision, 'clearDecision'] },
                    ],
                    onError: 'unconfirmed',
                  },
                },
                /** The answer was lost and the decision may already be stored, so the same decision is sent again. */
                unconfirmed: { after: { backoff: 'sending' }, on: { 'retry.requested': 'sending' } },
              },
            },
            /** The answer says whether the decision was in time for a lease that ends meanwhile. */
            lease: {
              initial: 'held',
              on: { 'lease.lost': { target: '.lost', actions: noteLoss } },
              states: { held: {}, lost: {} },
            },
          },
        },
      },
    },
    lost: { entry: 'clearLease', on: { 'retry.requested': 'claiming' } },
    gone: { entry: 'clearLease' },
    closed: { type: 'final' },
  },
});

export type Review = ActorRefFrom<typeof reviewMachine>;
