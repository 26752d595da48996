import type { Redis } from 'ioredis';
import { type FactStore, keptMs } from './factStore.ts';

/** A field that is always there, because Redis removes an empty hash. */
const presenceField = '';

/** Changes the fields of an existing hash: ARGV is its lifetime in ms, and a list of fields and values as JSON. */
const changeScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
for _, fact in ipairs(cjson.decode(ARGV[2])) do
  if fact[2] then redis.call('HSET', KEYS[1], fact[1], fact[2]) else redis.call('HDEL', KEYS[1], fact[1]) end
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

type Scripted = Redis & { changeFacts(key: string, ms: number, facts: string): Promise<number> };

/** Facts in Redis: a hash for each process. */
export function createRedisFacts(redis: Redis, prefix: string): FactStore {
  redis.defineCommand('changeFacts', { lua: changeScript, numberOfKeys: 1 });
  const keyOf = (member: string) => `${prefix}:${member}`;
  return {
    async replace(member, facts) {
      const key = keyOf(member);
      const commands = redis
        .multi()
        .del(key)
        .hset(key, presenceField, '1', ...facts.flat())
        .pexpire(key, keptMs);
      for (const [failure] of (await commands.exec()) ?? []) if (failure) throw failure;
    },
    async change(member, facts) {
      const given = JSON.stringify(facts.map(([name, value]) => (value === null ? [name] : [name, value])));
      return (await (redis as Scripted).changeFacts(keyOf(member), keptMs, given)) === 1;
    },
    async read(member) {
      const found = Object.entries(await redis.hgetall(keyOf(member)));
      return found.length === 0 ? null : found.filter(([name]) => name !== presenceField);
    },
    heartbeat: async (member) => (await redis.pexpire(keyOf(member), keptMs)) === 1,
    async remove(member) {
      await redis.del(keyOf(member));
    },
  };
}
