import { catchError, concat, concatMap, defer, EMPTY, type Observable, of, switchMap, throwError, timer } from 'rxjs';
import type { ChatEvent, ChatRequest } from '../domain/chat.ts';

type Needs = {
  /** What is missing at this moment; null when nothing is. */
  readonly next: () => ChatRequest | null;
  readonly load: (request: ChatRequest) => Observable<ChatEvent>;
  readonly maxPauseMs: number;
};

const firstPauseMs = 500;

/**
 * Loads what a chat is missing, one request after the other, until nothing is; after a failure again, after a pause that
 * doubles. The subscriber must apply each event at once, because the next request depends on it.
 */
export function catchUp({ next, load, maxPauseMs }: Needs): Observable<ChatEvent> {
  const loadMissing = (): Observable<ChatEvent> =>
    defer(() => {
      const request = next();
      if (request === null) return EMPTY;
      const proceed = defer(() =>
        JSON.stringify(next()) === JSON.stringify(request)
          ? throwError(() => new Error('an answer brought no progress'))
          : loadMissing(),
      );
      return load(request).pipe(concatMap((event) => concat(of(event), proceed)));
    });

  const attempt = (failures: number): Observable<ChatEvent> =>
    concat(
      of<ChatEvent>({ type: 'catchUp.started' }),
      loadMissing(),
      of<ChatEvent>({ type: 'catchUp.completed' }),
    ).pipe(
      catchError(() => {
        const pause$ = timer(Math.min(maxPauseMs, firstPauseMs * 2 ** failures));
        return concat(of<ChatEvent>({ type: 'catchUp.failed' }), pause$.pipe(switchMap(() => attempt(failures + 1))));
      }),
    );

  return attempt(0);
}
