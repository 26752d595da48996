import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Refusal, Stored } from '../../contract/im.ts';
import { advance, type DeliveryNews } from '../domain/delivery.ts';
import { mostWaits, type Outgoing, pauseMs, waitMs } from '../domain/outgoing.ts';
import { unprovided } from './unprovided.ts';

/** Kept or not, a message is sent; what is not kept lives only as long as the page, and the page says so. */
export type KeepOutcome = 'kept' | 'volatile' | 'failed';

/** No answer is not a refusal: the message may be stored, and sending it again is safe. */
export type TransmitOutcome =
  | { readonly outcome: 'stored'; readonly stored: Pick<Stored, 'seq'> }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'unanswered' };

/** What another tab says about a message that it is sending. */
export type Report = Pick<Outgoing, 'delivery' | 'seq'>;

type Input = {
  readonly outgoing: Outgoing;
  /** It is on this machine, or could not be put there; or another tab has seen to that. */
  readonly kept: boolean;
};

type Context = Input & {
  readonly attempts: number;
  /** How often the platform has told it to wait, and for how long the last time. */
  readonly waits: number;
  readonly waitMs: number;
};

const learnt = (outgoing: Outgoing, news: DeliveryNews, seq = outgoing.seq): Outgoing => ({
  ...outgoing,
  delivery: advance(outgoing.delivery, news),
  seq,
});

const delivery = setup({
  types: {
    input: {} as Input,
    context: {} as Context,
    events: {} as
      | { type: 'turn.given' }
      | { type: 'turn.taken' }
      | { type: 'link.restored' }
      | { type: 'retry.asked' }
      | { type: 'message.discarded' }
      | { type: 'echo.received'; seq: number }
      | { type: 'peer.reported'; report: Report },
    tags: {} as 'ready' | 'busy' | 'failed',
  },
  actors: {
    keep: unprovided<KeepOutcome, Outgoing>('keep'),
    transmit: unprovided<TransmitOutcome, Outgoing>('transmit'),
  },
  actions: {
    noteSending: assign(({ context }) => ({ outgoing: learnt(context.outgoing, { type: 'sending' }) })),
    noteStored: assign(({ context }, seq: number) => ({ outgoing: learnt(context.outgoing, { type: 'stored' }, seq) })),
    noteRefused: assign(({ context }, { why, message, retryAfterMs }: Refusal) => ({
      outgoing: learnt(context.outgoing, { type: 'refused', why, message, retryAfterMs: retryAfterMs ?? null }),
    })),
    noteHeld: assign(({ context }, { retryAfterMs }: Refusal) => ({
      outgoing: learnt(context.outgoing, { type: 'held' }),
      waits: context.waits + 1,
      waitMs: retryAfterMs ?? 0,
    })),
    noteRetry: assign(({ context }) => ({
      ...{ outgoing: learnt(context.outgoing, { type: 'retried' }), attempts: 0, waits: 0 },
    })),
    noteReport: assign(({ context }, report: Report) => ({ outgoing: { ...context.outgoing, ...report } })),
    noteKept: assign({ kept: true }),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    forgetAttempts: assign({ attempts: 0 }),
  },
  guards: {
    isKept: ({ context }) => context.kept,
    isFailed: ({ context }) => context.outgoing.delivery.state === 'failed',
    wasStored: (_, outcome: TransmitOutcome) => outcome.outcome === 'stored',
    mayWait: ({ context }, outcome: TransmitOutcome) =>
      outcome.outcome === 'refused' && outcome.refusal.why === 'rateLimited' && context.waits < mostWaits,
    wasRefused: (_, outcome: TransmitOutcome) => outcome.outcome === 'refused',
    isDone: (_, { seq }: Report) => seq !== null,
    hasFailed: (_, { delivery: { state } }: Report) => state === 'failed',
    isWaiting: (_, { delivery: { state } }: Report) => state === 'queued',
  },
  delays: {
    pause: ({ context }) => pauseMs(context.attempts, 1),
    hold: ({ context }) => waitMs(context.waitMs, 0),
  },
});

type Answered = { event: { output: TransmitOutcome } };
type Reported = { event: { report: Report } };

