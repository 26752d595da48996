import type { FastifyInstance } from 'fastify';
import { Code } from '../../contract/envelope.ts';
import { refusedWith } from '../db/outcome.ts';
import { refusalEnvelope } from './envelope.ts';
import { languageOf } from './request.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const checkMs = 20;

/** Counts the calls in progress and refuses those beyond the limit, or of a process that closes, before they cost anything. */
export function createCallLimit(maxCalls: number) {
  let [running, isClosed] = [0, false];

  return {
    register(api: FastifyInstance): void {
      api.addHook('onRequest', async (request, reply) => {
        if (running < maxCalls && !isClosed) return;
        request.code = Code.tooManyRequests;
        return reply
          .header('retry-after', '1')
          .send(refusalEnvelope(refusedWith(Code.tooManyRequests, 'platformBusy'), languageOf(request)));
      });
      // A call counts once its body has arrived, so that slow senders cannot keep others out.
      api.addHook('preValidation', async (_, reply) => {
        running += 1;
        let isOver = false;
        const end = () => {
          if (!isOver) running -= 1;
          isOver = true;
        };
        // A call whose client has gone closes without finishing.
        reply.raw.once('finish', end).once('close', end);
      });
    },
    running: () => running,
    /** Refuses every further call. */
    close(): void {
      isClosed = true;
    },
    /** Resolves once no call is in progress, and at the latest after `maxWaitMs`. */
    async idle(maxWaitMs: number): Promise<void> {
      for (let waitedMs = 0; running > 0 && waitedMs < maxWaitMs; waitedMs += checkMs) await pause(checkMs);
    },
  };
}

export type CallLimit = ReturnType<typeof createCallLimit>;
