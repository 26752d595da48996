import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../observe/readiness.ts';

/**
 * `/healthz` answers while the process does, `/readyz` is 503 with the parts that cannot serve, and the log alone has the
 * causes, because both are public. A degraded part is named without 503, because no other process could do without it
 * either.
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
