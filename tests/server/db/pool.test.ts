import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { outsideHospitals, platformWide } from '../../../server/db/connection.ts';
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

  test('get one statement of a transaction after the other, in the order in which they were asked', async () => {
    const waiting: number[] = [];
    const send = pg.Client.prototype.query;
    const recording = function (this: pg.Client, ...given: unknown[]) {
      waiting.push((Reflect.get(this, '_queryQueue') as unknown[]).length);
      if (Reflect.get(this, '_activeQuery')) waiting.push(1);
      return Reflect.apply(send, this, given);
    };
    pg.Client.prototype.query = recording as never;
    onTestFinished(() => {
      pg.Client.prototype.query = send;
    });
    const opened = await openPostgresStore(server.lastUrl(), () => {});
    onTestFinished(opened.close);
    const found = await platformWide(opened.db).transaction((tx) =>
      Promise.all([1, 2, 3, 4, 5].map((n) => tx.execute(sql`select ${n}::int as n`))),
    );
    expect(found.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3, 4, 5]);
    expect(Math.max(...waiting)).toBe(0);
    const failing = platformWide(opened.db).transaction((tx) =>
      Promise.all([tx.execute(sql`select 1/0`), tx.execute(sql`select 1`), tx.execute(sql`select 2`)]),
    );
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
    await expect.poll(() => opened.pool().total - opened.pool().idle).toBe(0);
    expect(Math.max(...waiting)).toBe(0);
  });

  test('end a statement that takes too long', async () => {
    await expect(run(sql`select pg_sleep(5)`)).rejects.toMatchObject({ cause: { code: '57014' } });
  });
});
