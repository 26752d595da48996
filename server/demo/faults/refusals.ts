import type { IncomingMessage, ServerResponse } from 'node:http';
import { Code } from '../../../contract/envelope.ts';

type Needs = { apiPrefix: string; now: () => number };

/** Refuses calls of the workstation as a platform would that has forgotten a token or has too much to do. */
export function createRefusals({ apiPrefix, now }: Needs) {
  let unauthorised = 0;
  let busyUntil = 0;

  const isCall = ({ url = '', headers }: IncomingMessage) =>
    url.startsWith(`${apiPrefix}/`) && headers.authorization !== undefined;

  function answer(response: ServerResponse, code: Code, headers: Record<string, string> = {}): true {
    response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers })
      .end(JSON.stringify({ code, msg: 'Asked for by the demonstration', data: null }));
    return true;
  }

  return {
    /** The next call with a token is refused with 401. */
    unauthoriseNext() {
      unauthorised += 1;
    },
    /** Every call with a token is refused with 429 for so long. */
    beBusy(forMs: number) {
      busyUntil = now() + forMs;
    },
    /** Answers a call that is to be refused; false for all others. */
    refuse(request: IncomingMessage, response: ServerResponse): boolean {
      if (!isCall(request)) return false;
      if (unauthorised > 0) {
        unauthorised -= 1;
        return answer(response, Code.unauthorised);
      }
      const leftMs = busyUntil - now();
      return leftMs > 0 && answer(response, Code.tooManyRequests, { 'retry-after': `${Math.ceil(leftMs / 1_000)}` });
    },
  };
}
