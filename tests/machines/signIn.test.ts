import { expect, test } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { Failure } from '../../contract/operation.ts';
import type { Credentials, Remembered } from '../../src/domain/credentials.ts';
import type { Puzzle } from '../../src/domain/puzzle.ts';
import { puzzleMachine } from '../../src/machines/puzzle.ts';
import { isAttempted, secondsLeftOf } from '../../src/machines/selectors/signIn.ts';
import { type SignInAnswer, type SignInTry, signInMachine } from '../../src/machines/signIn.ts';
import { createActor, until } from '../support/actors.ts';

const credentials: Credentials = {
  kind: 'password',
  username: 'doctor01',
  password: 'Cloudroom2026',
  remember: false,
  recalled: false,
};
const failure: Failure = { kind: 'business', code: 1_002_000_000, message: 'Wrong password', data: null };
const refused: SignInAnswer = { outcome: 'refused', failure, retryAt: 0 };
const delayed: SignInAnswer = { outcome: 'delayed', failure, retryAt: 40_000 };
const picture = { token: 't', secretKey: '', picture: '', piece: '', bits: 0 };

/** An open form; the platform returns `answers` in order, and null breaks. */
async function atTheForm(
  answers: readonly (SignInAnswer | null)[],
  remembered: Remembered | null = null,
  recall = async () => remembered,
) {
  const tries: SignInTry[] = [];
  const clocks: number[] = [];
  let pass = (_secondsLeft: number) => {};
  let allow = () => {};
  const puzzle = puzzleMachine.provide({
    actors: {
      load: fromPromise<Puzzle | null, void>(async () => picture),
      solve: fromPromise<string | null, { puzzle: Puzzle | null; x: number }>(async ({ input }) =>
        input.x === 84 ? 'proof' : null,
      ),
    },
    actions: {
      /** Asking for another puzzle breaks this one. */
      clear: () => {
        throw new Error('broken');
      },
    },
  });
  const machine = signInMachine.provide({
    actors: {
      puzzle,
      recall: fromPromise(recall),
      retryClock: fromCallback<{ type: 'unused' }, number>(({ input, sendBack }) => {
        clocks.push(input);
        pass = (secondsLeft) => sendBack({ type: 'second.passed', secondsLeft });
        allow = () => sendBack({ type: 'retry.allowed' });
      }),
      logIn: fromPromise<SignInAnswer, SignInTry>(async ({ input }) => {
        tries.push(input);
        const answer = answers[tries.length - 1];
        if (answer === null) throw new Error('broken');
        return answer ?? { outcome: 'accepted' };
      }),
    },
  });
  const signIn = createActor(machine).start();
  await until(signIn, (s) => s.matches('entering'));
  return {
    signIn,
    tries,
    clocks,
    pass: (secondsLeft: number) => pass(secondsLeft),
    allow: () => allow(),
    state: () => signIn.getSnapshot(),
  };
}

test('remembered credentials are loaded when the form opens', async () => {
  const { state } = await atTheForm([], { username: 'doctor01', password: 'x' });
  expect(state().context.remembered).toEqual({ username: 'doctor01', password: 'x' });
});

test.each<Credentials>([
  { ...credentials, username: '' },
  { ...credentials, password: '' },
  { kind: 'code', mobile: '1380013', code: '123456' },
  { kind: 'code', mobile: '13800138000', code: '' },
])('a form that lacks something is not sent, and is marked until the other one is chosen: %j', async (typed) => {
  const { signIn, tries, state } = await atTheForm([]);
  signIn.send({ type: 'credentials.submitted', credentials: typed });
  expect([state().value, tries, state().context.credentials]).toEqual(['entering', [], null]);
  expect(isAttempted(typed.kind)(state())).toBe(true);
  signIn.send({ type: 'method.chosen', method: typed.kind === 'code' ? 'password' : 'code' });
  expect([isAttempted('code')(state()), isAttempted('password')(state())]).toEqual([false, false]);
});

test('a form for a code that replaces the one for a password begins without marks', async () => {
  const { signIn, state } = await atTheForm([{ ...refused, outcome: 'codeNeeded' }]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.context.codeNeeded);
  expect([isAttempted('code')(state()), isAttempted('password')(state())]).toEqual([false, false]);
});

test('a refusal is shown, and the password is cleared after the attempt', async () => {
  const { signIn, state } = await atTheForm([refused]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.matches('entering'));
  expect(state().context).toMatchObject({ failure, credentials: null, captcha: null });
});

test('if the platform requires a puzzle, the same credentials are sent again with the proof', async () => {
  const { signIn, tries, state } = await atTheForm([{ outcome: 'captchaNeeded' }]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.matches('solving'));
  const puzzle = state().children.puzzle;
  if (!puzzle) throw new Error('no puzzle');
  await until(puzzle, (s) => s.matches('sliding'));
  puzzle.send({ type: 'piece.moved', x: 84 });
  puzzle.send({ type: 'piece.released' });
  expect((await until(signIn, (s) => s.matches('accepted'))).context.credentials).toBeNull();
  expect(tries).toEqual([
    { credentials, captcha: null },
    { credentials, captcha: 'proof' },
  ]);
});

