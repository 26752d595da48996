/** The ways a pane can go. */
export type Way = 'left' | 'right' | 'up' | 'down';

/** Where a pane can go from its place in the grid, in the words for what is seen: beside it, above, or below. */
export function movesOf(place: number, among: number, columns: number): { way: Way; to: number }[] {
  const column = place % columns;
  const moves: { way: Way; to: number }[] = [
    { way: 'left', to: column > 0 ? place - 1 : -1 },
    { way: 'right', to: column < columns - 1 ? place + 1 : -1 },
    { way: 'up', to: place - columns },
    { way: 'down', to: place + columns },
  ];
  return moves.filter(({ to }) => to >= 0 && to < among);
}
