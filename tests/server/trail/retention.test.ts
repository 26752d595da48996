import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { expiringKinds, retentionMs } from '../../../server/trail/kinds.ts';
import { removeExpiredTrail } from '../../../server/trail/retention.ts';
import type { TrailEntry } from '../../../server/trail/trail.ts';
import { openTestDatabase } from '../../support/database.ts';
import { createTrailRows } from '../../support/trailRows.ts';

// The database compares ages with its own clock, so this test uses the real time.
const clock = { now: Date.now() };
const now = () => clock.now;
const dayMs = 86_400_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let trail: Awaited<ReturnType<typeof createTrailRows>>;
let hospitalId: string;
beforeAll(async () => {
  database = await openTestDatabase({ now });
  trail = await createTrailRows({ ...database, now });
}, 60_000);
afterAll(() => database?.close());
beforeEach(async () => {
  hospitalId = await trail.hospital();
});

const examples: Record<(typeof expiringKinds)[number], Partial<TrailEntry>> = {
  record: { action: 'sign', entity: 'record' },
  staff: { action: 'approve', entity: 'qualification' },
  message: { action: 'update', entity: 'conversation' },
  read: { action: 'list', entity: 'order' },
  signIn: { action: 'create', entity: 'session' },
};
const rowsLeft = () =>
  database.db.select().from(auditTrail).where(eq(auditTrail.tenantId, hospitalId)).orderBy(auditTrail.id);

/** Two passes of the sealer, half a minute apart, settle all rows. */
async function sealAll() {
  for (let n = 0; n < 3; n++) {
    await trail.seal();
    clock.now += 40_000;
  }
}

test('killed at any moment, the removal removes rows only together with the row about it', async () => {
  const old = clock.now - retentionMs.record - dayMs;
  for (let n = 0; n < 2; n++) await trail.append(hospitalId, examples.record, { at: old });
  await sealAll();
  const about = async () => (await rowsLeft()).filter(({ kind }) => kind === 'retention').length;
  for (let statement = 0; (await about()) === 0; statement += 1) {
    expect(await rowsLeft()).toHaveLength(2);
    await database.interrupted(statement, () => removeExpiredTrail({ ...database, now }).catch(() => {}));
  }
  expect(await rowsLeft()).toHaveLength(1);
});

describe.each(expiringKinds)('rows of the kind %s', (kind) => {
  test('are kept for their period and then removed; the chain still verifies', async () => {
    const [old, young] = [clock.now - retentionMs[kind] - dayMs, clock.now - retentionMs[kind] + dayMs];
    await trail.append(hospitalId, examples[kind], { at: old });
    await trail.append(hospitalId, examples[kind], { at: old });
    const kept = await trail.append(hospitalId, examples[kind], { at: young });
    await sealAll();
    expect(await removeExpiredTrail({ ...database, now })).toBe(2);
    const left = await rowsLeft();
    expect(left).toMatchObject([
      { id: kept, kind },
      { kind: 'retention', action: 'remove', detail: { kind, rows: 2, until: expect.any(Number) } },
    ]);
    expect(await trail.verify(hospitalId)).toMatchObject({ broken: null, expired: 2, sealed: 3, unsealed: 1 });
    await trail.seal();
    expect(await trail.verify(hospitalId)).toMatchObject({ broken: null, expired: 2, sealed: 4, unsealed: 0 });
    clock.now -= 2 * 3_600_000;
    expect(await trail.verify(hospitalId)).toMatchObject({ broken: null, expired: 2 });
    clock.now += 2 * 3_600_000;
    await trail.tamper((db) => db.execute(sql`delete from audit_trail where id = ${kept}::bigint`));
    expect((await trail.verify(hospitalId)).broken).toMatchObject({ kind: 'removed', rowId: kept });
  });

  test('have the same period in the database', async () => {
    const { rows } = await database.db.execute<{ age: string }>(sql`select trail_minimum_age(${kind})::text as age`);
    expect(Number(rows[0]?.age)).toBe(retentionMs[kind]);
  });
});

test('a row about a removal that is yet to come covers none', async () => {
  const id = await trail.append(hospitalId, examples.read, { at: clock.now });
  const detail = { kind: 'read', until: clock.now + 1, rows: 1 };
  const at = clock.now + retentionMs.read;
  await trail.append(hospitalId, { action: 'remove', entity: 'trail', detail }, { at });
  await trail.seal();
  await trail.tamper((db) => db.execute(sql`delete from audit_trail where id = ${id}::bigint`));
  expect((await trail.verify(hospitalId)).broken).toMatchObject({ kind: 'removed', rowId: id });
});

test('rows that are not sealed yet are kept, however old', async () => {
  await trail.append(hospitalId, examples.signIn, { at: clock.now - 2 * retentionMs.signIn });
  expect(await removeExpiredTrail({ ...database, now })).toBe(0);
});

test('a row that claims an early removal covers none', async () => {
  const at = clock.now - 10 * dayMs;
  const id = await trail.append(hospitalId, examples.read, { at });
  const detail = { kind: 'read', until: clock.now, rows: 1 };
  await trail.append(hospitalId, { action: 'remove', entity: 'trail', detail });
  await trail.seal();
  await trail.tamper((db) => db.execute(sql`delete from audit_trail where id = ${id}::bigint`));
  expect((await trail.verify(hospitalId)).broken).toMatchObject({ kind: 'removed', rowId: id });
});

test('rows about removals are never removed', async () => {
  const at = clock.now - 40 * 365 * dayMs;
  await trail.append(hospitalId, { action: 'remove', entity: 'trail', detail: {} }, { at });
  await sealAll();
  await removeExpiredTrail({ ...database, now });
  expect(await rowsLeft()).toHaveLength(1);
  await expect(database.db.execute(sql`delete from audit_trail where kind = 'retention'`)).rejects.toThrow();
  await expect(
    database.db.execute(sql`select remove_expired_trail(${hospitalId}::bigint, 'retention', ${clock.now}::bigint, 10)`),
  ).rejects.toThrow();
});

test('the function of the database removes nothing before its period, whatever is asked of it', async () => {
  await trail.append(hospitalId, examples.signIn, { at: clock.now - 10 * dayMs });
  await sealAll();
  const { rows } = await database.db.execute<{ removed: number }>(
    sql`select removed from remove_expired_trail(${hospitalId}::bigint, 'signIn', ${clock.now}::bigint, 10)`,
  );
  expect(rows[0]?.removed).toBe(0);
});
