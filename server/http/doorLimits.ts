import type { FastifyInstance } from 'fastify';
import { catalogue } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import type { Operation } from '../../contract/operation.ts';
import { type Refused, refusedWith } from '../db/outcome.ts';
import { type Door, type DoorName, doorOfCall, doors, type Rate } from './doors.ts';
import { answerRefusal } from './envelope.ts';
import { networkOf } from './network.ts';
import { ipOf, languageOf } from './request.ts';

/**
 * Counts a use of a key; milliseconds to wait, or 0 when it is allowed. A cost of -1 takes a use back. Shared counters may
 * answer later.
 */
export type Counter = (key: string, cost?: number) => number | Promise<number>;

type Needs = { createCounter: (rate: Rate) => Counter; factor: number };

/** Who knocks: `account` is null while nobody has signed in, `tenantId` empty for calls that belong to no hospital. */
export type Visitor = { tenantId: string; account: string | null; ip: string };

const scopes = ['account', 'network', 'hospital'] as const;
type Scope = (typeof scopes)[number];

function keyOf(scope: Scope, { tenantId, account, ip }: Visitor): string | null {
  if (scope === 'account') return account === null ? null : `${tenantId} ${account}`;
  if (scope === 'network') return account === null ? networkOf(ip) : null;
  return tenantId === '' ? null : tenantId;
}

const tooMany = (retryAfterMs: number) =>
  refusedWith(Code.tooManyRequests, 'callsLimited', { retryAfterMs, seconds: Math.ceil(retryAfterMs / 1_000) });

const doorOf = new Map<Operation, DoorName>(
  Object.entries<Operation>(catalogue).map(([name, operation]) => [
    operation,
    doorOfCall[name as keyof typeof doorOfCall],
  ]),
);

/** Limits every door by account, network and hospital. A factor of 0 switches the limits off, for load tests. */
export function createDoorLimits({ createCounter, factor }: Needs) {
  const times = ({ burst, perSecond }: Rate): Rate => ({
    burst: Math.max(1, burst * factor),
    perSecond: perSecond * factor,
  });
  const countersOf = (door: Door) =>
    scopes.flatMap((scope) => {
      const rate = door[scope];
      return rate === null ? [] : [{ scope, count: createCounter(times(rate)) }];
    });
  const counters = new Map(
    Object.entries<Door>(factor === 0 ? {} : doors).map(([name, door]) => [name, countersOf(door)]),
  );

  /** Refuses the visitor when one of the door's limits is reached; null when they may enter. */
  async function enter(door: DoorName, visitor: Visitor): Promise<Refused | null> {
    for (const { scope, count } of counters.get(door) ?? []) {
      const key = keyOf(scope, visitor);
      const waitMs = key === null ? 0 : await count(key);
      if (waitMs > 0) return tooMany(waitMs);
    }
    return null;
  }

  /** Takes an attempt back, for classes that count only failures. */
  async function takeBack(door: DoorName, visitor: Visitor): Promise<void> {
    for (const { scope, count } of counters.get(door) ?? []) {
      const key = keyOf(scope, visitor);
      if (key !== null) await count(key, -1);
    }
  }

  return {
    enter,
    takeBack,
    /** The limits of a call; one that is in no class is a fault of this version. */
    enterCall(operation: Operation, visitor: Visitor): Promise<Refused | null> {
      const door = doorOf.get(operation);
      if (door === undefined) throw new Error(`${operation.path} has no class of limits`);
      return enter(door, visitor);
    },
    /** Limits everything that a scope serves, for addresses that are no calls. */
    registerFor(scope: FastifyInstance, door: DoorName): void {
      scope.addHook('onRequest', async (request, reply) => {
        const refusal = await enter(door, { tenantId: '', account: null, ip: ipOf(request) });
        if (refusal) return reply.code(429).send(answerRefusal(reply, refusal, languageOf(request)));
      });
    },
  };
}

export type DoorLimits = ReturnType<typeof createDoorLimits>;
