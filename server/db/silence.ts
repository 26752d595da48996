import pg from 'pg';

/** A connection on which a statement runs, and since when. */
type Running = { since: number; statements: number };

type Needs = {
  /** Whether a new connection to the database is answered. */
  probe: () => Promise<boolean>;
  /** How long a statement runs until the database is asked whether it still answers. */
  askAfterMs: number;
  /** How long a statement runs at most, which is longer than the database lets it; null is for ever. */
  giveUpAfterMs: number | null;
};

/** The part of pg's client that its types leave out. */
export const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;

/**
 * Ends connections to a database that went silent: a host that lost its power or its network closes none, and their
 * statements would wait for ever. A slow statement of a database that answers is left alone.
 */
export function createSilenceWatch({ probe, askAfterMs, giveUpAfterMs }: Needs) {
  const running = new Map<pg.Client, Running>();
  let timer: NodeJS.Timeout | null = null;
  let isAsking = false;

  const olderThan = (ms: number) =>
    [...running].flatMap(([client, { since }]) => (performance.now() - since >= ms ? [client] : []));

  function end(clients: readonly pg.Client[]) {
    // pg then fails their statements as those of a lost connection, and the pool replaces them.
    for (const client of clients) {
      running.delete(client);
      streamOf(client).destroy();
    }
  }

  async function check() {
    if (giveUpAfterMs !== null) end(olderThan(giveUpAfterMs));
    const waiting = olderThan(askAfterMs);
    if (waiting.length === 0 || isAsking) return;
    isAsking = true;
    const answers = await probe();
    isAsking = false;
    if (!answers) end(waiting.filter((client) => olderThan(askAfterMs).includes(client)));
  }

  /** Says that a statement begins on a connection; the returned function says that it has ended. */
  function begin(client: pg.Client): () => void {
    const entry = running.get(client) ?? { since: performance.now(), statements: 0 };
    entry.statements += 1;
    running.set(client, entry);
    timer ??= setInterval(() => void check(), askAfterMs / 5).unref();
    return () => {
      entry.statements -= 1;
      // The next statement of this connection begins now.
      entry.since = performance.now();
      if (entry.statements === 0) running.delete(client);
    };
  }

  function stop() {
    if (timer !== null) clearInterval(timer);
  }

  return { begin, stop };
}

export type SilenceWatch = ReturnType<typeof createSilenceWatch>;

/** Asks a database over a connection of its own whether it answers in time. */
export const createProbe = (url: string, waitMs: number) => async (): Promise<boolean> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cloudroom probe',
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    // A silent database does not answer the farewell either.
    streamOf(client).destroy();
  }
};