const answered = (type: 'wasStored' | 'mayWait' | 'wasRefused') =>
  ({ type, params: ({ event }: Answered) => event.output }) as const;
const reported = (type: 'isDone' | 'hasFailed' | 'isWaiting') =>
  ({ type, params: ({ event }: Reported) => event.report }) as const;
const noteReport = { type: 'noteReport', params: ({ event }: Reported) => event.report } as const;

/** What holds no matter which tab says it. */
const settledElsewhere = [
  { guard: reported('isDone'), target: '#delivery.sent', actions: noteReport },
  { guard: reported('hasFailed'), target: '#delivery.failed', actions: noteReport },
] as const;
/** Two tabs that both believe it is their turn must not stop each other. */
const goOn = { 'peer.reported': [...settledElsewhere, {}] } as const;
const discardable = { 'message.discarded': '#delivery.discarded' } as const;

/** The place in the answer that told of it; a refusal has none. */
const seqOf = ({ event: { output } }: Answered) => (output.outcome === 'stored' ? output.stored.seq : 0);
const refusalOf = ({ event: { output } }: Answered) =>
  output.outcome === 'refused' ? output.refusal : ({ ok: false, why: 'validation', message: '' } as const);

/**
 * One message on its way, under one id from "send" until the platform has stored it: kept on this machine first, then
 * sent when it is its turn, again and again until there is an answer. Only a refusal that waiting does not mend, or the
 * doctor, ends it otherwise.
 */
export const deliveryMachine = delivery.createMachine({
  id: 'delivery',
  context: ({ input }) => ({ ...input, attempts: 0, waits: 0, waitMs: 0 }),
  initial: 'arriving',
  on: {
    'echo.received': { target: '.sent', actions: { type: 'noteStored', params: ({ event }) => event.seq } },
    'peer.reported': [
      ...settledElsewhere,
      { guard: reported('isWaiting'), target: '.queued', actions: noteReport },
      { target: '.elsewhere', actions: noteReport },
    ],
  },
  states: {
    arriving: {
      always: [{ guard: 'isFailed', target: 'failed' }, { guard: 'isKept', target: 'queued' }, { target: 'keeping' }],
    },
    keeping: {
      invoke: {
        id: 'keep',
        src: 'keep',
        input: ({ context }) => context.outgoing,
        onDone: { target: 'queued', actions: 'noteKept' },
        onError: { target: 'queued', actions: 'noteKept' },
      },
    },
    queued: { tags: 'ready', on: { ...discardable, 'turn.given': 'sending' } },
    /** Another tab is sending it. */
    elsewhere: { tags: 'ready', on: { 'turn.given': 'sending' } },
    sending: {
      tags: 'busy',
      entry: 'noteSending',
      on: goOn,
      invoke: {
        id: 'transmit',
        src: 'transmit',
        input: ({ context }) => context.outgoing,
        onDone: [
          { guard: answered('wasStored'), target: 'sent', actions: { type: 'noteStored', params: seqOf } },
          { guard: answered('mayWait'), target: 'held', actions: { type: 'noteHeld', params: refusalOf } },
          { guard: answered('wasRefused'), target: 'failed', actions: { type: 'noteRefused', params: refusalOf } },
          { target: 'pausing' },
        ],
        onError: 'pausing',
      },
    },
    pausing: {
      tags: 'busy',
      after: { pause: { target: 'sending', actions: 'countAttempt' } },
      on: {
        ...goOn,
        'link.restored': { target: 'sending', actions: 'forgetAttempts' },
        'turn.taken': { target: 'queued', actions: 'forgetAttempts' },
      },
    },
    /** Too many at once: it keeps its place, so that nothing written after it overtakes it. */
    held: {
      tags: 'busy',
      after: { hold: 'sending' },
      on: { ...goOn, ...discardable, 'turn.taken': 'queued' },
    },
    failed: {
      tags: 'failed',
      on: {
        ...discardable,
        'retry.asked': { target: 'queued', actions: 'noteRetry' },
      },
    },
    sent: { type: 'final' },
    discarded: { type: 'final' },
  },
});

export type DeliveryActor = ActorRefFrom<typeof deliveryMachine>;
