import type { PuzzleActor } from '../../machines/puzzle.ts';
import { onDemand, useOnDemand } from '../../ui/onDemand.ts';

type Props = { readonly puzzle: PuzzleActor | undefined; readonly onDismiss: () => void };

/** The code of the puzzle: nobody sees one before a form is sent. */
export const puzzleBoard = onDemand(() => import('./PuzzleBoard.tsx'));

/** The puzzle that stands before a sign-in or an SMS, while there is one. */
export function Puzzle({ puzzle, onDismiss }: Props) {
  const layer = useOnDemand(puzzleBoard, puzzle ? 'now' : 'resting');
  return layer && puzzle ? <layer.PuzzleBoard puzzle={puzzle} onDismiss={onDismiss} /> : null;
}
