import { Observable, type OperatorFunction } from 'rxjs';

/**
 * Like exhaustMap, but runs once more for the last trigger that arrived while working: never two at once, and the last
 * result is never older than the last trigger. (`throttle` with `exhaustMap`, the usual recipe, stops forever after
 * work that completes synchronously.)
 */
export const exhaustWithTrailing =
  <T, R>(work: (value: T) => Observable<R>): OperatorFunction<T, R> =>
  (source) =>
    new Observable((out) => {
      let isOver = false;
      let isBusy = false;
      let next: { readonly value: T } | null = null;

      function begin(value: T) {
        isBusy = true;
        out.add(
          work(value).subscribe({
            next: (result) => out.next(result),
            error: (cause) => out.error(cause),
            complete: () => {
              isBusy = false;
              const waiting = next;
              next = null;
              if (waiting) begin(waiting.value);
              else if (isOver) out.complete();
            },
          }),
        );
      }

      return source.subscribe({
        next: (value) => {
          if (isBusy) next = { value };
          else begin(value);
        },
        error: (cause) => out.error(cause),
        complete: () => {
          isOver = true;
          if (!isBusy) out.complete();
        },
      });
    });
