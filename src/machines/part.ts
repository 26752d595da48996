import { assign, fromCallback, setup } from 'xstate';
import { limits } from '../../contract/limits.ts';
import { placeholderActor } from './actors.ts';

/** The code of a part did not load in time. */
export class ChunkTimeout extends Error {
  override name = 'ChunkTimeout';
}

type PartContext = { readonly code: object | null; readonly failures: number; readonly cause: unknown };

/** After this many tries, within about 4 s, the place of the part says that it is missing. */
const firstTries = 4;
const longestPauseMs = 60_000;

/**
 * Code that loads after the first view. It is requested again with growing pauses; while it stays away its place says so,
 * and the requests go on.
 */
export const partMachine = setup({
  types: {
    context: {} as PartContext,
    events: {} as { type: 'part.needed' } | { type: 'network.returned' },
    tags: {} as 'away',
  },
  actors: {
    /** `failure` is the one before, or null. */
    importCode: placeholderActor<object, { readonly failure: unknown }>('importCode'),
    network: fromCallback<{ type: 'unused' }>(() => {}),
  },
  actions: {
    keepCode: assign((_, code: object) => ({ code })),
    countFailure: assign(({ context }, { cause }: { readonly cause: unknown }) => ({
      failures: context.failures + 1,
      cause,
    })),
    beginAnew: assign({ failures: 0 }),
  },
  guards: { isLastOfFirstTries: ({ context }) => context.failures + 1 >= firstTries },
  delays: {
    pause: ({ context }) => Math.min(longestPauseMs, 250 * 2 ** context.failures),
    limit: limits.chunkTimeoutMs,
  },
}).createMachine({
  id: 'part',
  context: { code: null, failures: 0, cause: null },
  invoke: { id: 'network', src: 'network' },
  initial: 'unneeded',
  states: {
    unneeded: { on: { 'part.needed': 'loading' } },
    loading: {
      invoke: {
        id: 'firstImport',
        src: 'importCode',
        input: ({ context }) => ({ failure: context.cause }),
        onDone: { target: 'loaded', actions: { type: 'keepCode', params: ({ event }) => event.output } },
        onError: [
          {
            guard: 'isLastOfFirstTries',
            target: 'away',
            actions: { type: 'countFailure', params: ({ event }) => ({ cause: event.error }) },
          },
          { target: 'pausing', actions: { type: 'countFailure', params: ({ event }) => ({ cause: event.error }) } },
        ],
      },
      after: {
        limit: { target: 'away', actions: { type: 'countFailure', params: () => ({ cause: new ChunkTimeout() }) } },
      },
    },
    pausing: {
      on: { 'network.returned': 'loading' },
      after: { pause: 'loading' },
    },
    away: {
      tags: 'away',
      on: { 'part.needed': { target: 'loading', actions: 'beginAnew' }, 'network.returned': 'loadingLate' },
      after: { pause: 'loadingLate' },
    },
    loadingLate: {
      tags: 'away',
      invoke: {
        id: 'lateImport',
        src: 'importCode',
        input: ({ context }) => ({ failure: context.cause }),
        onDone: { target: 'loaded', actions: { type: 'keepCode', params: ({ event }) => event.output } },
        onError: { target: 'away', actions: { type: 'countFailure', params: ({ event }) => ({ cause: event.error }) } },
      },
      on: { 'part.needed': { target: 'loading', actions: 'beginAnew' } },
      after: {
        limit: { target: 'away', actions: { type: 'countFailure', params: () => ({ cause: new ChunkTimeout() }) } },
      },
    },
    loaded: { type: 'final' },
  },
});
