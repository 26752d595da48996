import {
  catchError,
  concatMap,
  debounceTime,
  EMPTY,
  from,
  map,
  merge,
  NEVER,
  type Observable,
  switchMap,
  timer,
  toArray,
} from 'rxjs';
import type { ConversationId } from '../../contract/ids.ts';
import { exhaustWithTrailing } from './exhaustWithTrailing.ts';
import type { Live } from './live.ts';

type Heads = Readonly<Record<string, number>>;

type Needs = {
  readonly linked$: Live<boolean>;
  /** Emits when a conversation was added. */
  readonly added$: Observable<void>;
  readonly conversations: () => readonly ConversationId[];
  /** Joins the conversations' rooms; the answer contains the head seq of each. */
  readonly join: (ids: readonly ConversationId[]) => Observable<Heads>;
  /** Interval of head checks, which detect a push that was lost on a working link. */
  readonly checkEveryMs: number;
};

const maxRooms = 500;

const chunks = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

/** Joins every room on each new link, for each added conversation and at an interval. Emits the heads of one round. */
export function joinRooms({ linked$, added$, conversations, join, checkEveryMs }: Needs): Observable<Heads> {
  const joinAll = () =>
    from(chunks(conversations(), maxRooms)).pipe(
      concatMap(join),
      toArray(),
      map((answers): Heads => Object.assign({}, ...answers)),
      catchError(() => EMPTY),
    );
  return linked$.pipe(
    switchMap((up) => (up ? merge(timer(0, checkEveryMs), added$.pipe(debounceTime(0))) : NEVER)),
    exhaustWithTrailing(joinAll),
  );
}
