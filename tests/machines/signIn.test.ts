import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Failure } from '../../contract/operation.ts';
import type { Credentials, Remembered } from '../../src/domain/credentials.ts';
import type { Puzzle } from '../../src/domain/puzzle.ts';
import { puzzleMachine } from '../../src/machines/puzzle.ts';
import { type SignInAnswer, type SignInTry, signInMachine } from '../../src/machines/signIn.ts';

const credentials: Credentials = {
  kind: 'password',
  username: 'doctor01',
  password: 'Cloudroom2026',
  remember: false,
  recalled: false,
};
const failure: Failure = { kind: 'business', code: 1_002_000_000, message: 'Wrong password', data: null };
const picture = { token: 't', secretKey: '', picture: '', piece: '' };

/** Somebody at the form; the platform gives these answers, one after the other. */
async function atTheForm(answers: readonly SignInAnswer[], remembered: Remembered | null = null) {
  const tries: SignInTry[] = [];
  const puzzle = puzzleMachine.provide({
    actors: {
      load: fromPromise<Puzzle | null, void>(async () => picture),
      solve: fromPromise<string | null, { puzzle: Puzzle | null; x: number }>(async ({ input }) =>
        input.x === 84 ? 'proof' : null,
      ),
    },
  });
  const machine = signInMachine.provide({
    actors: {
      puzzle,
      recall: fromPromise(async () => remembered),
      logIn: fromPromise<SignInAnswer, SignInTry>(async ({ input }) => {
        tries.push(input);
        return answers[tries.length - 1] ?? { outcome: 'accepted' };
      }),
    },
  });
  const signIn = createActor(machine).start();
  await waitFor(signIn, (s) => s.matches('entering'));
  return { signIn, tries, state: () => signIn.getSnapshot() };
}

test('what this device remembers is there when the form opens', async () => {
  const { state } = await atTheForm([], { username: 'doctor01', password: 'x' });
  expect(state().context.remembered).toEqual({ username: 'doctor01', password: 'x' });
});

test('a refusal is told, and the password is not kept after the attempt', async () => {
  const { signIn, state } = await atTheForm([{ outcome: 'refused', failure }]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await waitFor(signIn, (s) => s.matches('entering'));
  expect(state().context).toMatchObject({ failure, credentials: null, captcha: null });
});

test('a platform that wants a puzzle gets the same credentials again with the proof', async () => {
  const { signIn, tries, state } = await atTheForm([{ outcome: 'captchaNeeded' }]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await waitFor(signIn, (s) => s.matches('solving'));
  const puzzle = state().children.puzzle;
  if (!puzzle) throw new Error('no puzzle');
  await waitFor(puzzle, (s) => s.matches('sliding'));
  puzzle.send({ type: 'piece.moved', x: 84 });
  puzzle.send({ type: 'piece.released' });
  await waitFor(signIn, (s) => s.matches('accepted'));
  expect(tries).toEqual([
    { credentials, captcha: null },
    { credentials, captcha: 'proof' },
  ]);
});

test('a piece in the wrong place brings another puzzle, not another attempt', async () => {
  const { signIn, tries, state } = await atTheForm([{ outcome: 'captchaNeeded' }]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await waitFor(signIn, (s) => s.matches('solving'));
  const puzzle = state().children.puzzle;
  if (!puzzle) throw new Error('no puzzle');
  await waitFor(puzzle, (s) => s.matches('sliding'));
  puzzle.send({ type: 'piece.moved', x: 12 });
  puzzle.send({ type: 'piece.released' });
  await waitFor(puzzle, (s) => s.matches('sliding') && s.context.failed);
  expect([puzzle.getSnapshot().context.x, tries.length]).toEqual([0, 1]);
});

test('a puzzle can be left, and the form is there again', async () => {
  const { signIn, state } = await atTheForm([{ outcome: 'captchaNeeded' }]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await waitFor(signIn, (s) => s.matches('solving'));
  signIn.send({ type: 'captcha.dismissed' });
  expect(state().value).toBe('entering');
});

test('a piece that was not moved is not let go', async () => {
  const { signIn, state } = await atTheForm([{ outcome: 'captchaNeeded' }]);
  signIn.send({ type: 'credentials.submitted', credentials });
  await waitFor(signIn, (s) => s.matches('solving'));
  const puzzle = state().children.puzzle;
  if (!puzzle) throw new Error('no puzzle');
  await waitFor(puzzle, (s) => s.matches('sliding'));
  puzzle.send({ type: 'piece.released' });
  expect(puzzle.getSnapshot().value).toBe('sliding');
});
