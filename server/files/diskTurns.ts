import { AsyncLocalStorage } from 'node:async_hooks';

/** The disk of the stored files did not answer in time. */
export class StorageSlow extends Error {
  override name = 'StorageSlow';
  readonly code = 'STORAGE_SLOW';
  /** The receiver of a form gives errors without a status that of a client's mistake. */
  readonly statusCode = 503;
  /** Resolves when the operation has ended, because it cannot be interrupted. */
  readonly ended: Promise<unknown>;

  constructor(ended: Promise<unknown>) {
    super('the disk of the stored files did not answer in time');
    this.ended = ended;
  }
}

type Limits = {
  /** Operations that run at once. */
  atOnce: number;
  /** How long a call waits for the disk in total, or an operation outside a call. */
  maxWaitMs: number;
};

/** Shorter waits also occur in a busy process, so they do not count towards a call's limit. */
const busyMs = 500;

/**
 * Lets a few file operations run at once. A running one occupies a thread of libuv's pool until it ends, and passwords and
 * DNS need the other threads; so a turn stays taken when its caller has given up.
 */
export function createDiskTurns({ atOnce, maxWaitMs }: Limits) {
  const waiting = new Set<() => void>();
  const calls = new AsyncLocalStorage<{ leftMs: number }>();
  let taken = 0;

  function beginNext(): void {
    const [begin] = waiting;
    if (begin === undefined || taken >= atOnce) return;
    waiting.delete(begin);
    taken += 1;
    begin();
  }

  /** Queues an operation; `leave` takes it out of the queue and returns false if it has begun. */
  function queue<T>(work: () => Promise<T>) {
    let begin = () => {};
    const turn = new Promise<void>((resolve) => {
      begin = resolve;
    });
    waiting.add(begin);
    const result = turn.then(work).finally(() => {
      taken -= 1;
      beginNext();
    });
    beginNext();
    return { result, leave: () => waiting.delete(begin) };
  }

  /** Waits as long as the call still may. */
  function wait<T>(result: Promise<T>, leave = () => false): Promise<T> {
    const call = calls.getStore() ?? { leftMs: maxWaitMs };
    const since = performance.now();
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        call.leftMs = 0;
        reject(new StorageSlow(leave() ? Promise.resolve() : result.catch(() => {})));
      }, call.leftMs);
      const end = () => {
        clearTimeout(timer);
        const waitedMs = performance.now() - since;
        if (waitedMs > busyMs) call.leftMs = Math.max(0, call.leftMs - waitedMs);
      };
      result.finally(end).then(resolve, reject);
    });
  }

  /** Runs work with a limit of its own on all its waits together. */
  const inCall = <T>(work: () => Promise<T>): Promise<T> => calls.run({ leftMs: maxWaitMs }, work);

  return {
    inCall,
    wait,
    /** Runs an operation in its turn; one whose turn comes too late never runs. */
    run<T>(work: () => Promise<T>): Promise<T> {
      const { result, leave } = queue(work);
      return wait(result, leave);
    },
    /** Runs an operation in its turn, however late that comes. */
    runAlways: <T>(work: () => Promise<T>): Promise<T> => wait(queue(work).result),
    /** Runs work that cleans up after a failure; after an operation that took too long it runs once that has ended. */
    async cleanUp(cause: unknown, work: () => Promise<unknown>): Promise<void> {
      if (!(cause instanceof StorageSlow)) await work();
      else void cause.ended.then(() => inCall(work)).catch(() => {});
    },
  };
}
