import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Code } from '../../contract/envelope.ts';
import type { Operation } from '../../contract/operation.ts';
import { type Outcome, refusedWith } from '../db/outcome.ts';
import { storeOf } from '../db/store.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import type { Log } from '../log.ts';
import { type EnsureTrail, ruleOf } from '../trail/ensureTrail.ts';
import type { TrailRule } from '../trail/rules.ts';
import { type Admitted, registerAdmission, type TokenChecks } from './admission.ts';
import { compiled } from './compiledSchemas.ts';
import { answerRefusal, envelope } from './envelope.ts';
import { codeWithin } from './observeRequests.ts';
import { invalidInput, readInput } from './parse.ts';
import type { RateLimits } from './rateLimits.ts';
import { callOriginOf, connectionSignal, headerOf, incomingFile, ipOf, languageOf } from './request.ts';
import { anonymousActor, type Context, type Route } from './route.ts';
import { createSearchLimits } from './searchLimits.ts';

/** Runs an admitted call's work, or answers with the stored outcome of an earlier call with the same key. */
export type Idempotency = (
  call: { operation: Operation; input: unknown; key: string | null; context: Context },
  work: () => Promise<Outcome<unknown>>,
) => Promise<Outcome<unknown>>;

export type OperationNeeds = TokenChecks & {
  uow: UnitOfWork;
  log: Log;
  now: () => number;
  idempotency: Idempotency;
  ensureTrail: EnsureTrail;
  rateLimits: RateLimits;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
  interface FastifyInstance {
    /** Adds operations of the contract to this plugin's scope. */
    addOperations(routes: readonly Route[]): void;
  }
}

/** The paths of an operation as Fastify writes them: its own, and its second spelling where it has one. */
const urlsOf = ({ path, alias }: Operation): string[] =>
  (alias === null ? [path] : [path, alias]).map((spelling) => spelling.replace(/\{(\w+)\}/g, ':$1'));

async function contextOf(
  request: FastifyRequest,
  operation: Operation,
  admitted: Admitted,
  { now, uow }: Pick<OperationNeeds, 'now' | 'uow'>,
) {
  const { hospitalId, user, token } = admitted;
  const ip = ipOf(request);
  const actor = user ?? anonymousActor(callOriginOf(request, operation.path));
  const userAgent = (headerOf(request, 'user-agent') ?? '').slice(0, 300);
  const file = await incomingFile(request, operation);
  const language = languageOf(request);
  const call = { by: user, at: now(), store: storeOf(uow, hospitalId), language };
  // Admission has checked that the user is of the kind that this operation's handler expects.
  return { ...call, hospitalId, actor, ip, userAgent, token, file } as Context;
}

/**
 * Makes `addOperations` available to the plugins of this scope. Each call is admitted before its input is parsed, and its
 * row is on the trail before it is answered.
 */
export function registerOperations(
  api: FastifyInstance,
  { ensureTrail, idempotency, now, uow, ...checks }: OperationNeeds,
) {
  const limitSearch = createSearchLimits();
  registerAdmission(api, { ensureTrail, now, ...checks });

  function run({ operation, answer: handle }: Route, input: unknown, context: Context, reply: FastifyReply) {
    const { by, file } = context;
    const search = { input, person: by && `${by.kind} ${by.id}`, signal: () => connectionSignal(reply) };
    return operation.wire === 'upload' && file === null
      ? Promise.resolve(refusedWith(Code.badRequest, 'fileMissing', { field: 'file' }))
      : limitSearch(operation, search, () => handle(input, context));
  }

  async function answer(route: Route, rule: TrailRule, request: FastifyRequest, reply: FastifyReply) {
    const { operation } = route;
    const { admitted } = request;
    if (admitted === null) throw new Error(`${operation.path} was reached without admission`);
    const parsed = readInput(operation, request);
    if (!parsed.ok) {
      request.code = Code.badRequest;
      return invalidInput(parsed, languageOf(request));
    }
    const { input } = parsed;
    const context = await contextOf(request, operation, admitted, { now, uow });
    const key = headerOf(request, 'idempotency-key');
    const outcome = await idempotency({ operation, input, key, context }, () => run(route, input, context, reply));
    const { hospitalId, actor, at, language } = context;
    await ensureTrail(
      rule,
      { hospitalId, actor, at, call: operation.path, input },
      outcome.ok ? { ok: true, reply: outcome.data } : { ok: false, why: outcome.code },
    );
    request.code = outcome.ok ? codeWithin(operation, outcome.data) : outcome.code;
    if (!outcome.ok) return answerRefusal(reply, outcome, language);
    const data = compiled(operation.reply).parse(outcome.data);
    return operation.wire === 'raw' ? data : { ...envelope(Code.ok, '', data), ...outcome.extension };
  }

  api.decorate('addOperations', function (this: FastifyInstance, routes: readonly Route[]) {
    for (const route of routes) {
      const { operation } = route;
      const rule = ruleOf(operation);
      for (const url of urlsOf(operation))
        this.route({
          method: operation.method,
          url,
          exposeHeadRoute: false,
          config: { operation },
          handler: (request, reply) => answer(route, rule, request, reply),
        });
    }
  });
}
