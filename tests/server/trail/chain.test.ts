import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSealKeys } from '../../../server/trail/sealKeys.ts';
import { openTestDatabase } from '../../support/database.ts';
import { createTrailRows } from '../../support/trailRows.ts';

const clock = { now: Date.parse('2030-01-01T00:00:00Z') };
const now = () => clock.now;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let trail: Awaited<ReturnType<typeof createTrailRows>>;
let hospitalId: string;
let ids: string[];
beforeAll(async () => {
  database = await openTestDatabase({ now });
  trail = await createTrailRows({ ...database, now });
}, 60_000);
afterAll(() => database?.close());

/** Five rows in three seals. */
beforeEach(async () => {
  hospitalId = await trail.hospital();
  ids = [];
  for (const [n, entityId] of ['1', '2', '3', '4', '5'].entries()) {
    ids.push(await trail.append(hospitalId, { entityId, detail: { n, text: 'x' } }));
    if (n % 2 === 0) await trail.seal();
    clock.now += 1_000;
  }
  await trail.seal();
});

const run = (statement: ReturnType<typeof sql>) => trail.tamper((db) => db.execute(statement));

test('an untouched trail verifies, hospital by hospital', async () => {
  const other = await trail.hospital();
  await trail.append(other);
  expect(await trail.verify(hospitalId)).toMatchObject({ sealed: 5, unsealed: 0, broken: null });
  expect(await trail.verify(other)).toMatchObject({ sealed: 0, unsealed: 1, broken: null });
});

test('rows are sealed once, whichever process seals', async () => {
  await trail.append(hospitalId);
  const [one, other] = [trail.sealer(), trail.sealer()];
  await Promise.all([one(), other(), trail.seal()]);
  expect(await trail.verify(hospitalId)).toMatchObject({ sealed: 6, unsealed: 0, broken: null });
});

test('a long run of sealing stays exact while its watermark moves', async () => {
  for (let n = 0; n < 4; n++) {
    clock.now += 40_000;
    await trail.append(hospitalId);
    expect(await trail.seal()).toBe(1);
  }
  expect(await trail.verify(hospitalId)).toMatchObject({ sealed: 9, unsealed: 0, broken: null });
});

describe('found is', () => {
  test.each([
    ['user_id', sql`user_id = 8`],
    ['patient_id', sql`patient_id = null`],
    ['patient_ids', sql`patient_ids = '{5}'`],
    ['time', sql`time = time - 1`],
    ['purpose', sql`purpose = 'order:99'`],
    ['outcome', sql`outcome = 'refused'`],
    ['ip', sql`ip = '10.0.0.2'`],
    ['device', sql`device = 'Chrome'`],
    ['session_id', sql`session_id = 3`],
    ['call', sql`call = 'x'`],
    ['action', sql`action = 'update'`],
    ['detail', sql`detail = detail || '{"n": 9}'`],
    ['daily_key', sql`daily_key = 'k'`],
  ])('a row whose %s was changed', async (_, change) => {
    await run(sql`update audit_trail set ${change} where id = ${ids[2]}::bigint`);
    expect((await trail.verify(hospitalId)).broken).toEqual({ kind: 'changed', seq: 3, rowId: ids[2] });
  });

  test('a removed row, in the middle and at the end', async () => {
    await run(sql`delete from audit_trail where id = ${ids[4]}::bigint`);
    expect((await trail.verify(hospitalId)).broken).toEqual({ kind: 'removed', seq: 5, rowId: ids[4] });
    await run(sql`delete from audit_trail where id = ${ids[1]}::bigint`);
    expect((await trail.verify(hospitalId)).broken).toEqual({ kind: 'removed', seq: 2, rowId: ids[1] });
  });

  test('a row that was moved to another hospital', async () => {
    const other = await trail.hospital();
    await run(sql`update audit_trail set tenant_id = ${other}::bigint where id = ${ids[1]}::bigint`);
    expect((await trail.verify(hospitalId)).broken).toMatchObject({ kind: 'removed', seq: 2 });
  });

  test('rows that were put in another order', async () => {
    await run(sql`update audit_trail set id = case id when ${ids[1]}::bigint then -1 else -2 end
      where id in (${ids[1]}::bigint, ${ids[2]}::bigint)`);
    await run(
      sql`update audit_trail set id = case id when -1 then ${ids[2]}::bigint else ${ids[1]}::bigint end where id in (-1, -2)`,
    );
    expect((await trail.verify(hospitalId)).broken).toEqual({ kind: 'reordered', seq: 2, rowId: ids[1] });
  });

  test('a row that was inserted behind the seals', async () => {
    // Ids that were rolled back leave gaps, and their rows could be invented later.
    await database.db.execute(sql`select nextval('audit_trail_id_seq')`);
    await trail.append(hospitalId);
    for (let n = 0; n < 3; n++) {
      await trail.seal();
      clock.now += 40_000;
    }
    const gap = String(BigInt(ids[4] ?? '0') + 1n);
    await run(
      sql`insert into audit_trail (id, tenant_id, time, action, outcome) values (${gap}::bigint, ${hospitalId}::bigint, 1, 'read', 'ok')`,
    );
    await trail.seal();
    expect((await trail.verify(hospitalId)).broken).toEqual({ kind: 'inserted', seq: null, rowId: gap });
  });

  test.each([
    ['changed', sql`hashes = replace(hashes, ' ', ' x')`, 'seal changed'],
    ['moved in time', sql`time = time - 1`, 'seal not signed'],
  ])('a seal that was %s', async (_, change, kind) => {
    await run(sql`update trail_seal set ${change} where tenant_id = ${hospitalId}::bigint and number = 2`);
    expect((await trail.verify(hospitalId)).broken).toEqual({ kind, seq: 2, rowId: null });
  });

  test('a removed seal, also with its rows', async () => {
    await run(sql`delete from audit_trail where id in (${ids[1]}::bigint, ${ids[2]}::bigint)`);
    await run(sql`delete from trail_seal where tenant_id = ${hospitalId}::bigint and number = 2`);
    expect((await trail.verify(hospitalId)).broken).toMatchObject({ kind: 'seal removed', seq: 2 });
  });

  test('an end that was cut off, by a head that was noted before', async () => {
    const { head } = await trail.verify(hospitalId);
    expect(await trail.verify(hospitalId, { head })).toMatchObject({ headAt: 5 });
    await trail.append(hospitalId);
    await trail.seal();
    expect(await trail.verify(hospitalId, { head })).toMatchObject({ headAt: 5, sealed: 6 });
    const last = await trail.append(hospitalId);
    await run(
      sql`delete from audit_trail where id > ${ids[2]}::bigint and id <= ${last}::bigint and tenant_id = ${hospitalId}::bigint`,
    );
    await run(sql`delete from trail_seal where tenant_id = ${hospitalId}::bigint and number > 2`);
    expect(await trail.verify(hospitalId, { head })).toMatchObject({ broken: null, sealed: 3, headAt: null });
  });
});

