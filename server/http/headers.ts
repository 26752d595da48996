import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Proxies } from './proxies.ts';

const corsAnswers = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, tenant-id, idempotency-key, accept-language',
  'access-control-expose-headers': 'date, retry-after, content-disposition',
  'access-control-max-age': '600',
} as const;

/** Whether pages of an origin are the operator's. `null`, which sandboxed pages send, is nobody's. */
export const isListedOrigin = (origin: string, listed: readonly string[]): boolean =>
  origin !== 'null' && listed.includes(origin);

/** Lets workstations on the listed origins call the platform; pages of other origins cannot read the answers. */
export function registerCors(app: FastifyInstance, origins: readonly string[]): void {
  // The hooks of every call use callbacks: a promise for each would cost as much as their work.
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !isListedOrigin(origin, origins)) return done();
    reply.header('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') return void reply.headers(corsAnswers).code(204).send();
    reply.header('access-control-expose-headers', corsAnswers['access-control-expose-headers']);
    done();
  });
}

/** The headers of every answer: no type sniffing, no framing, no referrer. Pages and files replace the content policy. */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** A year, as browsers require for their lists; without subdomains, which may be other programs of the hospital. */
const overTls = { ...commonHeaders, 'strict-transport-security': 'max-age=31536000' } as const;

/** The common headers of an answer; over TLS they also forbid plain HTTP from now on. */
export const headersFor = (request: IncomingMessage, { isSecure }: Proxies): Readonly<Record<string, string>> =>
  isSecure(request) ? overTls : commonHeaders;

export function registerCommonHeaders(app: FastifyInstance, proxies: Proxies): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.raw, proxies));
    done();
  });
}

/** Answers of calls contain patient data, so no cache may keep them. */
export function registerNoStore(api: FastifyInstance): void {
  api.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}
