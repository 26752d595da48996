import { type ActorRefFrom, assign, fromCallback, setup } from 'xstate';
import type { Failure } from '../../contract/operation.ts';
import { isMobile } from '../domain/credentials.ts';
import { endedAs, placeholderActor } from './actors.ts';
import { puzzleMachine } from './puzzle.ts';

export type SmsAnswer =
  /** `resendAt` is in epoch ms of the platform. */
  | { readonly outcome: 'sent'; readonly resendAt: number }
  | { readonly outcome: 'captchaNeeded' }
  | { readonly outcome: 'refused'; readonly failure: Failure };

export type SmsRequest = { readonly mobile: string; readonly scene: number; readonly captcha: string };

type SmsContext = {
  readonly scene: number;
  readonly mobile: string;
  readonly captcha: string;
  readonly sentTo: string | null;
  /** A code was requested, so that a number that cannot be right is marked. */
  readonly wasRequested: boolean;
  readonly resendAt: number;
  /** Seconds until another code may be requested. */
  readonly secondsLeft: number;
  readonly failure: Failure | null;
};

const answered = endedAs<SmsAnswer>();

/** Requests SMS codes. Each code needs a solved puzzle, and the platform sets the pause before the next. */
export const smsCodeMachine = setup({
  types: {
    input: {} as { readonly scene: number },
    context: {} as SmsContext,
    events: {} as
      | { type: 'code.requested'; mobile: string }
      | { type: 'captcha.cancelled' }
      | { type: 'second.passed'; secondsLeft: number }
      | { type: 'resend.allowed' },
    tags: {} as 'busy' | 'cooling',
    children: {} as { puzzle: 'puzzle' },
  },
  actors: {
    puzzle: puzzleMachine,
    send: placeholderActor<SmsAnswer, SmsRequest>('send'),
    resendClock: fromCallback<{ type: 'unused' }, number>(() => {}),
  },
  actions: {
    noteRequest: assign({ wasRequested: true }),
    setMobile: assign((_, mobile: string) => ({ mobile, failure: null })),
    setCaptcha: assign((_, captcha: string) => ({ captcha })),
    count: assign((_, secondsLeft: number) => ({ secondsLeft })),
    noteAnswer: assign(({ context }, answer: SmsAnswer) =>
      answer.outcome === 'sent'
        ? { sentTo: context.mobile, resendAt: answer.resendAt, failure: null }
        : { failure: answer.outcome === 'refused' ? answer.failure : null },
    ),
  },
  guards: {
    isMobile: (_, mobile: string) => isMobile(mobile),
  },
}).createMachine({
  id: 'smsCode',
  context: ({ input: { scene } }) => ({
    scene,
    mobile: '',
    captcha: '',
    sentTo: null,
    wasRequested: false,
    resendAt: 0,
    secondsLeft: 0,
    failure: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'code.requested': [
          {
            guard: { type: 'isMobile', params: ({ event }) => event.mobile },
            target: 'solving',
            actions: ['noteRequest', { type: 'setMobile', params: ({ event }) => event.mobile }],
          },
          { actions: 'noteRequest' },
        ],
      },
    },
    solving: {
      invoke: {
        id: 'puzzle',
        src: 'puzzle',
        onDone: { target: 'sending', actions: { type: 'setCaptcha', params: ({ event }) => event.output } },
        onError: 'idle',
      },
      on: { 'captcha.cancelled': 'idle' },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { mobile, scene, captcha } }) => ({ mobile, scene, captcha }),
        onDone: [
          {
            guard: answered.is('sent'),
            target: 'cooling',
            actions: { type: 'noteAnswer', params: ({ event }) => event.output },
          },
          {
            guard: answered.is('captchaNeeded'),
            target: 'solving',
          },
          { target: 'idle', actions: { type: 'noteAnswer', params: ({ event }) => event.output } },
        ],
        onError: 'idle',
      },
    },
    cooling: {
      tags: 'cooling',
      invoke: { id: 'resendClock', src: 'resendClock', input: ({ context }) => context.resendAt },
      on: {
        'second.passed': { actions: { type: 'count', params: ({ event }) => event.secondsLeft } },
        'resend.allowed': 'idle',
      },
    },
  },
});

export type SmsCode = ActorRefFrom<typeof smsCodeMachine>;
