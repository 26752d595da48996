import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore, type Store } from '../../../server/db/open.ts';
import { readSettings } from '../../../server/settings.ts';
import { around, type TestDb, withOwner } from '../../support/database.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';
import { createTrailRows } from '../../support/trailRows.ts';

function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((open) => {
    resolve = open;
  });
  return { promise, resolve: () => resolve() };
}

describe.skipIf(!hasPostgres)('on a PostgreSQL server', () => {
  const clock = { now: Date.parse('2030-01-01T00:00:00Z') };
  const now = () => clock.now;
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let store: Store;
  let db: TestDb;
  let trail: Awaited<ReturnType<typeof createTrailRows>>;
  beforeAll(async () => {
    server = await startPostgres();
    store = await openPostgresStore(await server.database(), () => {});
    db = withOwner(store.db);
    trail = await createTrailRows({ ...around(db, now), now });
  }, 60_000);
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  }, 30_000);

  test('a row that commits late, with a lower id than sealed ones, is sealed', async () => {
    const hospitalId = await trail.hospital();
    const commit = signal();
    const written = signal();
    const late = db.transaction(async (tx) => {
      await tx.execute(
        sql`insert into audit_trail (tenant_id, time, action, outcome) values (${hospitalId}::bigint, 1, 'read', 'ok')`,
      );
      written.resolve();
      await commit.promise;
    });
    await written.promise;
    for (let n = 0; n < 4; n++) {
      await trail.append(hospitalId);
      expect(await trail.seal()).toBe(1);
      clock.now += 40_000;
    }
    commit.resolve();
    await late;
    expect(await trail.seal()).toBe(1);
    expect(await trail.verify(hospitalId)).toMatchObject({ sealed: 5, unsealed: 0, broken: null });
  });

  test('the rows that sealing looks through become no more while others write as fast as it seals', async () => {
    const hospitalId = await trail.hospital();
    const write = () =>
      db.execute(sql`
        insert into audit_trail (tenant_id, time, action, outcome)
        select ${hospitalId}::bigint, 1, 'read', 'ok' from generate_series(1, 10000)`);
    const lookedThrough = async () => {
      const { rows } = await db.execute<{ n: number }>(sql`
        select count(*)::int as n from audit_trail where id > coalesce((select settled_id from trail_sealer), 0)`);
      return rows[0]?.n ?? 0;
    };
    for (let n = 0; n < 4; n += 1) {
      await write();
      expect(await trail.seal()).toBe(10_000);
      clock.now += 40_000;
    }
    expect(await lookedThrough()).toBeLessThanOrEqual(20_000);
    expect(await trail.verify(hospitalId)).toMatchObject({ sealed: 40_000, unsealed: 0, broken: null });
  });

  test('several processes seal at once, and every row has one place', async () => {
    const hospitalId = await trail.hospital();
    const sealers = Array.from({ length: 4 }, () => trail.sealer());
    for (let n = 0; n < 5; n++) {
      await Promise.all(Array.from({ length: 20 }, () => trail.append(hospitalId)));
      await Promise.all(sealers.map((seal) => seal()));
    }
    await trail.seal();
    expect(await trail.verify(hospitalId)).toMatchObject({ sealed: 100, unsealed: 0, broken: null });
  });

  test('a changed row is found', async () => {
    const hospitalId = await trail.hospital();
    const id = await trail.append(hospitalId, { patientIds: ['5', '6'], detail: { code: 404, a: [1.5, null, '诊'] } });
    await trail.seal();
    expect(await trail.verify(hospitalId)).toMatchObject({ sealed: 1, broken: null });
    await trail.tamper((db) => db.execute(sql`update audit_trail set user_id = 8 where id = ${id}::bigint`));
    expect((await trail.verify(hospitalId)).broken).toEqual({ kind: 'changed', seq: 1, rowId: id });
  });
});

describe.skipIf(!hasPostgres)('on a PostgreSQL server that ends long statements', () => {
  const now = () => Date.parse('2030-01-01T00:00:00Z');
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let store: Store;
  beforeAll(async () => {
    server = await startPostgres();
    const limits = { ...readSettings({}, []).pool, statementTimeoutMs: 500 };
    store = await openPostgresStore(await server.database(), () => {}, { limits });
  }, 60_000);
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  }, 30_000);

  test('a large backlog is sealed, and looked through again, in statements that stay short', async () => {
    const db = withOwner(store.db);
    const trail = await createTrailRows({ ...around(db, now), now });
    const hospitalId = await trail.hospital();
    const [parts, rows] = [60, 2_500];
    for (let part = 0; part < parts; part += 1)
      await db.owner.execute(sql`
        insert into audit_trail (tenant_id, time, action, outcome)
        select ${hospitalId}::bigint, 1, 'read', 'ok' from generate_series(1, ${rows})`);
    expect(await trail.seal()).toBe(parts * rows);
    expect(await trail.seal()).toBe(0);
  }, 240_000);
});
