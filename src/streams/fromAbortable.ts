import { from, map, Observable } from 'rxjs';
import type { Answer } from '../../contract/operation.ts';

/** Calls at once and turns a failed answer into an error, for streams that retry. */
export const fromAnswer = <T>(call: () => Promise<Answer<T>>): Observable<T> =>
  from(call()).pipe(
    map((answer) => {
      if (!answer.ok) throw new Error(answer.failure.message);
      return answer.data;
    }),
  );

/** Turns a call into a cold observable: subscribing starts it, unsubscribing aborts it. */
export const fromAbortable = <T>(call: (signal: AbortSignal) => Promise<T>): Observable<T> =>
  new Observable<T>((subscriber) => {
    const own = new AbortController();
    call(own.signal).then(
      (answer) => {
        subscriber.next(answer);
        subscriber.complete();
      },
      (cause: unknown) => subscriber.error(cause),
    );
    return () => own.abort();
  });
