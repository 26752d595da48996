import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { smsCodeMachine } from '../../src/machines/smsCode.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';

const mobile = '13800000001';
const failure = { kind: 'business', code: 1, message: 'Too many codes', data: null };
const events = [
  { type: 'code.requested', mobile },
  { type: 'code.requested', mobile: '138' },
  { type: 'captcha.cancelled' },
  { type: 'second.passed', secondsLeft: 30 },
  { type: 'resend.allowed' },
  ...settledEvents('puzzle', ['proof']),
  ...settledEvents('send', [
    { outcome: 'sent', resendAt: 60_000 },
    { outcome: 'captchaNeeded' },
    { outcome: 'refused', failure },
  ]),
] as never[]; // XState's own done and error events are not in the machine's event type
type State = { value: unknown; context: { mobile: string; sentTo: string | null; failure: unknown } };
const walk = {
  events,
  input: { scene: 1 },
  limit: 5_000,
  serializeState: ({ value, context }: State) =>
    JSON.stringify([value, context.mobile, context.sentTo, context.failure !== null]),
};
const reachable = getShortestPaths(smsCodeMachine, walk).map(({ state }) => state);

test('every state of a code by text message can be reached, and every transition taken', () => {
  const seen = new Set(reachable.flatMap(({ value }) => stateNames(value)));
  expect([...seen].sort()).toEqual(stateNames(smsCodeMachine).sort());
  expect(untakenTransitions(smsCodeMachine, walk)).toEqual([]);
});

test('from every state a code can be requested', () => {
  expect(deadEnds(smsCodeMachine, walk, (s) => s.matches('idle'))).toEqual([]);
});

test('a code is sent only to a number that can be right, and the wait names the number that got one', () => {
  const wrong = reachable.filter(
    (s) => (!s.matches('idle') && s.context.mobile !== mobile) || (s.matches('cooling') && s.context.sentTo !== mobile),
  );
  expect(wrong.map(({ value }) => value)).toEqual([]);
});

test('a refusal is no longer shown once another code is requested', () => {
  const stale = reachable.filter((s) => !s.matches('idle') && s.context.failure !== null);
  expect(stale.map(({ value }) => value)).toEqual([]);
});
