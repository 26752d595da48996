import type { FastifyInstance } from 'fastify';
import { catalogue } from '../../contract/catalogue.ts';
import { Code } from '../../contract/envelope.ts';
import type { Operation } from '../../contract/operation.ts';
import { type Refused, refusedWith } from '../db/outcome.ts';
import type { BucketUse, TakeTokens, TokenRate } from '../limits/tokenBuckets.ts';
import { answerRefusal } from './envelope.ts';
import { networkOf } from './network.ts';
import { classOfCall, type RateLimitClass, type RateLimitClassName, rateLimitClasses } from './rateLimitClasses.ts';
import { ipOf, languageOf } from './request.ts';

type Needs = { takeTokens: TakeTokens; factor: number };

/** Who makes an attempt: `account` is null while nobody has signed in, `hospitalId` empty for calls that belong to no hospital. */
export type Client = { hospitalId: string; account: string | null; ip: string };

const scopes = ['account', 'network', 'hospital'] as const;
type Scope = (typeof scopes)[number];

function keyOf(scope: Scope, { hospitalId, account, ip }: Client): string | null {
  if (scope === 'account') return account === null ? null : `${hospitalId} ${account}`;
  if (scope === 'network') return account === null ? networkOf(ip) : null;
  return hospitalId === '' ? null : hospitalId;
}

const tooMany = (retryAfterMs: number) =>
  refusedWith(Code.tooManyRequests, 'callsLimited', { retryAfterMs, seconds: Math.ceil(retryAfterMs / 1_000) });

const classOf = new Map<Operation, RateLimitClassName>(
  Object.entries<Operation>(catalogue).map(([name, operation]) => [
    operation,
    classOfCall[name as keyof typeof classOfCall],
  ]),
);

/** Limits every class by account, network and hospital. A factor of 0 switches the limits off, for load tests. */
export function createRateLimits({ takeTokens, factor }: Needs) {
  const times = ({ burst, perSecond }: TokenRate): TokenRate => ({
    burst: Math.max(1, burst * factor),
    perSecond: perSecond * factor,
  });

  function usesOf(name: RateLimitClassName, client: Client): BucketUse[] {
    const limitClass: RateLimitClass = rateLimitClasses[name];
    return scopes.flatMap((scope) => {
      const [rate, key] = [limitClass[scope], keyOf(scope, client)];
      return rate === null || key === null ? [] : [{ key: `${name} ${scope} ${key}`, rate: times(rate) }];
    });
  }

  /** Refuses the client when one of the limits of the class is reached; null when the attempt is allowed. */
  async function countAttempt(name: RateLimitClassName, client: Client): Promise<Refused | null> {
    const waitMs = factor === 0 ? 0 : await takeTokens({ uses: usesOf(name, client), cost: 1 });
    return waitMs > 0 ? tooMany(waitMs) : null;
  }

  /** Takes an attempt back, for classes that count only failures. */
  async function takeBack(name: RateLimitClassName, client: Client): Promise<void> {
    if (factor > 0) await takeTokens({ uses: usesOf(name, client), cost: -1 });
  }

  return {
    countAttempt,
    takeBack,
    /** The limits of a call; one that is in no class is a fault of this version. */
    countCall(operation: Operation, client: Client): Promise<Refused | null> {
      const limitClass = classOf.get(operation);
      if (limitClass === undefined) throw new Error(`${operation.path} has no class of limits`);
      return countAttempt(limitClass, client);
    },
    /** Limits everything that a scope serves, for addresses that are no calls. */
    registerFor(scope: FastifyInstance, limitClass: RateLimitClassName): void {
      scope.addHook('onRequest', async (request, reply) => {
        const refusal = await countAttempt(limitClass, { hospitalId: '', account: null, ip: ipOf(request) });
        if (refusal) return reply.code(429).send(answerRefusal(reply, refusal, languageOf(request)));
      });
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
