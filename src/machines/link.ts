import { assign, fromCallback, sendTo, setup } from 'xstate';
import { placeholderActor } from './actors.ts';

/** What the socket and the page report. Times are of a steady clock, in ms. */
export type LinkSignal =
  /** A handshake begins with this token. */
  | { type: 'token.presented'; token: string }
  /** There is no token for a handshake. */
  | { type: 'token.missing' }
  | { type: 'socket.connected'; at: number }
  /** The line was lost; the socket connects again by itself. */
  | { type: 'socket.lost' }
  /** The platform ended the connection. */
  | { type: 'socket.ended' }
  | { type: 'handshake.refused'; unauthorised: boolean }
  | { type: 'session.expired' }
  /** The platform ended the sign-in; `current` is the token that would be used now. */
  | { type: 'session.revoked'; current: string | null }
  | { type: 'traffic.seen'; at: number }
  | { type: 'ping.answered'; at: number }
  /** A request that was sent at this time got no answer. */
  | { type: 'answer.missed'; askedAt: number }
  /** The page became visible or got its network back. */
  | { type: 'page.returned' };

type LinkEvent =
  | LinkSignal
  /** Connect at once if disconnected, for example because there is a new token. */
  | { type: 'wake.requested' }
  /** The platform names how long a live link may be silent. */
  | { type: 'silence.allowed'; ms: number }
  | { type: 'close.requested' };

/** `open` begins a new handshake at once, `rest` ends the connection, `drop` gives up a dead line. */
export type SocketCommand = { type: 'open' } | { type: 'rest' } | { type: 'drop' } | { type: 'ping' };

type LinkContext = {
  /** The token of the latest handshake. */
  readonly presented: string;
  readonly heardAt: number;
  readonly silenceMs: number;
  /** Refusals since the last connection; each doubles the pause. */
  readonly refusals: number;
  /** Whether this platform ever answered a ping. One that does not is never probed: only silence ends its link. */
  readonly answersPings: boolean;
};

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** The longest pause after this many refusals. */
export const pauseMsAfter = (refusals: number): number => Math.min(longestPauseMs, firstPauseMs * 2 ** (refusals - 1));

const link = setup({
  types: {
    context: {} as LinkContext,
    events: {} as LinkEvent,
    input: {} as { readonly silenceMs: number },
  },
  actors: {
    /** Socket.IO and the page. The composition root provides it. */
    socket: fromCallback<SocketCommand>(() => {}),
    /** Resolves to the usable token once the session has settled; null if there is none. */
    renew: placeholderActor<string | null, { readonly token: string }>('renew'),
  },
  actions: {
    open: sendTo('socket', { type: 'open' }),
    rest: sendTo('socket', { type: 'rest' }),
    drop: sendTo('socket', { type: 'drop' }),
    ping: sendTo('socket', { type: 'ping' }),
    notePresented: assign((_, presented: string) => ({ presented })),
    noteTraffic: assign((_, heardAt: number) => ({ heardAt })),
    allowSilence: assign((_, silenceMs: number) => ({ silenceMs })),
    trustPings: assign({ answersPings: true }),
    countRefusal: assign(({ context }) => ({ refusals: context.refusals + 1 })),
    forgetRefusals: assign({ refusals: 0 }),
    /** Ends the session whose sign-in, with this token, the platform has ended; the composition root provides it. */
    reportRevoked: (_, _token: string) => {},
  },
  guards: {
    answersPings: ({ context }) => context.answersPings,
    isSilentSince: ({ context }, askedAt: number) => context.heardAt < askedAt,
    shouldProbe: ({ context }, askedAt: number) => context.answersPings && context.heardAt < askedAt,
    isUnauthorised: (_, unauthorised: boolean) => unauthorised,
    isNone: (_, token: string | null) => token === null,
    isPresented: ({ context }, token: string | null) => context.presented === token,
  },
  delays: {
    pause: ({ context }) => pauseMsAfter(context.refusals),
    silence: ({ context }) => context.silenceMs,
    answer: 3_000,
  },
});

const noteTraffic = { type: 'noteTraffic', params: ({ event }: { event: { at: number } }) => event.at } as const;
const allowSilence = { type: 'allowSilence', params: ({ event }: { event: { ms: number } }) => event.ms } as const;