test('a chain made anew by somebody with all rights is found where the key is outside the database', async () => {
  const secret = 'a key that only the platform has, in its environment';
  const outside = await openSealKeys(database.db, [secret]);
  await trail.append(hospitalId);
  await trail.sealer(outside)();
  expect(await trail.verify(hospitalId, { with_: outside })).toMatchObject({
    broken: null,
    sealed: 6,
    signedOutside: 6,
  });
  // The key in the database seals after the platform's own: whoever has only that key cannot pass for the platform.
  await trail.append(hospitalId);
  await trail.seal();
  expect((await trail.verify(hospitalId, { with_: outside })).broken).toMatchObject({
    kind: 'seal not signed',
    seq: 7,
  });
  expect((await trail.verify(hospitalId)).broken).toMatchObject({ kind: 'seal not signed', seq: 6 });
});

test('a new key signs, and the one before still verifies', async () => {
  const [first, second] = [
    'the first key of this platform, long enough',
    'the second key of this platform, long enough',
  ];
  await trail.append(hospitalId);
  await trail.sealer(await openSealKeys(database.db, [first]))();
  const both = await openSealKeys(database.db, [second, first]);
  await trail.append(hospitalId);
  await trail.sealer(both)();
  expect(await trail.verify(hospitalId, { with_: both })).toMatchObject({ broken: null, sealed: 7 });
  const alone = await openSealKeys(database.db, [second]);
  expect((await trail.verify(hospitalId, { with_: alone })).broken).toMatchObject({ kind: 'seal not signed', seq: 6 });
});

test.each([
  ['changed', sql`update audit_trail set ip = 'x'`],
  ['emptied', sql`truncate audit_trail`],
  ['removed', sql`delete from audit_trail`],
])('the database refuses that the trail is %s', async (_, statement) => {
  await expect(database.db.execute(statement)).rejects.toMatchObject({
    cause: { message: 'audit_trail is append only' },
  });
});

test.each([
  ['changed', sql`update trail_seal set hash = 'x'`],
  ['removed', sql`delete from trail_seal`],
])('the database refuses that seals are %s', async (_, statement) => {
  await expect(database.db.execute(statement)).rejects.toMatchObject({
    cause: { message: 'trail_seal is append only' },
  });
});
