import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Code } from '../../contract/envelope.ts';
import { patientLogin } from '../../contract/extension/patient.ts';
import { login, refreshToken, smsLogin } from '../../contract/http/auth.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Log } from '../log.ts';
import { createContext, type RequestContext, readTraceParent, requestIdOf, runInContext } from '../observe/context.ts';
import type { Outcome } from '../observe/metrics.ts';
import type { Observation } from '../observe/observation.ts';
import type { Proxies } from './proxies.ts';
import { ipOf, routeOf } from './request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The ids of this request; set before any other hook runs. */
    observed: RequestContext | null;
    /** The business code of the answer; null where the answer has none, such as for a page. */
    code: number | null;
  }
}

type Needs = { log: Log; observation: Observation; proxies: Proxies };

const signIns = new Set<Operation>([login, smsLogin, patientLogin]);

/** The wire answers a refused sign-in by SMS code with success, and the refusal inside. */
export function codeWithin(operation: Operation, data: unknown): number {
  const inner = operation === smsLogin ? Reflect.get(Object(data), 'code') : Code.ok;
  return typeof inner === 'number' ? inner : Code.ok;
}

const succeeded: readonly (number | null)[] = [Code.ok, Code.accepted, null];

function outcomeOf(code: number | null, status: number): Outcome {
  if (code === Code.serverError || status >= 500) return 'fault';
  return succeeded.includes(code) && status < 400 ? 'ok' : 'refused';
}

/** The calls of one domain are one group: the first part of their path. */
const groupOf = ({ path }: Operation) => path.split('/').slice(1, 3).join('/');

const nameOf = ({ routeOptions, method }: FastifyRequest) =>
  routeOptions?.config?.operation?.path ?? `${method} ${routeOptions?.url ?? 'unknown'}`;

/**
 * Gives each request its ids, and its log lines with them; measures and traces it. The name of a request is its route,
 * because its own address may hold typed text.
 */
export function observeRequests(app: FastifyInstance, { log, observation, proxies }: Needs): void {
  const { metrics, recent, tracing } = observation;
  app.decorateRequest('observed', null);
  app.decorateRequest('code', null);

  app.addHook('onRequest', (request, reply, done) => {
    const parent = proxies.isFromProxy(request.raw) ? readTraceParent(request.headers.traceparent) : null;
    const attributes = { 'http.request.method': request.method, 'cloudroom.request_id': request.id };
    const span = tracing?.start({ name: nameOf(request), kind: 'server', attributes, parent }) ?? null;
    request.observed = createContext(request.id, parent, span);
    reply.header('x-request-id', request.id);
    done();
  });

  // Reading the body loses the context of the hooks before it.
  app.addHook('preValidation', (request, _, done) => {
    if (request.observed) runInContext(request.observed, done);
    else done();
  });

  function count(operation: Operation, request: FastifyRequest, outcome: Outcome, ms: number) {
    const { code, admitted } = request;
    if (admitted?.hospitalId) recent.add(admitted.hospitalId, groupOf(operation), ms, outcome === 'fault');
    if (code === Code.tooManyRequests) metrics.rateLimited(operation.path);
    if (operation === refreshToken) metrics.renewal(outcome);
    if (outcome === 'refused' && code !== null && signIns.has(operation)) metrics.refusedSignIn(code);
  }

  function record(request: FastifyRequest, reply: FastifyReply) {
    const { code, observed } = request;
    const outcome = outcomeOf(code, reply.statusCode);
    metrics.call(nameOf(request), outcome, reply.elapsedTime / 1_000);
    const { operation } = request.routeOptions?.config ?? {};
    if (operation) count(operation, request, outcome, reply.elapsedTime);
    const attributes = { 'http.response.status_code': reply.statusCode, 'cloudroom.code': code ?? reply.statusCode };
    observed?.span?.end(outcome === 'fault' ? { fault: 'fault', attributes } : { attributes });
    const [ip, ms] = [ipOf(request), Math.round(reply.elapsedTime)];
    log.info('request', { ...routeOf(request), ip, status: reply.statusCode, code, ms });
  }

  app.addHook('onResponse', (request, reply, done) => {
    if (request.observed) runInContext(request.observed, () => record(request, reply));
    else record(request, reply);
    done();
  });
}

/** The id that a trusted proxy gave the request; clients cannot choose the ids of log and trail. */
export const createRequestIds = (proxies: Proxies) => (request: IncomingMessage) =>
  requestIdOf(proxies.isFromProxy(request) ? request.headers['x-request-id'] : null);
