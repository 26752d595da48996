import { Observable, type OperatorFunction } from 'rxjs';

/**
 * Does the work for a trigger and ignores those that come meanwhile, except that the last of them is worked off after it:
 * never two at once, and never an answer that is older than the last trigger. (`throttle` with `exhaustMap`, the usual
 * recipe, stands still for good after work that ends at once.)
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