test('a wrong solution loads another puzzle and sends no credentials', async () => {
  const { signIn, tries, state } = await atTheForm([{ outcome: 'captchaNeeded' }]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.matches('solving'));
  const puzzle = state().children.puzzle;
  if (!puzzle) throw new Error('no puzzle');
  await until(puzzle, (s) => s.matches('sliding'));
  puzzle.send({ type: 'piece.moved', x: 12 });
  puzzle.send({ type: 'piece.released' });
  await until(puzzle, (s) => s.matches('sliding') && s.context.failed);
  expect([puzzle.getSnapshot().context.x, tries.length]).toEqual([0, 1]);
});

test('dismissing the puzzle returns to the form', async () => {
  const { signIn, state } = await atTheForm([{ outcome: 'captchaNeeded' }]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.matches('solving'));
  signIn.send({ type: 'captcha.cancelled' });
  expect(state().value).toBe('entering');
});

test('a piece that was not moved is not submitted', async () => {
  const { signIn, state } = await atTheForm([{ outcome: 'captchaNeeded' }]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.matches('solving'));
  const puzzle = state().children.puzzle;
  if (!puzzle) throw new Error('no puzzle');
  await until(puzzle, (s) => s.matches('sliding'));
  puzzle.send({ type: 'piece.released' });
  expect(puzzle.getSnapshot().value).toBe('sliding');
});

test('after too many wrong passwords no password is sent before the delay ends; a code is', async () => {
  const { signIn, tries, clocks, pass, allow, state } = await atTheForm([delayed]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.hasTag('delayed'));
  expect(clocks).toEqual([40_000]);
  pass(39);
  expect([secondsLeftOf(state()), state().context.credentials]).toEqual([39, null]);
  signIn.send({ type: 'credentials.submitted', credentials });
  expect([tries.length, state().hasTag('delayed')]).toEqual([1, true]);
  signIn.send({ type: 'method.chosen', method: 'code' });
  expect([state().context.method, secondsLeftOf(state())]).toEqual(['code', 39]);
  expect(state().context.failure).toEqual(failure);
  allow();
  expect([state().value, secondsLeftOf(state()), state().context.failure]).toEqual(['entering', null, null]);
});

test('an SMS code signs in while passwords are delayed', async () => {
  const { signIn, tries } = await atTheForm([delayed]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.hasTag('delayed'));
  const byCode: Credentials = { kind: 'code', mobile: '13800138000', code: '123456' };
  signIn.send({ type: 'credentials.submitted', credentials: byCode });
  await until(signIn, (s) => s.matches('accepted'));
  expect(tries[1]).toEqual({ credentials: byCode, captcha: null });
});

test('if passwords are blocked for an account, the form switches to SMS codes until another one is tried', async () => {
  const { signIn, state } = await atTheForm([{ ...refused, outcome: 'codeNeeded' }, refused]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.context.codeNeeded);
  expect(state().context).toMatchObject({ method: 'code', failure, credentials: null });
  signIn.send({ type: 'method.chosen', method: 'password' });
  expect(state().context).toMatchObject({ method: 'password', failure: null, codeNeeded: false });
  signIn.send({ type: 'credentials.submitted', credentials: { ...credentials, username: 'doctor02' } });
  await until(signIn, (s) => s.context.failure !== null);
  expect(state().context).toMatchObject({ method: 'password', codeNeeded: false });
});

test('the form opens although what is remembered cannot be read', async () => {
  const { state } = await atTheForm([], null, () => Promise.reject(new Error('unreadable')));
  expect([state().hasTag('opening'), state().context.remembered]).toEqual([false, null]);
});

test('a sign-in that throws leads back to the form, which keeps no password and can be sent again', async () => {
  const { signIn, tries, state } = await atTheForm([null]);
  signIn.send({ type: 'credentials.submitted', credentials });
  expect(state().hasTag('busy')).toBe(true);
  await until(signIn, (s) => s.matches('entering'));
  expect([state().context.credentials, state().context.failure]).toEqual([null, null]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.matches('accepted'));
  expect(tries).toHaveLength(2);
});

test('a puzzle that breaks leads back to the form', async () => {
  const { signIn, state } = await atTheForm([{ outcome: 'captchaNeeded' }]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.matches('solving'));
  const puzzle = state().children.puzzle;
  if (!puzzle) throw new Error('no puzzle');
  await until(puzzle, (s) => s.matches('sliding'));
  puzzle.send({ type: 'puzzle.requested' });
  expect([state().value, state().context.credentials]).toEqual(['entering', null]);
});

test('while passwords are delayed a form that lacks something is marked and not sent', async () => {
  const { signIn, tries, state } = await atTheForm([delayed]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await until(signIn, (s) => s.hasTag('delayed'));
  signIn.send({ type: 'credentials.submitted', credentials: { kind: 'code', mobile: '13800138000', code: '' } });
  expect([isAttempted('code')(state()), state().hasTag('delayed'), tries.length]).toEqual([true, true, 1]);
});
