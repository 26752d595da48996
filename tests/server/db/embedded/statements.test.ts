import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStatements } from '../../../../server/db/embedded/statements.mjs';

let pg: PGlite;
let clock = 0;
let query: ReturnType<typeof createStatements>;

beforeAll(async () => {
  pg = await PGlite.create();
  await pg.exec('create table item (id bigserial primary key, n int, whole bigint, j jsonb, words text, ok boolean)');
  query = createStatements(pg, () => clock);
}, 60_000);
afterAll(() => pg.close());

const preparedCount = async () =>
  (await pg.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements')).rows[0]?.n;

test('the results are those of the database itself, the first time and every time after', async () => {
  const values = [7, '9007199254740993', { a: [1, null], b: '引号"\'' }, 'line\nzwei 🙂', true];
  const insert = 'insert into item (n, whole, j, words, ok) values ($1, $2, $3, $4, $5) returning *';
  expect(await query(insert, values)).toMatchObject({ affectedRows: 1, rows: [{ n: 7, words: 'line\nzwei 🙂' }] });
  expect(await query(insert, [null, null, null, null, null])).toMatchObject({ rows: [{ n: null, j: null, ok: null }] });
  const look = 'select * from item where id >= $1 order by id';
  for (const rowMode of ['object', 'array'] as const)
    for (const id of [1, 2, 1]) {
      const { rows } = await pg.query(look, [id], { rowMode });
      expect((await query(look, [id], rowMode)).rows).toEqual(rows);
    }
  expect(await query('update item set n = 1')).toEqual({ rows: [], affectedRows: 2 });
});

test('an error is reported with its code, and later statements work', async () => {
  await expect(query('select nonsense')).rejects.toMatchObject({ code: '42703' });
  for (const _ of [1, 2])
    await expect(query('insert into item (id) values ($1)', [1])).rejects.toMatchObject({
      code: '23505',
      constraint: 'item_pkey',
    });
  expect((await query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a failed transaction refuses statements until it is rolled back', async () => {
  await query('BEGIN');
  await query('update item set n = 100');
  await expect(query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await expect(query('select 1 as one')).rejects.toMatchObject({ code: '25P02' });
  await query('ROLLBACK');
  expect((await query('select count(*)::int as n from item where n = 100')).rows).toEqual([{ n: 0 }]);
});

test('repeated statements see a changed table', async () => {
  const look = 'select * from item where id = $1';
  await query(look, [1]);
  await query('alter table item add column later int default 5');
  expect((await query(look, [1])).rows).toMatchObject([{ later: 5 }]);
});

test('at most 300 statements are prepared, never long ones, and each for at most half a minute', async () => {
  for (let n = 0; n < 320; n += 1) expect((await query(`select ${n} as n`)).rows).toEqual([{ n }]);
  expect(await preparedCount()).toBe(300);
  expect((await query(`select 1 as n -- ${'x'.repeat(5_000)}`)).rows).toEqual([{ n: 1 }]);
  const names = async () =>
    (await pg.query<{ name: string }>("select name from pg_prepared_statements where statement = 'select 319 as n'"))
      .rows;
  const before = await names();
  await query('select 319 as n');
  expect(await names()).toEqual(before);
  clock += 30_001;
  await query('select 319 as n');
  expect(await names()).not.toEqual(before);
  expect(await preparedCount()).toBe(300);
});
