import { hash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../observe/metrics.ts';

/** Compares digests, so that the time taken tells nothing about the token. */
const isToken = (token: string, authorization: string | undefined): boolean => {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(`Bearer ${token}`), digest(authorization ?? ''));
};

/** Serves `/metrics` beside the calls to whoever has the token; without a token it does not exist there. */
export async function metricsPlugin(
  app: FastifyInstance,
  { metrics, token }: { metrics: Metrics; token: string | null },
): Promise<void> {
  if (token === null)
    return void app.get('/metrics', (_, reply) => reply.code(404).type('text/plain').send('Not found'));
  app.get('/metrics', async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isToken(token, headers.authorization)) return reply.code(401).header('www-authenticate', 'Bearer').send();
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** A listener for `/metrics` alone, for a port that only the monitoring can reach. */
export function createMetricsServer(metrics: Metrics, token: string | null): Server {
  return createServer((request, response) => {
    const answer = (status: number, text: string, type = 'text/plain') =>
      void response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    if (request.method !== 'GET' || request.url !== '/metrics') return answer(404, 'Not found');
    if (token !== null && !isToken(token, request.headers.authorization)) return answer(401, '');
    metrics.text().then(
      (text) => answer(200, text, metrics.contentType),
      () => answer(500, ''),
    );
  });
}
