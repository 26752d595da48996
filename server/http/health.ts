import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../observe/readiness.ts';

/**
 * `/healthz` answers while the process does: a supervisor restarts one that does not. `/readyz` is 503 with the parts that
 * cannot serve: a balancer then sends its requests to other processes. A degraded part is named without that, because no other
 * process could do without it either. Causes are in the log only, because both are public.
 */
export async function healthPlugin(app: FastifyInstance, { readiness }: { readiness: Readiness }): Promise<void> {
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const failing = await readiness.failing();
    if (failing.length > 0) return reply.code(503).send({ status: 'failing', failing });
    const degraded = readiness.degraded();
    return degraded.length === 0 ? { status: 'ok' } : { status: 'ok', degraded };
  });
}
