import {
  BehaviorSubject,
  distinctUntilChanged,
  EMPTY,
  ignoreElements,
  merge,
  Observable,
  Subject,
  share,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import type { Answer } from '../../contract/operation.ts';
import type { Live } from './live.ts';

/** Result of the latest search text; earlier results remain until newer ones arrive. */
export type Searched<T> = {
  readonly state: 'idle' | 'searching' | 'found' | 'failed';
  readonly found: readonly T[];
};

/** A search box: `typed` takes the text, `searched$` holds the results. */
export type Search<T> = { readonly searched$: Live<Searched<T>>; typed(text: string): void };

const idle: Searched<never> = { state: 'idle', found: [] };

/** Searches once typing pauses, and only for the latest text: late answers for older text are ignored. */
export function createSearch<T>(
  ask: (text: string) => Observable<Answer<readonly T[]>>,
  { pauseMs }: { readonly pauseMs: number },
): Search<T> {
  const typed$ = new Subject<string>();
  const latest$ = new BehaviorSubject<Searched<T>>(idle);
  const { found: nothing } = idle;
  const searching$ = typed$.pipe(
    distinctUntilChanged(),
    tap((text) => latest$.next(text === '' ? idle : { state: 'searching', found: latest$.value.found })),
    switchMap((text) => (text === '' ? EMPTY : timer(pauseMs).pipe(switchMap(() => ask(text))))),
    tap((answer) =>
      latest$.next(answer.ok ? { state: 'found', found: answer.data } : { state: 'failed', found: nothing }),
    ),
    ignoreElements(),
    share(),
  );
  const shared$ = new Observable<Searched<T>>((subscriber) => merge(latest$, searching$).subscribe(subscriber));
  const searched$ = Object.defineProperty(shared$, 'value', { get: () => latest$.value });
  return {
    searched$: searched$ as typeof shared$ & { readonly value: Searched<T> },
    typed: (text) => typed$.next(text.trim()),
  };
}
