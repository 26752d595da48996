import { type ActorRefFrom, assign, setup } from 'xstate';
import { lastX, type Puzzle } from '../domain/puzzle.ts';
import { placeholderActor } from './actors.ts';

type PuzzleContext = {
  readonly puzzle: Puzzle | null;
  /** Horizontal position of the piece, in pixels of the platform's picture. */
  readonly x: number;
  readonly failed: boolean;
  readonly proof: string;
};

/** A slider puzzle. Each puzzle allows one attempt; after a wrong one a new puzzle is loaded. */
export const puzzleMachine = setup({
  types: {
    context: {} as PuzzleContext,
    output: {} as string,
    events: {} as { type: 'piece.moved'; x: number } | { type: 'piece.released' } | { type: 'puzzle.requested' },
    tags: {} as 'busy' | 'unavailable',
  },
  actors: {
    load: placeholderActor<Puzzle | null>('load'),
    solve: placeholderActor<string | null, { puzzle: Puzzle | null; x: number }>('solve'),
  },
  actions: {
    setPuzzle: assign((_, puzzle: Puzzle | null) => ({ puzzle, x: 0 })),
    move: assign((_, x: number) => ({ x: Math.max(0, Math.min(lastX, Math.round(x))), failed: false })),
    fail: assign({ failed: true }),
    clear: assign({ failed: false }),
    pass: assign((_, proof: string | null) => ({ proof: proof ?? '', failed: false })),
  },
  guards: {
    isThere: (_, found: Puzzle | string | null) => found !== null,
    hasMoved: ({ context }) => context.x > 0,
  },
}).createMachine({
  id: 'puzzle',
  context: { puzzle: null, x: 0, failed: false, proof: '' },
  output: ({ context }) => context.proof,
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: { type: 'isThere', params: ({ event }) => event.output },
            target: 'sliding',
            actions: { type: 'setPuzzle', params: ({ event }) => event.output },
          },
          { target: 'unavailable' },
        ],
        onError: 'unavailable',
      },
    },
    sliding: {
      on: {
        'piece.moved': { actions: { type: 'move', params: ({ event }) => event.x } },
        'piece.released': { guard: 'hasMoved', target: 'checking' },
        'puzzle.requested': { target: 'loading', actions: 'clear' },
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'solve',
        src: 'solve',
        input: ({ context: { puzzle, x } }) => ({ puzzle, x }),
        onDone: [
          {
            guard: { type: 'isThere', params: ({ event }) => event.output },
            target: 'passed',
            actions: { type: 'pass', params: ({ event }) => event.output },
          },
          { target: 'loading', actions: 'fail' },
        ],
        onError: { target: 'loading', actions: 'fail' },
      },
    },
    unavailable: { tags: 'unavailable', on: { 'puzzle.requested': 'loading' } },
    passed: { type: 'final' },
  },
});

export type PuzzleActor = ActorRefFrom<typeof puzzleMachine>;
