import { assign, setup } from 'xstate';
import type { Failure } from '../../contract/operation.ts';
import type { Credentials, Remembered } from '../domain/credentials.ts';
import { endedAs } from './endedAs.ts';
import { placeholderActor } from './placeholderActor.ts';
import { puzzleMachine } from './puzzle.ts';

/** The platform's answer to a sign-in. Accepted means that the session has taken it over. */
export type SignInAnswer =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'captchaNeeded' }
  | { readonly outcome: 'refused'; readonly failure: Failure };

export type SignInTry = { readonly credentials: Credentials | null; readonly captcha: string | null };

type SignInContext = SignInTry & { readonly failure: Failure | null; readonly remembered: Remembered | null };

const answered = endedAs<SignInAnswer>();

/** One person at the sign-in form: submitting, solving a puzzle where the platform asks for one, and being refused. */
export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as { type: 'credentials.submitted'; credentials: Credentials } | { type: 'captcha.dismissed' },
    tags: {} as 'opening' | 'busy' | 'captcha',
    children: {} as { puzzle: 'puzzle' },
  },
  actors: {
    recall: placeholderActor<Remembered | null>('recall'),
    logIn: placeholderActor<SignInAnswer, SignInTry>('logIn'),
    puzzle: puzzleMachine,
  },
  actions: {
    prefill: assign((_, remembered: Remembered | null) => ({ remembered })),
    hold: assign((_, credentials: Credentials) => ({ credentials, captcha: null, failure: null })),
    prove: assign((_, captcha: string) => ({ captcha })),
    note: assign((_, answer: SignInAnswer) => ({ failure: answer.outcome === 'refused' ? answer.failure : null })),
    /** A password is not kept longer than the attempt. */
    drop: assign({ credentials: null, captcha: null }),
  },
}).createMachine({
  id: 'signIn',
  context: { credentials: null, captcha: null, failure: null, remembered: null },
  initial: 'recalling',
  states: {
    recalling: {
      tags: 'opening',
      invoke: {
        id: 'recall',
        src: 'recall',
        onDone: { target: 'entering', actions: { type: 'prefill', params: ({ event }) => event.output } },
        onError: 'entering',
      },
    },
    entering: {
      entry: 'drop',
      on: {
        'credentials.submitted': {
          target: 'asking',
          actions: { type: 'hold', params: ({ event }) => event.credentials },
        },
      },
    },
    solving: {
      tags: 'captcha',
      invoke: {
        id: 'puzzle',
        src: 'puzzle',
        onDone: { target: 'asking', actions: { type: 'prove', params: ({ event }) => event.output } },
        onError: 'entering',
      },
      on: { 'captcha.dismissed': 'entering' },
    },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context: { credentials, captcha } }) => ({ credentials, captcha }),
        onDone: [
          {
            guard: answered.is('accepted'),
            target: 'accepted',
          },
          {
            guard: answered.is('captchaNeeded'),
            target: 'solving',
          },
          { target: 'entering', actions: { type: 'note', params: ({ event }) => event.output } },
        ],
        onError: 'entering',
      },
    },
    /** The session goes on from here; the form is left a moment later. */
    accepted: { entry: 'drop', tags: 'busy' },
  },
});
