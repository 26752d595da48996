import { assign, fromCallback, setup } from 'xstate';
import type { Failure } from '../../contract/operation.ts';
import { areComplete, type Credentials, type Remembered } from '../domain/credentials.ts';
import { endedAs, placeholderActor } from './actors.ts';
import { puzzleMachine } from './puzzle.ts';

/** The platform's answer to a sign-in. `accepted`: the session machine already has the tokens. */
export type SignInAnswer =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'captchaNeeded' }
  | {
      /**
       * `delayed`: too many wrong passwords; the next attempt is allowed at `retryAt` (epoch ms of the platform).
       * `codeNeeded`: passwords are blocked; the person must sign in with an SMS code.
       */
      readonly outcome: 'refused' | 'delayed' | 'codeNeeded';
      readonly failure: Failure;
      readonly retryAt: number;
    };

export type SignInTry = { readonly credentials: Credentials | null; readonly captcha: string | null };

const answered = endedAs<SignInAnswer>();

/** The form in use: account and password, or mobile number and SMS code. */
export type SignInMethod = Credentials['kind'];

type SignInContext = SignInTry & {
  readonly method: SignInMethod;
  /** True if the form switched to SMS codes because the platform blocks passwords. */
  readonly codeNeeded: boolean;
  /** The form that somebody tried to send, so that what it lacks is marked; null after a change to the other one. */
  readonly attempted: SignInMethod | null;
  readonly retryAt: number;
  readonly secondsLeft: number;
  readonly failure: Failure | null;
  readonly remembered: Remembered | null;
};

/** The form of a method begins without marks. */
const chosen = (method: SignInMethod) => ({ method, attempted: null });
const credentialsOf = ({ event }: { event: { credentials: Credentials } }) => event.credentials;
const incomplete = {
  guard: { type: 'isIncomplete', params: credentialsOf },
  actions: { type: 'noteAttempt', params: credentialsOf },
} as const;

/** The sign-in form: submits credentials, and shows a puzzle or a delay if the platform requires one. */
export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as
      | { type: 'credentials.submitted'; credentials: Credentials }
      | { type: 'method.chosen'; method: SignInMethod }
      | { type: 'captcha.cancelled' }
      | { type: 'second.passed'; secondsLeft: number }
      | { type: 'retry.allowed' },
    tags: {} as 'opening' | 'busy' | 'delayed',
    children: {} as { puzzle: 'puzzle' },
  },
  actors: {
    recall: placeholderActor<Remembered | null>('recall'),
    logIn: placeholderActor<SignInAnswer, SignInTry>('logIn'),
    puzzle: puzzleMachine,
    retryClock: fromCallback<{ type: 'unused' }, number>(() => {}),
  },
  actions: {
    prefill: assign((_, remembered: Remembered | null) => ({ remembered })),
    keepCredentials: assign((_, credentials: Credentials) => ({
      ...{ credentials, captcha: null, failure: null, codeNeeded: false },
      attempted: credentials.kind,
    })),
    noteAttempt: assign((_, { kind: attempted }: Credentials) => ({ attempted })),
    setCaptcha: assign((_, captcha: string) => ({ captcha })),
    setFailure: assign(({ context: { method } }, answer: SignInAnswer) => {
      if (!('failure' in answer)) return {};
      const { outcome, failure, retryAt } = answer;
      const codeNeeded = outcome === 'codeNeeded';
      return { failure, retryAt, codeNeeded, ...(codeNeeded && method !== 'code' ? chosen('code') : {}) };
    }),
    setMethod: assign((_, method: SignInMethod) => chosen(method)),
    clearFailure: assign({ failure: null, codeNeeded: false }),
    count: assign((_, secondsLeft: number) => ({ secondsLeft })),
    /** Passwords must not stay in memory after the attempt. */
    forgetCredentials: assign({ credentials: null, captcha: null }),
  },
  guards: {
    isIncomplete: (_, credentials: Credentials) => !areComplete(credentials),
    isCode: (_, credentials: Credentials) => credentials.kind === 'code',
  },
}).createMachine({
  id: 'signIn',
  context: {
    credentials: null,
    captcha: null,
    method: 'password',
    codeNeeded: false,
    attempted: null,
    retryAt: 0,
    secondsLeft: 0,
    failure: null,
    remembered: null,
  },
  initial: 'recalling',
  on: { 'method.chosen': { actions: ['clearFailure', { type: 'setMethod', params: ({ event }) => event.method }] } },
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
      entry: 'forgetCredentials',
      on: {
        'credentials.submitted': [
          incomplete,
          { target: 'submitting', actions: { type: 'keepCredentials', params: ({ event }) => event.credentials } },
        ],
      },
    },
    /** Passwords are delayed; SMS codes are allowed. */
    delayed: {
      entry: 'forgetCredentials',
      tags: 'delayed',
      invoke: { id: 'retryClock', src: 'retryClock', input: ({ context }) => context.retryAt },
      on: {
        'second.passed': { actions: { type: 'count', params: ({ event }) => event.secondsLeft } },
        'method.chosen': { actions: { type: 'setMethod', params: ({ event }) => event.method } },
        'retry.allowed': { target: 'entering', actions: 'clearFailure' },
        'credentials.submitted': [
          incomplete,
          {
            guard: { type: 'isCode', params: ({ event }) => event.credentials },
            target: 'submitting',
            actions: { type: 'keepCredentials', params: ({ event }) => event.credentials },
          },
        ],
      },
    },
    solving: {
      invoke: {
        id: 'puzzle',
        src: 'puzzle',
        onDone: { target: 'submitting', actions: { type: 'setCaptcha', params: ({ event }) => event.output } },
        onError: 'entering',
      },
      on: { 'captcha.cancelled': 'entering' },
    },
    submitting: {
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
          {
            guard: answered.is('delayed'),
            target: 'delayed',
            actions: { type: 'setFailure', params: ({ event }) => event.output },
          },
          { target: 'entering', actions: { type: 'setFailure', params: ({ event }) => event.output } },
        ],
        onError: 'entering',
      },
    },
    /** The session machine navigates away, so the form stays busy. */
    accepted: { entry: 'forgetCredentials', tags: 'busy' },
  },
});
