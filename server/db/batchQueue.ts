import { outageOf } from './outage.ts';

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (cause: unknown) => void };

type Needs<Item, Result> = {
  /** Processes items together and returns their results in the same order. */
  run: (items: Item[]) => Promise<Result[]>;
  maxItems: number;
};

/**
 * Batches the items that arrive while an earlier batch runs, without delaying any of them. A failed batch is retried item
 * by item, so that one bad item never fails the others; while the database is away all of them fail at once.
 */
export function createBatchQueue<Item, Result>({ run, maxItems }: Needs<Item, Result>) {
  const queue: Waiting<Item, Result>[] = [];
  let isRunning = false;

  async function runAlone({ item, resolve, reject }: Waiting<Item, Result>) {
    try {
      const [result] = await run([item]);
      resolve(result as Result);
    } catch (cause) {
      reject(cause);
    }
  }

  async function runTogether(batch: Waiting<Item, Result>[]) {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [n, { resolve }] of batch.entries()) resolve(results[n] as Result);
    } catch (cause) {
      if (outageOf(cause) === null) for (const waiting of batch) await runAlone(waiting);
      else for (const { reject } of batch) reject(cause);
    }
  }

  async function drain() {
    if (isRunning) return;
    isRunning = true;
    while (queue.length > 0) await runTogether(queue.splice(0, maxItems));
    isRunning = false;
  }

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!isRunning && queue.length === 1) setImmediate(() => void drain());
    });
}