/** Without a connection, each sign of life of the page or the session begins a new handshake instead of waiting. */
const openAtOnce = {
  'wake.requested': { target: '#link.connecting', reenter: true },
  'page.returned': { target: '#link.connecting', reenter: true },
  'answer.missed': {
    guard: { type: 'isSilentSince', params: ({ event }: { event: { askedAt: number } }) => event.askedAt },
    target: '#link.connecting',
    reenter: true,
  },
} as const;

/**
 * The realtime connection to the platform. It never stops connecting while somebody is signed in: a dead line is replaced,
 * a refused token is renewed through the session, and any other refusal is followed by a growing pause.
 */
export const linkMachine = link.createMachine({
  id: 'link',
  context: ({ input }) => ({ ...input, presented: '', heardAt: 0, refusals: 0, answersPings: false }),
  invoke: { id: 'socket', src: 'socket' },
  initial: 'connecting',
  on: {
    'token.presented': { actions: { type: 'notePresented', params: ({ event }) => event.token } },
    'silence.allowed': { actions: allowSilence },
    'close.requested': '.closed',
  },
  states: {
    connecting: {
      initial: 'opening',
      on: {
        ...openAtOnce,
        'token.missing': 'revoked',
        'handshake.refused': [
          {
            guard: { type: 'isUnauthorised', params: ({ event }) => event.unauthorised },
            target: 'refused.renewing',
          },
          { target: 'refused.pausing' },
        ],
        'socket.connected': [
          { guard: 'answersPings', target: 'linked', actions: ['forgetRefusals', noteTraffic] },
          { target: 'linked', actions: ['forgetRefusals', noteTraffic, 'ping'] },
        ],
      },
      states: {
        opening: { entry: 'open' },
        /** The socket connects again by itself, with its own pauses. */
        reconnecting: {},
      },
    },
    linked: {
      initial: 'quiet',
      after: { silence: { target: 'connecting.reconnecting', actions: 'drop' } },
      on: {
        'traffic.seen': { target: 'linked', reenter: true, actions: noteTraffic },
        'ping.answered': { target: 'linked', reenter: true, actions: [noteTraffic, 'trustPings'] },
        'socket.lost': 'connecting.reconnecting',
        'socket.ended': 'refused.pausing',
        'session.expired': 'refused.renewing',
        'session.revoked': [
          {
            guard: { type: 'isPresented', params: ({ event }) => event.current },
            target: 'revoked',
            actions: { type: 'reportRevoked', params: ({ context }) => context.presented },
          },
          {
            target: 'refused.pausing',
            actions: { type: 'reportRevoked', params: ({ context }) => context.presented },
          },
        ],
      },
      states: {
        quiet: {
          on: {
            'page.returned': { guard: 'answersPings', target: 'probing' },
            'answer.missed': {
              guard: { type: 'shouldProbe', params: ({ event }) => event.askedAt },
              target: 'probing',
            },
            'silence.allowed': { target: '#link.linked', reenter: true, actions: allowSilence },
          },
        },
        probing: {
          entry: 'ping',
          after: { answer: { target: '#link.connecting.reconnecting', actions: 'drop' } },
        },
      },
    },
    refused: {
      entry: 'rest',
      on: openAtOnce,
      initial: 'pausing',
      states: {
        renewing: {
          invoke: {
            id: 'renew',
            src: 'renew',
            input: ({ context }) => ({ token: context.presented }),
            onDone: [
              { guard: { type: 'isNone', params: ({ event }) => event.output }, target: '#link.revoked' },
              // A renewal that returns the same token must not cause a storm of attempts.
              { guard: { type: 'isPresented', params: ({ event }) => event.output }, target: 'pausing' },
              { target: '#link.connecting' },
            ],
            onError: 'pausing',
          },
        },
        pausing: { entry: 'countRefusal', after: { pause: '#link.connecting' } },
      },
    },
    /** No sign-in that the platform accepts: nothing connects until there is a new one. */
    revoked: { entry: 'rest', on: openAtOnce },
    closed: { type: 'final' },
  },
});
