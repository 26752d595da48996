import type { Cluster } from '../../server/cluster/cluster.ts';
import type { FactStore, StoredFact } from '../../server/cluster/factStore.ts';
import { createTokenBuckets } from '../../server/limits/tokenBuckets.ts';

/** What processes share in Redis, in this process: their facts, and buckets by the test's clock. */
export function createMemoryStores(now: () => number): Pick<Cluster, 'facts' | 'buckets'> & { fail(): void } {
  const stored = new Map<string, Map<string, string>>();
  const take = createTokenBuckets(now);
  let isAway = false;
  const facts: FactStore = {
    replace: async (member, given: readonly StoredFact[]) => void stored.set(member, new Map(given)),
    async change(member, given) {
      const known = stored.get(member);
      for (const [key, value] of given)
        if (value === null) known?.delete(key);
        else known?.set(key, value);
      return known !== undefined;
    },
    async read(member) {
      const known = stored.get(member);
      return known === undefined ? null : [...known];
    },
    heartbeat: async (member) => stored.has(member),
    remove: async (member) => void stored.delete(member),
  };
  return {
    facts,
    buckets: {
      async take(takes) {
        if (isAway) throw new Error('away');
        return takes.map(take);
      },
    },
    /** From now on the buckets cannot be read. */
    fail() {
      isAway = true;
    },
  };
}
