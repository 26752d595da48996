import { Observable } from 'rxjs';

/** A call as a stream: made when somebody waits for it, given up when nobody does any more. */
export const fromAbortable = <T>(call: (signal: AbortSignal) => Promise<T>): Observable<T> =>
  new Observable<T>((watcher) => {
    const own = new AbortController();
    call(own.signal).then(
      (answer) => {
        watcher.next(answer);
        watcher.complete();
      },
      (cause: unknown) => watcher.error(cause),
    );
    return () => own.abort();
  });
