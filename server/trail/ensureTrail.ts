import { catalogue } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import type { RefusalReason } from '../../contract/im.ts';
import type { Operation } from '../../contract/operation.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { callRules, type Named, type TrailRule } from './rules.ts';
import { type Actor, appendDailyTrail, appendShownPatients, appendTrail, type TrailEntry } from './trail.ts';

/** A request as it reached the server: its hospital, actor, call and input. `input` is null where it was not parsed. */
export type Request = { hospitalId: string; actor: Actor; at: number; call: string; input: unknown };

/** The result of a request: its reply, or the code of its refusal. */
export type RequestResult = { ok: true; reply: unknown } | { ok: false; why: Code | RefusalReason };

/** Refusals that concern no patient data: the request was invalid, too fast, or a repeat. */
const unrelated: readonly (Code | RefusalReason)[] = [
  Code.badRequest,
  Code.tooManyRequests,
  Code.duplicateRequest,
  Code.serverError,
  'validation',
  'rateLimited',
];

/** Refusals of calls about no patient that leave a row: somebody asked without the right, or guessed. */
const attempts: readonly (Code | RefusalReason)[] = [
  ...[Code.unauthorised, Code.forbidden, Code.notFound],
  ...[Code.smsCodeUnknown, Code.smsCodeExpired, Code.smsCodeUsed],
];

const rules = new Map<Operation, TrailRule>(
  // The table's type ensures that it has every name of the catalogue.
  Object.entries<Operation>(catalogue).map(([name, operation]) => [
    operation,
    callRules[name as keyof typeof callRules],
  ]),
);

/** The rule of a call. A call without one would leave no trail, so the server does not start with it. */
export function ruleOf(operation: Operation): TrailRule {
  const rule = rules.get(operation);
  if (rule === undefined) throw new Error(`${operation.path} has no rule for the trail`);
  return rule;
}

/** The order that a request names, by which its row finds the patient. */
const purposeOf = (input: unknown): string | null =>
  typeof input === 'object' && input !== null && 'orderId' in input && typeof input.orderId === 'string'
    ? `order:${input.orderId}`
    : null;

const isNamed = (named: unknown): named is Named => typeof named === 'object' && named !== null && 'given' in named;

/** The row that a request leaves by its rule; null when it leaves none. */
function rowRuleOf(rule: TrailRule, { actor }: Request, result: RequestResult) {
  if (rule.leaves !== 'nothing') return rule;
  if (result.ok || !attempts.includes(result.why)) return null;
  // Attempts of people who have not signed in must not fill the trail.
  const leaves = actor.userId === null ? 'daily' : 'each';
  return { action: 'read', entity: rule.entity, leaves } satisfies TrailRule;
}

/** Appends the row that the request's rule requires, before the answer, unless the handler has appended a more exact one. */
export function createEnsureTrail({ uow }: { uow: UnitOfWork }) {
  return async function ensureTrail(ruleOfCall: TrailRule, request: Request, result: RequestResult): Promise<void> {
    const { hospitalId, actor, at, call, input } = request;
    const rule: Exclude<TrailRule, { leaves: 'nothing' }> | null = rowRuleOf(ruleOfCall, request, result);
    if (rule === null || hospitalId === '') return;
    const { ok, refused } = actor.trailRows ?? { ok: 0, refused: 0 };
    if (refused > 0 || (result.ok && ok > 0)) return;
    // Without a signed-in user nothing was read or changed.
    if (result.ok && actor.userId === null) return;
    const isGuess = rule.notesLimits === true && !result.ok && result.why === Code.tooManyRequests;
    if (!result.ok && unrelated.includes(result.why) && !isGuess) return;

    const store = uow.read(hospitalId);
    const { action, leaves, of, shows } = rule;
    // The input and reply were parsed by the schemas of this call, for which its rule is written.
    const entity = (input === null ? null : rule.entityOf?.(input as never)) ?? rule.entity;
    const append = (entityId: string | null, outcome: TrailEntry['outcome']) => {
      const detail = result.ok ? { call } : { call, code: result.why };
      // What patients read without naming anything is their own.
      const isOwn = result.ok && entityId === null && actor.userType === 1;
      const patientId = isOwn ? actor.userId : null;
      const entry = { action, entity, entityId, patientId, purpose: purposeOf(input), outcome, detail } as const;
      return leaves === 'daily' ? appendDailyTrail(store, actor, at, entry) : appendTrail(store, actor, at, entry);
    };
    const reply = result.ok ? result.reply : null;
    if (shows && result.ok) {
      const list = { action, entity, entityId: null, patientId: null, purpose: null, outcome: 'ok' } as const;
      return appendShownPatients(store, actor, at, { ...list, patientIds: shows(reply as never), detail: { call } });
    }
    const named = (input === null ? null : of?.(input as never, reply as never)) ?? null;
    if (!isNamed(named)) return append(named, result.ok ? 'ok' : 'refused');
    await Promise.all([
      ...named.given.map((id) => append(id, 'ok')),
      ...named.refused.map((id) => append(id, 'refused')),
    ]);
  };
}

export type EnsureTrail = ReturnType<typeof createEnsureTrail>;
