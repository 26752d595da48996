import { Redis, type RedisOptions } from 'ioredis';
import { reasonOf, StartFailure } from '../startFailure.ts';

const maxRetryMs = 1_000;

/** Commands fail at once while the connection is down, so that the sender keeps and bounds what waits. */
const options = {
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 5_000,
  // A silent connection is half open: nothing here waits longer than two seconds for its answer.
  socketTimeout: 10_000,
  retryStrategy: (attempt: number) => Math.min(maxRetryMs, 50 * 2 ** Math.min(attempt, 5)),
} satisfies RedisOptions;

/** A connection that is not opened yet and connects again whenever it is lost. */
export function createRedisConnection(url: string): Redis {
  const redis = new Redis(url, options);
  // Each failed command reports its own error.
  return redis.on('error', () => {});
}

/** What to correct when Redis refuses a connection; by its own first word, because the rest is about its protocol. */
function whyRefused(cause: unknown): string {
  const reason = reasonOf(cause);
  if (/^WRONGPASS|invalid password/.test(reason)) return 'the password in REDIS_URL is wrong.';
  if (reason.startsWith('NOAUTH')) return 'it needs a password: REDIS_URL must be redis://:PASSWORD@host.';
  return reason;
}

/** Opens a connection for the first time; a failure names Redis and ends the start. */
export async function connectRedis(redis: Redis, url: string): Promise<void> {
  // A refused connection rejects with no more than that it is closed; why is in the event before.
  const reasons: unknown[] = [];
  const remember = (cause: unknown) => void reasons.push(cause);
  redis.on('error', remember);
  try {
    await redis.connect();
  } catch (cause) {
    redis.disconnect();
    const { protocol, host } = new URL(url);
    throw new StartFailure(`Redis at ${protocol}//${host} cannot be used: ${whyRefused(reasons.at(-1) ?? cause)}`);
  } finally {
    redis.off('error', remember);
  }
}
