import { expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import { lastX, type Puzzle } from '../../src/domain/puzzle.ts';
import { puzzleMachine } from '../../src/machines/puzzle.ts';
import { createActor, until } from '../support/actors.ts';

const picture: Puzzle = { token: 't', secretKey: '', picture: '', piece: '', bits: 0 };
const broken = () => Promise.reject(new Error('broken'));

/** A puzzle whose piece belongs at 84. */
function opened(load: () => Promise<Puzzle | null> = async () => picture, solve?: () => Promise<string | null>) {
  let loads = 0;
  const puzzle = createActor(
    puzzleMachine.provide({
      actors: {
        load: fromPromise(() => {
          loads += 1;
          return load();
        }),
        solve: fromPromise(({ input: { x } }) => (solve ? solve() : Promise.resolve(x === 84 ? 'proof' : null))),
      },
    }),
  ).start();
  const slides = (x: number) => {
    puzzle.send({ type: 'piece.moved', x });
    puzzle.send({ type: 'piece.released' });
  };
  return { puzzle, slides, loads: () => loads, now: () => puzzle.getSnapshot() };
}

test.each([
  ['there is none', async () => null],
  ['the request fails', broken],
])('a puzzle that cannot be loaded because %s is unavailable until another one is requested', async (_, load) => {
  const { puzzle, now } = opened(load);
  await until(puzzle, (s) => s.hasTag('unavailable'));
  puzzle.send({ type: 'puzzle.requested' });
  expect([now().matches('loading'), now().hasTag('busy')]).toEqual([true, true]);
});

test('a solved puzzle is over with its proof', async () => {
  const { puzzle, slides, now } = opened();
  await until(puzzle, (s) => s.matches('sliding'));
  slides(84);
  await until(puzzle, (s) => s.status === 'done');
  expect(now().output).toBe('proof');
});

test.each([
  ['is wrong', undefined],
  ['cannot be checked', broken],
] as const)('a solution that %s says so and loads another puzzle; the next move takes that back', async (_, solve) => {
  const { puzzle, slides, loads, now } = opened(undefined, solve);
  await until(puzzle, (s) => s.matches('sliding'));
  slides(12);
  await until(puzzle, (s) => s.matches('sliding') && s.context.failed);
  expect([loads(), now().context.x]).toEqual([2, 0]);
  puzzle.send({ type: 'piece.moved', x: 3 });
  expect(now().context.failed).toBe(false);
});

test('another puzzle that the person asks for is no failure', async () => {
  const { puzzle, slides, loads, now } = opened();
  await until(puzzle, (s) => s.matches('sliding'));
  slides(12);
  await until(puzzle, (s) => s.context.failed && s.matches('sliding'));
  puzzle.send({ type: 'puzzle.requested' });
  expect(now().context.failed).toBe(false);
  await until(puzzle, (s) => s.matches('sliding'));
  expect(loads()).toBe(3);
});

test('a piece that was not moved is not checked, and it cannot leave its picture', async () => {
  const { puzzle, slides, now } = opened();
  await until(puzzle, (s) => s.matches('sliding'));
  slides(-5);
  expect([now().value, now().context.x]).toEqual(['sliding', 0]);
  puzzle.send({ type: 'piece.moved', x: lastX + 5 });
  expect(now().context.x).toBe(lastX);
});
