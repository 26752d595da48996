import { isIP } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Code } from '../../contract/envelope.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Language } from '../accounts/staffPolicy.ts';
import { type Outcome, refusedSaying } from '../db/outcome.ts';
import { faultOf, type Log } from '../log.ts';
import { type EnsureTrail, ruleOf } from '../trail/ensureTrail.ts';
import { boundedByDay, type TrailRule } from '../trail/rules.ts';
import type { Actor } from '../trail/trail.ts';
import { compiled } from './compiledSchemas.ts';
import { admit, type GateNeeds } from './gate.ts';
import { parseInput } from './parse.ts';
import type { Arriving, Context, Route } from './route.ts';
import { createSearchTurns, type SearchTurns } from './searchTurns.ts';
import { languageOf, messageOf, type Wording } from './wordings.ts';

/** Runs an admitted request's work, or answers it with the stored answer of the same request made before. */
export type Once = (
  request: { operation: Operation; key: string | null; context: Context },
  work: () => Promise<Outcome<unknown>>,
) => Promise<Outcome<unknown>>;

export type ApiNeeds = GateNeeds & {
  routes: readonly Route[];
  prefix: string;
  now: () => number;
  log: Log;
  once: Once;
  ensureTrail: EnsureTrail;
};

const envelope = (code: Code, msg: string, data: unknown = null) => ({ code, msg, data });

const refusal = (code: Code, says: Wording | null, data: unknown, language: Language) =>
  envelope(code, messageOf(code, says, data, language), data);

const languageFor = (request: FastifyRequest) => languageOf(request.headers['accept-language']);

/** Business codes for what goes wrong before a route is reached. */
function wordingOf({ code, statusCode = 500 }: FastifyError): { code: Code; says: Wording | null } {
  if (statusCode === 429) return { code: Code.tooManyRequests, says: null };
  if (statusCode === 404) return { code: Code.notFound, says: null };
  if (statusCode >= 500) return { code: Code.serverError, says: null };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { code: Code.badRequest, says: 'bodyTooLarge' };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return { code: Code.fileTooLarge, says: null };
  return { code: Code.badRequest, says: 'bodyUnreadable' };
}

/** The peer's address. A proxy may pass on a header in which a stranger wrote something else. */
export const ipOf = ({ ip, socket }: FastifyRequest): string => (isIP(ip) ? ip : (socket.remoteAddress ?? ''));

/** Names a request in the log. Its own address may hold what a person typed, and a refresh token. */
export const routeOf = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? null });

/** Answers every failure in the envelope; what is our own fault is written down and not shown. */
export function answerFailure(log: Log) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { code, says } = wordingOf(error);
    if (code === Code.serverError)
      log.error('request failed', { ...faultOf(error), ...routeOf(request), requestId: request.id });
    return reply.code(200).send(refusal(code, says, null, languageFor(request)));
  };
}

export const answerUnknown = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(200).send(refusal(Code.notFound, null, null, languageFor(request)));

/** A form that cannot be read to its end is the sender's mistake, which its reader does not always say. */
const asUnreadable = (cause: Error & { statusCode?: number }) =>
  Object.assign(cause, { statusCode: cause.statusCode ?? 400 });

async function arriving(request: FastifyRequest, operation: Operation): Promise<Arriving | null> {
  if (operation.wire !== 'upload' || !request.isMultipart()) return null;
  const part = await request.file().catch((cause: Error) => Promise.reject(asUnreadable(cause)));
  // Whoever reads the file fails with the very error that ends its stream, which may have ended by now.
  if (part?.file.errored) asUnreadable(part.file.errored);
  part?.file.once('error', asUnreadable);
  return part ? { name: part.filename, stream: part.file } : null;
}

const nobody = (ip: string, requestId: string): Actor => ({
  userType: null,
  userId: null,
  ip,
  requestId,
  rowsLeft: { ok: 0, refused: 0 },
});

