import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outsideHospitals } from '../../../server/db/connection.ts';
import { openPostgresStore, type Store } from '../../../server/db/open.ts';
import { readSettings } from '../../../server/settings.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';

describe.skipIf(!hasPostgres)('connections to PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let store: Store;
  beforeAll(async () => {
    server = await startPostgres();
    const { pool: limits } = readSettings(
      {
        DATABASE_POOL_SIZE: '3',
        DATABASE_STATEMENT_TIMEOUT_MS: '1100',
        DATABASE_LOCK_TIMEOUT_MS: '1200',
        DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '1300',
      },
      [],
    );
    store = await openPostgresStore(await server.database(), () => {}, { limits });
  }, 60_000);
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  }, 30_000);

  const run = <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
    outsideHospitals(store.db).execute<Row>(statement);

  test('have the time-outs of the settings', async () => {
    const { rows } = await run<{ setting: string }>(
      sql`select setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name desc`,
    );
    expect(rows.map(({ setting }) => Number(setting))).toEqual([1_100, 1_200, 1_300]);
  });

  test('are as many as the settings say, and further statements wait for one of them', async () => {
    await Promise.all(Array.from({ length: 12 }, () => run(sql`select pg_sleep(0.05)`)));
    expect(store.pool()).toMatchObject({ total: 3, waiting: 0 });
  });

  test('end a statement that takes too long', async () => {
    await expect(run(sql`select pg_sleep(5)`)).rejects.toMatchObject({ cause: { code: '57014' } });
  });
});
