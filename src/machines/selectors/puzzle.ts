import type { SnapshotFrom } from 'xstate';
import type { Puzzle } from '../../domain/puzzle.ts';
import type { puzzleMachine } from '../puzzle.ts';

type Snapshot = SnapshotFrom<typeof puzzleMachine>;

export const shownPuzzle = (s: Snapshot): Puzzle | null => s.context.puzzle;

/** Where the piece is. */
export const pieceX = (s: Snapshot): number => s.context.x;

/** Whether the last piece was put in a wrong place. */
export const wasTryWrong = (s: Snapshot): boolean => s.context.failed;

export const isPuzzleBusy = (s: Snapshot): boolean => s.hasTag('busy');

export const isPuzzleUnavailable = (s: Snapshot): boolean => s.hasTag('unavailable');