const headerOf = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Aborted when the connection closes, as it does when a client gives its request up. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  if (reply.raw.destroyed) gone.abort();
  return gone.signal;
}

function inputOf(operation: Operation, { query, params, body }: FastifyRequest, language: Language) {
  const fields = { ...(query as object), ...(params as object) };
  return parseInput(operation, fields, operation.wire === 'upload' ? {} : body, language);
}

async function answer(
  { operation, answer: handle }: Route,
  { request, reply, rule }: { request: FastifyRequest; reply: FastifyReply; rule: TrailRule },
  needs: ApiNeeds & { searchTurns: SearchTurns },
): Promise<unknown> {
  const language = languageFor(request);
  const [ip, requestId] = [ipOf(request), request.id];
  const { authorization, 'tenant-id': tenantHeader } = request.headers;
  const visit = { tenantHeader, authorization, ip, requestId, language };
  const admitted = await admit(operation, visit, needs);
  if (!admitted.ok) {
    const { code, says = null, data, by, tenantId = '' } = admitted;
    if (code === Code.forbidden && by) {
      const { userType, userId } = by;
      needs.log.warn('access denied', { call: operation.path, ip, requestId, tenantId, userType, userId });
    }
    const asked = by ? inputOf(operation, request, language) : null;
    const input = asked?.ok ? asked.input : null;
    const from = { tenantId, actor: by ?? nobody(ip, requestId), at: needs.now(), call: operation.path, input };
    await needs.ensureTrail(by ? rule : boundedByDay(rule), from, { ok: false, why: code });
    return refusal(code, says, data, language);
  }
  const { tenantId, user, token } = admitted;
  const parsed = inputOf(operation, request, language);
  if (!parsed.ok) {
    const msg = `${messageOf(parsed.code, null, null, language)}:${parsed.field} ${parsed.reason}`;
    return envelope(parsed.code, msg, { field: parsed.field });
  }
  const actor = user ?? nobody(ip, requestId);
  const userAgent = (headerOf(request, 'user-agent') ?? '').slice(0, 300);
  const file = await arriving(request, operation);
  // The gate has seen to it that the user is of the kind that this operation's handler expects.
  const context = { tenantId, user, actor, now: needs.now(), ip, userAgent, language, token, file } as Context;
  const { input } = parsed;
  const search = { input, person: user && `${user.kind} ${user.id}`, gone: () => goneSignal(reply) };
  const outcome = await needs.once({ operation, key: headerOf(request, 'idempotency-key'), context }, () =>
    operation.wire === 'upload' && file === null
      ? Promise.resolve(refusedSaying(Code.badRequest, 'fileMissing', { field: 'file' }))
      : needs.searchTurns(operation, search, () => handle(input, context)),
  );
  await needs.ensureTrail(
    rule,
    { tenantId, actor, at: context.now, call: operation.path, input: parsed.input },
    outcome.ok ? { ok: true, reply: outcome.data } : { ok: false, why: outcome.code },
  );
  if (!outcome.ok) return refusal(outcome.code, outcome.says ?? null, outcome.data, language);
  const data = compiled(operation.reply).parse(outcome.data);
  return operation.wire === 'raw' ? data : envelope(Code.ok, '', data);
}

/** Puts every route under the prefix, and under its second spelling where it has one. */
export function registerApi(app: FastifyInstance, apiNeeds: ApiNeeds): void {
  const needs = { ...apiNeeds, searchTurns: createSearchTurns() };
  for (const route of needs.routes) {
    const { method, path, alias } = route.operation;
    const rule = ruleOf(route.operation);
    for (const spelling of alias === null ? [path] : [path, alias])
      app.route({
        method,
        url: needs.prefix + spelling.replace(/\{(\w+)\}/g, ':$1'),
        exposeHeadRoute: false,
        handler: (request, reply) => answer(route, { request, reply, rule }, needs),
      });
  }
}
