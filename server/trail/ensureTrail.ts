import { catalogue } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import type { RefusalReason } from '../../contract/im.ts';
import type { Operation } from '../../contract/operation.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { callRules, type Named, type TrailRule } from './rules.ts';
import { type Actor, type Deed, trail, trailDaily } from './trail.ts';

/** A request at the edge of the server: whose hospital, who asks, and for what. `input` is null where it was not read. */
export type Request = { tenantId: string; actor: Actor; at: number; call: string; input: unknown };

/** How it ended: with what was answered, or with the code of its refusal. */
export type Ending = { ok: true; reply: unknown } | { ok: false; why: Code | RefusalReason };

/** Refusals that say nothing about patient data: the request could not be read, or came too fast or twice. */
const unrelated: readonly (Code | RefusalReason)[] = [
  ...[Code.badRequest, Code.tooManyRequests, Code.repeated, Code.serverError],
  ...(['validation', 'rateLimited'] as const),
];

const rules = new Map<Operation, TrailRule>(
  // The table has the catalogue's names, by its type.
  Object.entries<Operation>(catalogue).map(([name, operation]) => [
    operation,
    callRules[name as keyof typeof callRules],
  ]),
);

/** The rule of a call of the catalogue. A call without one would answer unseen, so it does not start. */
export function ruleOf(operation: Operation): TrailRule {
  const rule = rules.get(operation);
  if (rule === undefined) throw new Error(`${operation.path} has no rule for the trail`);
  return rule;
}

const isNamed = (named: unknown): named is Named => typeof named === 'object' && named !== null && 'given' in named;

/** Leaves the row of a request's rule before it is answered, unless whoever did the work has left one that says more. */
export function createEnsureTrail({ uow }: { uow: UnitOfWork }) {
  return async function ensureTrail(rule: TrailRule, request: Request, ending: Ending): Promise<void> {
    const { tenantId, actor, at, call, input } = request;
    if (rule.leaves === 'nothing' || tenantId === '') return;
    const { ok, refused } = actor.rowsLeft ?? { ok: 0, refused: 0 };
    if (refused > 0 || (ending.ok && ok > 0)) return;
    // Those whom nobody has let in read and change nothing.
    if (ending.ok && actor.userId === null) return;
    const isSignIn = rule.entity === 'session' && !ending.ok && ending.why === Code.tooManyRequests;
    if (!ending.ok && unrelated.includes(ending.why) && !isSignIn) return;

    const store = uow.read(tenantId);
    const { action, entity, leaves, of } = rule;
    const leave = (entityId: string | null, outcome: Deed['outcome']) => {
      const detail = ending.ok ? { call } : { call, code: ending.why };
      const deed = { action, entity, entityId, patientId: null, purpose: null, outcome, detail } as const;
      return leaves === 'daily' ? trailDaily(store, actor, at, deed) : trail(store, actor, at, deed);
    };
    // The input and reply were parsed by the schemas that the rule of this very call is written for.
    const reply = ending.ok ? ending.reply : null;
    const named = (input === null ? null : of?.(input as never, reply as never)) ?? null;
    if (!isNamed(named)) return leave(named, ending.ok ? 'ok' : 'refused');
    await Promise.all([
      ...named.given.map((id) => leave(id, 'ok')),
      ...named.refused.map((id) => leave(id, 'refused')),
    ]);
  };
}

export type EnsureTrail = ReturnType<typeof createEnsureTrail>;
