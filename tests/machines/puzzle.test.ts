import { expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import type { Puzzle } from '../../src/domain/puzzle.ts';
import { puzzleMachine } from '../../src/machines/puzzle.ts';
import { createActor, until } from '../support/actors.ts';

test('a puzzle that cannot be loaded is unavailable until another one is requested', async () => {
  const load = fromPromise<Puzzle | null, void>(async () => null);
  const puzzle = createActor(puzzleMachine.provide({ actors: { load } })).start();
  await until(puzzle, (now) => now.hasTag('unavailable'));
  puzzle.send({ type: 'puzzle.requested' });
  expect(puzzle.getSnapshot().matches('loading')).toBe(true);
});
