import type { SnapshotFrom } from 'xstate';
import { signInMachine } from '../../../src/machines/signIn.ts';
import { settledEvents } from '../graph.ts';

/** A minute after the fake app's clock begins, which cannot be imported where screens are not drawn. */
const retryAt = Date.UTC(2026, 2, 2, 1, 31);
const failure = { kind: 'business', code: 1, message: 'Wrong account or password', data: null };
const byPassword = { kind: 'password', username: '7', password: 'Cloudroom2026', remember: false, recalled: false };
const byCode = { kind: 'code', mobile: '13800000001', code: '123456' };
const events = [
  { type: 'credentials.submitted', credentials: byPassword },
  { type: 'credentials.submitted', credentials: { ...byPassword, password: '' } },
  { type: 'credentials.submitted', credentials: byCode },
  { type: 'method.chosen', method: 'code' },
  { type: 'method.chosen', method: 'password' },
  { type: 'captcha.cancelled' },
  { type: 'second.passed', secondsLeft: 30 },
  { type: 'retry.allowed' },
  ...settledEvents('recall', [null]),
  ...settledEvents('logIn', [
    { outcome: 'accepted' },
    { outcome: 'captchaNeeded' },
    ...['refused', 'delayed', 'codeNeeded'].map((outcome) => ({ outcome, failure, retryAt })),
  ]),
  ...settledEvents('puzzle', ['proof']),
] as never[]; // XState's own done and error events are not in the machine's event type

const walk = {
  events,
  input: undefined,
  limit: 20_000,
  serializeState: ({
    value,
    context: { method, attempted, codeNeeded, failure: why },
  }: SnapshotFrom<typeof signInMachine>) => JSON.stringify([value, method, attempted, codeNeeded, why !== null]),
};

/** The events that a sign-in may meet, which of its states differ, and the refusal among them. */
export const signInWorld = { machine: signInMachine, walk, failure };
