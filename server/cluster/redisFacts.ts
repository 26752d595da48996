import type { ChainableCommander, Redis } from 'ioredis';
import { type FactStore, keptMs } from './factStore.ts';

/** A field that is always there, because Redis removes an empty hash. */
const presenceField = '';

/** Rejects if one of the commands failed. */
async function run(commands: ChainableCommander): Promise<void> {
  for (const [failure] of (await commands.exec()) ?? []) if (failure) throw failure;
}

/** Facts in Redis: a hash for each process. */
export function createRedisFacts(redis: Redis, prefix: string): FactStore {
  const keyOf = (member: string) => `${prefix}:${member}`;
  return {
    async write(member, facts) {
      const key = keyOf(member);
      const stated = facts.flatMap(([name, value]) => (value === null ? [] : [name, value]));
      const withdrawn = facts.flatMap(([name, value]) => (value === null ? [name] : []));
      const commands = redis.multi().hset(key, presenceField, '1', ...stated);
      if (withdrawn.length > 0) commands.hdel(key, ...withdrawn);
      await run(commands.pexpire(key, keptMs));
    },
    async read(member) {
      const found = Object.entries(await redis.hgetall(keyOf(member)));
      return found.filter(([name]) => name !== presenceField);
    },
    keep: async (member) => (await redis.pexpire(keyOf(member), keptMs)) === 1,
    async remove(member) {
      await redis.del(keyOf(member));
    },
  };
}
