import type { Link } from './link.ts';

type Charge = (key: string, uses: number) => void;
type Uses = readonly [limit: string, key: string, uses: number];
type Batch = { at: number; uses: Uses[] };

type Needs = {
  link: Pick<Link, 'on' | 'others' | 'sendVolatile'> | null;
  now: () => number;
  /** Runs the next batch in a while. */
  later?: (send: () => void) => void;
};

const batchMs = 150;
const maxKeysPerBatch = 500;
/** Keys that wait for a batch; uses of further ones are counted in this process only. */
const maxPending = 5_000;
/** Older uses have been refilled meanwhile. The time includes by how much the clocks of two processes may differ. */
const maxAgeMs = 10_000;

const afterBatch = (send: () => void) => void setTimeout(send, batchMs).unref();

/**
 * Makes limits hold for all processes together. Each process counts its own uses at once and sends their sums to the others
 * several times a second, the most used keys first. A process that is alone or not connected sends nothing.
 */
export function createSharedUses({ link, now, later = afterBatch }: Needs) {
  const limits = new Map<string, Charge>();
  let pending = new Map<string, Uses>();
  let isWaiting = false;

  function sendBatch(): void {
    isWaiting = false;
    const busiest = [...pending.values()]
      .filter(([, , uses]) => uses !== 0)
      .toSorted(([, , a], [, , b]) => Math.abs(b) - Math.abs(a));
    pending = new Map();
    for (const one of busiest.slice(maxKeysPerBatch)) add(...one);
    const uses = busiest.slice(0, maxKeysPerBatch);
    if (uses.length > 0) link?.sendVolatile('uses', { at: now(), uses } satisfies Batch);
  }

  function add(limit: string, key: string, uses: number): void {
    const id = `${limit}\n${key}`;
    const [, , before] = pending.get(id) ?? [limit, key, 0];
    if (pending.size >= maxPending && !pending.has(id)) return;
    pending.set(id, [limit, key, before + uses]);
    if (isWaiting) return;
    isWaiting = true;
    later(sendBatch);
  }

  link?.on<Batch>('uses', ({ at, uses }) => {
    if (Math.abs(now() - at) > maxAgeMs) return;
    for (const [limit, key, count] of uses) limits.get(limit)?.(key, count);
  });

  return {
    /** Shares the uses of the limit with this name: calls `charge` for uses in other processes; call the result for each own use. */
    share(limit: string, charge: Charge): Charge {
      limits.set(limit, charge);
      return (key, uses) => {
        if (link !== null && link.others() > 0) add(limit, key, uses);
      };
    },
  };
}
