import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/connection.ts';
import { faultOf, type Log } from '../log.ts';

type Needs = {
  db: Db;
  log: Log;
  /** Whether this process is about to end, so that a balancer sends its calls elsewhere. */
  isDraining?: () => boolean;
};

/** Reports to a supervisor whether the platform works: 503 unless the database answers within two seconds. */
export async function healthPlugin(app: FastifyInstance, { db, log, isDraining = () => false }: Needs): Promise<void> {
  app.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store');
    if (isDraining()) return reply.code(503).send({ status: 'ending' });
    return { status: 'ready' };
  });
  app.get('/healthz', async (_, reply) => {
    reply.header('cache-control', 'no-store');
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('the database does not answer')), 2_000).unref();
    });
    try {
      await Promise.race([db.execute(sql`select 1`), timeout]);
      return { status: 'ok' };
    } catch (cause) {
      log.warn('the database does not answer', faultOf(cause));
      // The route is public, and a database error quotes the statement, so the cause is not sent.
      return reply.code(503).send({ status: 'failing', reason: 'the database does not answer' });
    }
  });
}
