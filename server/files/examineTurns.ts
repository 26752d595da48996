type Waiting<Lane> = { begin: (lane: Lane) => Promise<unknown> };

/**
 * Gives work its turn in a lane: one piece of each account at a time, and accounts one after the other. Accounts whose last
 * piece failed share one lane, so that they never occupy all of them again.
 */
export function createTurns<Lane>(lanes: readonly Lane[], mostWaitMs: number) {
  const free = new Set(lanes);
  /** What waits, by account, in the order of the accounts' next turns. */
  const waiting = new Map<string, Waiting<Lane>[]>();
  const running = new Set<string>();
  const failed = new Set<string>();

  const mayRun = (account: string) =>
    !running.has(account) && !(failed.has(account) && [...running].some((other) => failed.has(other)));

  function remove(account: string, piece: Waiting<Lane>): void {
    const others = (waiting.get(account) ?? []).filter((one) => one !== piece);
    waiting.delete(account);
    if (others.length > 0) waiting.set(account, others);
  }

  function begin(): void {
    for (const lane of lanes.filter((one) => free.has(one))) {
      const account = [...waiting.keys()].find(mayRun);
      const piece = account === undefined ? undefined : waiting.get(account)?.[0];
      if (account === undefined || piece === undefined) return;
      remove(account, piece);
      free.delete(lane);
      running.add(account);
      void piece.begin(lane).finally(() => {
        free.add(lane);
        running.delete(account);
        begin();
      });
    }
  }

  return {
    /** Does a piece of work in its turn; null when it fails with null, or has no turn within the longest wait. */
    take<T>(account: string, work: (lane: Lane) => Promise<T | null>): Promise<T | null> {
      return new Promise((resolve) => {
        const piece: Waiting<Lane> = {
          async begin(lane) {
            clearTimeout(timer);
            const result = work(lane);
            resolve(result);
            const isFailed = (await result.catch(() => undefined)) === null;
            if (isFailed) failed.add(account);
            else failed.delete(account);
          },
        };
        const timer = setTimeout(() => {
          remove(account, piece);
          resolve(null);
        }, mostWaitMs);
        waiting.set(account, [...(waiting.get(account) ?? []), piece]);
        begin();
      });
    },
  };
}
