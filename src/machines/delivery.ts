import { type ActorRefFrom, assign, setup } from 'xstate';
import type { ClientMessageId } from '../../contract/ids.ts';
import type { Refusal } from '../../contract/im.ts';
import type { DraftKey } from '../domain/drafts.ts';
import {
  advanced,
  maxWaits,
  type OutboxMessage,
  type Outgoing,
  type OutgoingChange,
  pauseMs,
  type Report,
  type StoreOutcome,
  type TransmitOutcome,
  waitMs,
} from '../domain/outgoing.ts';
import { endedAs, outputOf, placeholderActor } from './actors.ts';

export type DeliveryInput = {
  readonly outgoing: Outgoing;
  /** The draft that contained this text; storing the message deletes it. */
  readonly draft: DraftKey | null;
  /** True if the message is already in local storage, or another tab stores it. */
  readonly isStoredLocally: boolean;
};

export type DeliveryEvent =
  | { type: 'turn.granted' }
  | { type: 'turn.revoked' }
  | { type: 'link.restored' }
  | { type: 'retry.requested' }
  | { type: 'discard.requested' }
  | { type: 'echo.received'; seq: number }
  | { type: 'peer.discarded' }
  | { type: 'peer.reported'; report: Report };

type Context = DeliveryInput & {
  /** True if the outbox granted the turn while the message was being stored. */
  readonly hasTurn: boolean;
  readonly attempts: number;
  /** How often the platform answered "rate limited", and the latest pause that it requested in ms. */
  readonly waits: number;
  readonly waitMs: number;
};

const delivery = setup({
  types: {
    input: {} as DeliveryInput,
    context: {} as Context,
    events: {} as DeliveryEvent,
  },
  actors: {
    store: placeholderActor<StoreOutcome, Pick<DeliveryInput, 'outgoing' | 'draft'>>('store'),
    transmit: placeholderActor<TransmitOutcome, Outgoing>('transmit'),
  },
  actions: {
    /** Updates the stored message after a refusal or a retry; the composition root provides it. */
    save: (_, _outgoing: Outgoing) => {},
    /** Deletes the message from local storage; the composition root provides it. */
    remove: (_, _id: ClientMessageId) => {},
    /** Posts to the doctor's other tabs; the composition root provides it. */
    post: (_, _message: OutboxMessage) => {},
    /** Shows the message in its chat; the composition root provides it. */
    show: (_, _change: OutgoingChange) => {},
    noteSending: assign(({ context }) => ({ outgoing: advanced(context.outgoing, { type: 'sending' }) })),
    noteStored: assign(({ context }, seq: number) => ({
      outgoing: advanced(context.outgoing, { type: 'stored' }, seq),
    })),
    noteRefused: assign(({ context }, { why, message, retryAfterMs }: Refusal) => ({
      outgoing: advanced(context.outgoing, { type: 'refused', why, message, retryAfterMs: retryAfterMs ?? null }),
    })),
    noteRateLimited: assign(({ context }, { retryAfterMs }: Refusal) => ({
      outgoing: advanced(context.outgoing, { type: 'rateLimited' }),
      waits: context.waits + 1,
      waitMs: retryAfterMs ?? 0,
    })),
    noteRetry: assign(({ context }) => ({
      outgoing: advanced(context.outgoing, { type: 'retried' }),
      attempts: 0,
      waits: 0,
    })),
    noteReport: assign(({ context }, report: Report) => ({ outgoing: { ...context.outgoing, ...report } })),
    noteTurn: assign((_, hasTurn: boolean) => ({ hasTurn })),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    resetAttempts: assign({ attempts: 0 }),
  },
  guards: {
    isStoredLocally: ({ context }) => context.isStoredLocally,
    hasTurn: ({ context }) => context.hasTurn,
    hasFailed: ({ context }) => context.outgoing.delivery.state === 'failed',
    mayWait: ({ context }, outcome: TransmitOutcome) =>
      outcome.outcome === 'refused' && outcome.refusal.why === 'rateLimited' && context.waits < maxWaits,
    reportsSent: (_, { seq }: Report) => seq !== null,
    reportsFailed: (_, { delivery: { state } }: Report) => state === 'failed',
    reportsQueued: (_, { delivery: { state } }: Report) => state === 'queued',
  },
  delays: {
    pause: ({ context }) => pauseMs(context.attempts, 1),
    rateLimit: ({ context }) => waitMs(context.waitMs, 0),
  },
});

type At = { context: Context };
type Reported = { event: { report: Report } };

const transmitted = endedAs<TransmitOutcome>();
const noteRefusal = (type: 'noteRateLimited' | 'noteRefused') =>
  ({ type, params: transmitted.params('refused', ({ refusal }) => refusal) }) as const;
const reports = (type: 'reportsSent' | 'reportsFailed' | 'reportsQueued') =>
  ({ type, params: ({ event }: Reported) => event.report }) as const;
const noteReport = { type: 'noteReport', params: ({ event }: Reported) => event.report } as const;
const show = {
  type: 'show',
  params: ({ context: { outgoing } }: At): OutgoingChange => ({ kind: 'changed', outgoing }),
} as const;
const save = { type: 'save', params: ({ context }: At) => context.outgoing } as const;
const post = (message: (outgoing: Outgoing) => OutboxMessage) =>
  ({ type: 'post', params: ({ context }: At) => message(context.outgoing) }) as const;
