import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/connection.ts';
import { faultOf, type Log } from '../log.ts';

/** Says whether the platform works, for whoever restarts it: the database answers within two seconds, or 503. */
export const health =
  ({ db, log }: { db: Db; log: Log }) =>
  async (app: FastifyInstance) => {
    app.get('/healthz', async (_, reply) => {
      reply.header('cache-control', 'no-store');
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('the database does not answer')), 2_000).unref();
      });
      try {
        await Promise.race([db.execute(sql`select 1`), late]);
        return { status: 'ok' };
      } catch (cause) {
        log.warn('the database does not answer', faultOf(cause));
        // Anybody may ask, and the reason of a failed statement quotes it.
        return reply.code(503).send({ status: 'failing', reason: 'the database does not answer' });
      }
    });
  };
