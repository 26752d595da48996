import { expect, test } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { puzzleMachine } from '../../src/machines/puzzle.ts';
import { deadEnds, settledEvents, stateNames, untakenTransitions } from '../support/graph.ts';

const picture = { token: 't', secretKey: '', picture: '', piece: '', bits: 0 };
const events = [
  { type: 'piece.moved', x: 0 },
  { type: 'piece.moved', x: 84 },
  { type: 'piece.released' },
  { type: 'puzzle.requested' },
  ...settledEvents('load', [picture, null]),
  ...settledEvents('solve', ['proof', null]),
] as never[]; // XState's own done and error events are not in the machine's event type
type State = { value: unknown; context: { puzzle: unknown; x: number; failed: boolean; proof: string } };
const walk = {
  events,
  input: undefined,
  limit: 5_000,
  serializeState: ({ value, context: { puzzle, x, failed, proof } }: State) =>
    JSON.stringify([value, puzzle !== null, x > 0, failed, proof]),
};
const reachable = getShortestPaths(puzzleMachine, walk).map(({ state }) => state);

test('every state of a puzzle can be reached, and every transition taken', () => {
  const seen = new Set(reachable.flatMap(({ value }) => stateNames(value)));
  expect([...seen].sort()).toEqual(stateNames(puzzleMachine).sort());
  expect(untakenTransitions(puzzleMachine, walk)).toEqual([]);
});

test('from every state a puzzle can be solved', () => {
  expect(deadEnds(puzzleMachine, walk, (s) => s.matches('passed'))).toEqual([]);
});

test('a proof exists exactly after the puzzle was passed, and only a moved piece is checked', () => {
  const wrong = reachable.filter(
    (s) =>
      s.matches('passed') !== (s.context.proof !== '') ||
      (s.matches('checking') && s.context.x === 0) ||
      ((s.matches('sliding') || s.matches('checking')) && s.context.puzzle === null),
  );
  expect(wrong.map(({ value }) => value)).toEqual([]);
});
