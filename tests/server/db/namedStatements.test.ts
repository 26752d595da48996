import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outsideHospitals } from '../../../server/db/connection.ts';
import { createNamingClient, createStatementNames } from '../../../server/db/namedStatements.ts';
import { openPostgresStore } from '../../../server/db/open.ts';
import { rateCounter } from '../../../server/db/schema/sessions.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';

test('a repeated statement gets a name, the same in every process', () => {
  const [one, other] = [createStatementNames(), createStatementNames()];
  expect(one.nameOf('select 1')).toBeUndefined();
  other.nameOf('select 1');
  for (let ask = 0; ask < 2; ask += 1) one.nameOf('select 1');
  other.nameOf('select 1');
  expect(one.nameOf('select 1')).toBe(other.nameOf('select 1'));
  expect(one.nameOf('select 1')).toMatch(/^[0-9a-f]{40}$/);
});

test('the number of named statements is limited, and long lists of values get no name', () => {
  const known = createStatementNames();
  const long = `select ${'1, '.repeat(2_000)} 1`;
  for (let n = 0; n < 400; n += 1) for (let ask = 0; ask < 3; ask += 1) known.nameOf(`select ${n}`);
  for (let ask = 0; ask < 3; ask += 1) known.nameOf(long);
  expect([known.nameOf('select 0'), known.nameOf('select 299')]).not.toContain(undefined);
  expect([known.nameOf('select 300'), known.nameOf(long)]).toEqual([undefined, undefined]);
});

describe.skipIf(!hasPostgres)('on a PostgreSQL server', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server?.stop());

  const text = 'select $1::int + 1 as next, count(*)::int as named from pg_prepared_statements';

  async function withPool<T>(work: (pool: pg.Pool) => Promise<T>) {
    const pool = new pg.Pool({
      connectionString: server.url,
      max: 1,
      Client: createNamingClient(createStatementNames(), {}),
    });
    const answers = await work(pool);
    await pool.end();
    return answers;
  }

  test('the database parses a repeated statement once', async () => {
    const ask = (pool: pg.Pool) => pool.query({ text }, [1]).then(({ rows }) => rows[0]);
    const asked = await withPool(async (pool) => [await ask(pool), await ask(pool), await ask(pool), await ask(pool)]);
    expect(asked.map(({ next }) => next)).toEqual([2, 2, 2, 2]);
    expect(asked.map(({ named }) => named)).toEqual([0, 0, 1, 1]);
  });

  test('the statements that drizzle builds and those written by hand have names on the server', async () => {
    const store = await openPostgresStore(await server.database(), () => {});
    const db = outsideHospitals(store.db);
    const byHand = sql`select statement from pg_prepared_statements`;
    for (let ask = 0; ask < 3; ask += 1) {
      await db.select().from(rateCounter);
      await db.execute(byHand);
    }
    const { rows } = await db.execute<{ statement: string }>(byHand);
    await store.close();
    const named = rows.map(({ statement }) => statement);
    expect(named).toContain('select statement from pg_prepared_statements');
    expect(named).toContainEqual(expect.stringContaining('from "rate_counter"'));
  });

  test.each(['pool', 'connection'])(
    'when a pooler gives the %s a server without the named statement, the query still succeeds',
    async (who) => {
      const asked = await withPool(async (pool) => {
        const client = who === 'pool' ? null : await pool.connect();
        const of = client ?? pool;
        for (let ask = 0; ask < 4; ask += 1) await of.query({ text }, [ask]);
        await of.query('deallocate all');
        const answers = [await of.query({ text }, [7]), await of.query({ text }, [8])];
        client?.release();
        return answers.map(({ rows }) => rows[0]);
      });
      expect(asked).toEqual([
        { next: 8, named: 0 },
        { next: 9, named: 0 },
      ]);
    },
  );

  test('a failure of the statement itself is reported, and names stay in use', async () => {
    const failing = 'select 1 / $1::int as share';
    const asked = await withPool(async (pool) => {
      for (let ask = 0; ask < 4; ask += 1) await pool.query({ text: failing }, [1]);
      await expect(pool.query({ text: failing }, [0])).rejects.toMatchObject({ code: '22012' });
      return (await pool.query({ text: failing }, [1])).rows;
    });
    expect(asked).toEqual([{ share: 1 }]);
  });
});
