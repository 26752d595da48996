type Limits = {
  /** Handshakes that ask the database at the same time. */
  maxRunning: number;
  /** Handshakes that wait for their turn; more are refused and come back later. */
  maxWaiting: number;
};

/** Half of the default 16 database connections remain for the sockets that are already there. */
const usual: Limits = { maxRunning: 8, maxWaiting: 10_000 };

/** Lets handshakes in one after the other, so that a storm of reconnects leaves the database usable. */
export function createHandshakeQueue({ maxRunning, maxWaiting }: Limits = usual) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    /** Runs `work` in its turn; null when too many wait. */
    async admit<T>(work: () => Promise<T>): Promise<{ result: T } | null> {
      if (running >= maxRunning) {
        if (waiting.length >= maxWaiting) return null;
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return { result: await work() };
      } finally {
        // The next one takes over this one's place.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    waiting: () => waiting.length,
  };
}

export type HandshakeQueue = ReturnType<typeof createHandshakeQueue>;
