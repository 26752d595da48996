import type { Redis } from 'ioredis';
import type { BucketStore } from './bucketStore.ts';
import { refillMs, type Take, type TokenRate } from './tokenBuckets.ts';

/**
 * Decides takes in order. KEYS are the buckets, each the time (ms) when it is full again and expires; ARGV[1] is JSON with
 * the refill of each and the takes. A wait of less than half a millisecond comes from rounding and counts as none.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local given = cjson.decode(ARGV[1])
local full, waits = {}, {}
for n, stored in ipairs(redis.call('MGET', unpack(KEYS))) do
  full[n] = math.min(now + given.refills[n], math.max(now, stored and tonumber(stored) or now))
end
for n, take in ipairs(given.takes) do
  local wait = 0
  for i, bucket in ipairs(take.buckets) do
    local over = math.floor(full[bucket] + take.costs[i] - now - given.refills[bucket] + 0.5)
    if take.costs[i] > 0 and over > wait then wait = over end
  end
  if wait == 0 then
    for i, bucket in ipairs(take.buckets) do full[bucket] = math.max(now, full[bucket] + take.costs[i]) end
  end
  waits[n] = wait
end
for n, key in ipairs(KEYS) do
  local left = math.ceil(full[n] - now)
  if left > 0 then redis.call('SET', key, string.format('%.3f', full[n]), 'PX', left) else redis.call('DEL', key) end
end
return waits`;

type Scripted = Redis & { takeTokens(keys: number, ...rest: string[]): Promise<number[]> };

/** Takes as the script gets them: each bucket once, and for each take its cost and the numbers of its buckets, which begin at 1. */
type IndexedTakes = {
  keys: string[];
  rates: TokenRate[];
  takes: { cost: number; buckets: number[] }[];
};

function indexTakes(takes: readonly Take[]): IndexedTakes {
  const numbers = new Map<string, number>();
  const rates: TokenRate[] = [];
  const numberOf = (key: string, rate: TokenRate) => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size + 1);
    rates.push(rate);
    return numbers.size;
  };
  const indexed = takes.map(({ uses, cost }) => ({
    cost,
    buckets: uses.map(({ key, rate }) => numberOf(key, rate)),
  }));
  return { keys: [...numbers.keys()], rates, takes: indexed };
}

/** Buckets in Redis, by its clock; they expire when they are full. */
export function createRedisBuckets(redis: Redis, prefix: string): BucketStore {
  redis.defineCommand('takeTokens', { lua: script });
  return {
    take(all) {
      const { keys, rates, takes } = indexTakes(all);
      // Each cost is the time that its bucket takes to refill it.
      const timed = takes.map(({ cost, buckets }) => ({
        buckets,
        costs: buckets.map((n) => (cost / (rates[n - 1]?.perSecond ?? 1)) * 1_000),
      }));
      const given = JSON.stringify({ refills: rates.map(refillMs), takes: timed });
      return (redis as Scripted).takeTokens(keys.length, ...keys.map((key) => `${prefix}:${key}`), given);
    },
  };
}
