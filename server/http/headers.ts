import type { FastifyInstance } from 'fastify';

const corsAnswers = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, tenant-id, idempotency-key, accept-language',
  'access-control-expose-headers': 'date, retry-after, content-disposition',
  'access-control-max-age': '600',
} as const;

/** Lets workstations on the listed origins call the platform; pages of other origins cannot read the answers. */
export function registerCors(app: FastifyInstance, origins: readonly string[]): void {
  // The hooks of every call use callbacks: a promise for each would cost as much as their work.
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !origins.includes(origin)) return done();
    reply.header('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') return void reply.headers(corsAnswers).code(204).send();
    reply.header('access-control-expose-headers', corsAnswers['access-control-expose-headers']);
    done();
  });
}

const answerHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The headers of every answer: no caching, no type sniffing, no framing, no referrer. */
export function registerAnswerHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(answerHeaders);
    done();
  });
}
