import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectRedis, createRedisConnection } from '../../../server/cluster/redisConnection.ts';
import { hasRedis, startRedis } from '../../support/redis.ts';

const opening = (url: string) => connectRedis(createRedisConnection(url), url);

describe.skipIf(!hasRedis)('a Redis with a password', () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  let host: string;
  beforeAll(async () => {
    server = await startRedis();
    host = new URL(server.url).host;
    const owner = new Redis(server.url);
    await owner.config('SET', 'requirepass', 'right');
    owner.disconnect();
  });
  afterAll(() => server?.stop());

  test.each([
    ['a wrong password', () => `redis://:hidden@${host}`, /the password in REDIS_URL is wrong/],
    ['no password', () => `redis://${host}`, /it needs a password: REDIS_URL must be/],
    ['a port where nothing listens', () => 'redis://:hidden@127.0.0.1:9', /ECONNREFUSED/],
  ])('%s is named in one line without the password', async (_, url, line) => {
    await expect(opening(url())).rejects.toThrow(line);
    await expect(opening(url())).rejects.toThrow(/^Redis at redis:\/\/127\.0\.0\.1:\d+ cannot be used: (?!.*hidden)/);
  });

  test('the right password is taken', async () => {
    const redis = createRedisConnection(`redis://:right@${host}`);
    await connectRedis(redis, `redis://:right@${host}`);
    expect(await redis.ping()).toBe('PONG');
    redis.disconnect();
  });
});