const postReport = post(({ clientMessageId, delivery: state, seq }) => ({
  kind: 'reported',
  clientMessageId,
  report: { delivery: state, seq },
}));
const remove = { type: 'remove', params: ({ context }: At) => context.outgoing.clientMessageId } as const;

/** Sent at once if its turn came while it was being stored. */
const afterStoring = [{ guard: 'hasTurn', target: 'sending' }, { target: 'queued' }] as const;

/** "Sent" and "failed" are final, whichever tab reports them. */
const finalByPeer = [
  { guard: reports('reportsSent'), target: '#delivery.sent', actions: noteReport },
  { guard: reports('reportsFailed'), target: '#delivery.failed', actions: [noteReport, show] },
] as const;
/** Two tabs that both believe that they are the leader must not stop each other. */
const ignoreProgressOfPeer = { 'peer.reported': [...finalByPeer, {}] } as const;
const discardable = {
  'discard.requested': {
    target: '#delivery.discarded',
    actions: post(({ clientMessageId }) => ({ kind: 'discarded', clientMessageId })),
  },
  'peer.discarded': '#delivery.discarded',
} as const;

/**
 * One outgoing message. It is stored locally, sent when the outbox grants its turn, and retried with the same id until
 * the platform answers. Only a definite refusal or a deletion by the doctor stops the retries.
 */
export const deliveryMachine = delivery.createMachine({
  id: 'delivery',
  context: ({ input }) => ({ ...input, hasTurn: false, attempts: 0, waits: 0, waitMs: 0 }),
  initial: 'arriving',
  on: {
    'echo.received': {
      target: '.sent',
      actions: [{ type: 'noteStored', params: ({ event }) => event.seq }, postReport],
    },
    'peer.reported': [
      ...finalByPeer,
      { guard: reports('reportsQueued'), target: '.queued', actions: [noteReport, show] },
      { target: '.elsewhere', actions: noteReport },
    ],
  },
  states: {
    arriving: {
      exit: show,
      always: [
        { guard: 'hasFailed', target: 'failed' },
        { guard: 'isStoredLocally', target: 'queued' },
        // Post before storing: if this tab closes now, another tab still has the message.
        { target: 'storing', actions: post((outgoing) => ({ kind: 'written', outgoing })) },
      ],
    },
    storing: {
      invoke: {
        id: 'store',
        src: 'store',
        input: ({ context: { outgoing, draft } }) => ({ outgoing, draft }),
        onDone: afterStoring,
        onError: afterStoring,
      },
      on: {
        'turn.granted': { actions: { type: 'noteTurn', params: true } },
        'turn.revoked': { actions: { type: 'noteTurn', params: false } },
      },
    },
    queued: { on: { ...discardable, 'turn.granted': 'sending' } },
    /** Another tab is sending it. */
    elsewhere: { entry: show, on: { 'turn.granted': 'sending', 'peer.discarded': 'discarded' } },
    sending: {
      entry: ['noteSending', postReport, show],
      on: ignoreProgressOfPeer,
      invoke: {
        id: 'transmit',
        src: 'transmit',
        input: ({ context }) => context.outgoing,
        onDone: [
          {
            guard: transmitted.is('stored'),
            target: 'sent',
            actions: [
              { type: 'noteStored', params: transmitted.params('stored', ({ stored }) => stored.seq) },
              postReport,
            ],
          },
          {
            guard: { type: 'mayWait', params: outputOf<TransmitOutcome> },
            target: 'rateLimited',
            actions: [noteRefusal('noteRateLimited'), postReport],
          },
          {
            guard: transmitted.is('refused'),
            target: 'failed',
            actions: [noteRefusal('noteRefused'), save, postReport, show],
          },
          { target: 'pausing' },
        ],
        onError: 'pausing',
      },
    },
    pausing: {
      after: { pause: { target: 'sending', actions: 'countAttempt' } },
      on: {
        ...ignoreProgressOfPeer,
        'link.restored': { target: 'sending', actions: 'resetAttempts' },
        'turn.revoked': { target: 'queued', actions: 'resetAttempts' },
      },
    },
    /** Rate limited. The message stays first in its queue, so that later messages do not overtake it. */
    rateLimited: {
      entry: show,
      after: { rateLimit: 'sending' },
      on: { ...ignoreProgressOfPeer, ...discardable, 'turn.revoked': 'queued' },
    },
    failed: {
      on: {
        ...discardable,
        'retry.requested': { target: 'queued', actions: ['noteRetry', save, postReport, show] },
      },
    },
    sent: { entry: [remove, show], type: 'final' },
    discarded: {
      entry: [
        remove,
        {
          type: 'show',
          params: ({ context: { outgoing } }) => ({
            kind: 'dropped',
            conversationId: outgoing.conversationId,
            clientMessageId: outgoing.clientMessageId,
          }),
        },
      ],
      type: 'final',
    },
  },
});

export type DeliveryRef = ActorRefFrom<typeof deliveryMachine>;
