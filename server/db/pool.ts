import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { WatchStatement } from '../observe/statements.ts';
import type { PoolSettings } from '../settings.ts';
import type { Db, Scope } from './connection.ts';
import { createNamingClient, createStatementNames, planSeconds } from './namedStatements.ts';
import { createProbe, createSilenceWatch, type SilenceWatch } from './silence.ts';

// Compiling a plan takes longer than every statement here (a search: 300 ms instead of 6).
export const connectionOptions = '-c jit=off';

/** The database may take this much longer to say that a statement took too long. */
const graceMs = 5_000;

export const watchSilence = (url: string, { silenceMs, connectTimeoutMs, statementTimeoutMs }: PoolSettings) =>
  createSilenceWatch({
    probe: createProbe(url, connectTimeoutMs),
    askAfterMs: silenceMs,
    giveUpAfterMs: statementTimeoutMs === 0 ? null : statementTimeoutMs + graceMs,
  });

type PoolNeeds = {
  role: string | null;
  watchStatement: WatchStatement | null;
  silence: SilenceWatch;
  limits: PoolSettings;
};

/** Connections to a PostgreSQL server with the limits of the settings, in a role. */
export function createPool(url: string, { role, watchStatement, silence, limits }: PoolNeeds): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    Client: createNamingClient(createStatementNames(), { watchStatement, silence }),
    maxLifetimeSeconds: planSeconds,
    application_name: 'cloudroom',
    max: limits.size,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    idleTimeoutMillis: limits.idleTimeoutMs,
    keepAlive: true,
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleTransactionTimeoutMs,
    options: role === null ? connectionOptions : `${connectionOptions} -c role=${role}`,
  });
}

/** Runs work in turn: a connection takes one statement at a time, and pg 9 refuses those that come while one runs. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}

/** A drizzle database over the pool, which sends each query after its scope. */
export function overPool(pool: pg.Pool, scope: Scope | null): Db {
  const scoped = (config: object) => (scope === null ? config : { ...config, scope });
  class ScopedPool {
    query(config: object, values: unknown[]) {
      return pool.query(scoped(config) as never, values);
    }
    async connect() {
      const client = await pool.connect();
      const inTurn = createTurns();
      // The scope is set in the transaction that BEGIN continues, so it lasts until its end.
      async function begin(config: object, values: unknown[]) {
        send = (next, given) => client.query(next as never, given);
        try {
          return await client.query(scoped(config) as never, values);
        } catch (cause) {
          // drizzle never releases a connection whose BEGIN fails, and the pool would be smaller for ever.
          client.release(true);
          throw cause;
        }
      }
      let send: (config: object, values: unknown[]) => Promise<unknown> = begin;
      return {
        query: (config: object, values: unknown[]) => inTurn(() => send(config, values)),
        release: () => client.release(),
      };
    }
  }
  // drizzle takes a connection of its own for a transaction if the name of the class contains "Pool".
  return drizzle(new ScopedPool() as unknown as pg.Pool, { casing: 'snake_case' }) as unknown as Db;
}
