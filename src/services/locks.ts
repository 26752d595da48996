/** Mutual exclusion between tabs. Without Web Locks (plain http) it covers this tab only. */
export type Locks = {
  /**
   * Runs `task` while holding the lock. A frozen tab may never release it, so after `waitMs` the task runs without the
   * lock.
   */
  within<T>(name: string, wait: { waitMs: number; signal: AbortSignal }, task: () => Promise<T>): Promise<T>;
  /** Holds the lock until `signal` aborts; resolves false at once if another tab has it. */
  hold(name: string, signal: AbortSignal): Promise<boolean>;
};

function localManager(): Pick<LockManager, 'request'> {
  const tails = new Map<string, Promise<unknown>>();
  const request = async (name: string, options: LockOptions, task: (lock: Lock | null) => Promise<unknown>) => {
    const before = tails.get(name);
    if (options.ifAvailable && before) return task(null);
    const mine = (async () => {
      if (before) await (options.signal ? Promise.race([before, aborted(options.signal)]) : before);
      options.signal?.throwIfAborted();
      return task({ name, mode: 'exclusive' });
    })();
    const tail = Promise.allSettled([before, mine]);
    tails.set(name, tail);
    const free = () => {
      if (tails.get(name) === tail) tails.delete(name);
    };
    tail.then(free, free);
    return mine;
  };
  return { request: request as LockManager['request'] };
}

/**
 * Web Locks, shared by all tabs. If the browser refuses one (a sandbox, forbidden storage), a lock within this tab
 * replaces it.
 */
export function lockManager(native: Pick<LockManager, 'request'> | undefined) {
  if (!native) return undefined;
  const own = localManager();
  const request = async (name: string, options: LockOptions, task: (lock: Lock | null) => Promise<unknown>) => {
    let begun = false;
    const begin = (lock: Lock | null) => {
      begun = true;
      return task(lock);
    };
    try {
      return await native.request(name, options, begin);
    } catch (error) {
      if (begun || options.signal?.aborted) throw error;
      return own.request(name, options, task);
    }
  };
  return { request: request as LockManager['request'] };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

export function createLocks(native: Pick<LockManager, 'request'> | undefined): Locks {
  const manager = native ?? localManager();
  return {
    async within(name, { waitMs, signal }, task) {
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), waitMs);
      let begun = false;
      try {
        return await manager.request(name, { signal: AbortSignal.any([patience.signal, signal]) }, () => {
          begun = true;
          clearTimeout(timer);
          return task();
        });
      } catch (error) {
        if (begun || signal.aborted) throw error;
        return await task();
      } finally {
        clearTimeout(timer);
      }
    },
    hold(name, signal) {
      return new Promise((resolve) => {
        manager
          .request(name, { ifAvailable: true }, async (lock) => {
            resolve(lock !== null);
            if (lock !== null) await aborted(signal);
          })
          .catch(() => resolve(true));
      });
    },
  };
}
