import { expect, test } from 'vitest';
import { possibleMoves } from '../../../src/screens/cloudRoom/PaneTools.tsx';

const ways = (place: number, among: number, columns: number) =>
  possibleMoves(place, among, columns).map(({ way }) => way);

test('a pane offers only the moves possible from its place', () => {
  expect(ways(0, 1, 1)).toEqual([]);
  expect(ways(0, 2, 1)).toEqual(['down']);
  expect(ways(1, 3, 3)).toEqual(['left', 'right']);
  expect(ways(2, 6, 3)).toEqual(['left', 'down']);
  expect(ways(4, 6, 3)).toEqual(['left', 'right', 'up']);
  expect(ways(2, 5, 3)).toEqual(['left']);
});

test('up and down move by one row', () => {
  expect(possibleMoves(4, 6, 3).find(({ way }) => way === 'up')).toEqual({ way: 'up', to: 1 });
  expect(possibleMoves(1, 6, 3).find(({ way }) => way === 'down')).toEqual({ way: 'down', to: 4 });
});
