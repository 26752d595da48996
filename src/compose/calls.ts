import { from, map, type Observable } from 'rxjs';
import type { Answer } from '../../contract/operation.ts';

/** A call as a stream that fails when the call did: for streams that try again by themselves. */
export const ask = <T>(call: () => Promise<Answer<T>>): Observable<T> =>
  from(call()).pipe(
    map((answer) => {
      if (!answer.ok) throw new Error(answer.failure.message);
      return answer.data;
    }),
  );
