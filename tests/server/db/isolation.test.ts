import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPasswords } from '../../../server/accounts/passwords.ts';
import { type Db, ofHospital, outsideHospitals, platformWide } from '../../../server/db/connection.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { openPostgresStore } from '../../../server/db/open.ts';
import { caseInfo } from '../../../server/db/schema/orders.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { seedDemonstration } from '../../../server/demo/seed.ts';
import { engines } from '../../support/engines.ts';
import { hasPostgres, startPostgres } from '../../support/postgres.ts';

vi.setConfig({ testTimeout: 60_000 });

const refusedByDatabase = { cause: { code: '42501' } };
const quoted = (name: string) => sql.raw(`"${name}"`);
const idOf = (table: string) => (table === 'tenant' ? 'id' : 'tenant_id');

/** Tables whose rows the application may add, and nobody may change or remove through it. */
const appendOnly = [
  ...['audit_trail', 'prescription_log', 'prescription_version', 'case_version', 'case_addendum'],
  ...['order_log', 'signing_key', 'his_record'],
];

describe.each(engines)('on $engine', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  let tables: string[];
  let byHospital: Record<string, Record<string, number>>;
  beforeAll(async () => {
    store = await open();
    await seedDemonstration({ db: store.db, passwords: createPasswords(), now: Date.now() });
    await hospitalStore(store.db, '1').add(auditTrail, { time: 1, action: 'read', outcome: 'ok' });
    await hospitalStore(store.db, '2').add(auditTrail, { time: 1, action: 'read', outcome: 'ok' });
    const { rows } = await store.db.execute<{ name: string }>(sql`
select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (c.relname = 'tenant'
  or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)) order by 1`);
    tables = rows.map(({ name }) => name);
    byHospital = {};
    for (const table of tables) byHospital[table] = await counts(store.db, table);
  }, 120_000);
  afterAll(() => store?.end());

  /** How many rows of each hospital a plain query of the table finds. */
  async function counts(db: Db, table: string): Promise<Record<string, number>> {
    const { rows } = await db.execute<{ hospital: unknown; found: number }>(
      sql`select ${quoted(idOf(table))} as hospital, count(*)::int as found from ${quoted(table)} group by 1`,
    );
    return Object.fromEntries(rows.map(({ hospital, found }) => [String(hospital), found]));
  }

  /** The tables that the application can read at all. */
  const readable = () => tables.filter((table) => table !== 'search_entry');

  test('every table with a hospital has its policy', async () => {
    const { rows } = await store.db.execute<{ name: string }>(sql`
select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid
where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and p.polname = 'hospital' order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(tables);
    expect(tables.length).toBeGreaterThan(40);
  });

  test('a query without a condition finds the rows of its hospital alone', async () => {
    const seen: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const hospital of ['1', '2'])
      for (const table of readable()) {
        const own = byHospital[table]?.[hospital];
        seen[`${hospital} ${table}`] = await counts(ofHospital(store.db, hospital), table);
        expected[`${hospital} ${table}`] = own === undefined ? {} : { [hospital]: own };
      }
    expect(seen).toEqual(expected);
    // The rule would hold in an empty database as well.
    expect(Object.values(byHospital).filter((each) => each['1'] && each['2']).length).toBeGreaterThan(15);
  });

  test('without a hospital nothing is found, and platform-wide queries find all', async () => {
    for (const table of readable()) {
      expect([table, await counts(outsideHospitals(store.db), table)]).toEqual([table, {}]);
      expect([table, await counts(platformWide(store.db), table)]).toEqual([table, byHospital[table]]);
    }
  });

  test.each(['', '0', 'abc', '1 or true', '*', '99999999999999999999'])(
    'the hospital %j has no rows',
    async (hospital) => {
      expect(await counts(ofHospital(store.db, hospital), 'staff')).toEqual({});
    },
  );

  /** The columns that are not computed from others. */
  async function writtenColumns(table: string) {
    const { rows } = await store.db.execute<{ names: string }>(
      sql`select string_agg(quote_ident(attname), ', ') as names from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    return sql.raw(rows[0]?.names ?? '');
  }

  test('no row can be added for another hospital, and none moved to it', async () => {
    const inserted: string[] = [];
    let tried = 0;
    for (const table of readable()) {
      const { rows } = await store.db.execute<{ row: unknown }>(
        sql`select to_jsonb(t) as row from ${quoted(table)} t where ${quoted(idOf(table))} = 2 limit 1`,
      );
      if (rows[0] === undefined) continue;
      tried += 1;
      const copy = JSON.stringify(rows[0].row);
      const db = ofHospital(store.db, '1');
      const adding = db.execute(
        sql`insert into ${quoted(table)} (${await writtenColumns(table)}) select ${await writtenColumns(table)} from jsonb_populate_record(null::${quoted(table)}, ${copy}::jsonb)`,
      );
      await adding.then(
        () => inserted.push(table),
        (cause: unknown) => expect([table, cause]).toMatchObject([table, refusedByDatabase]),
      );
    }
    expect(inserted).toEqual([]);
    expect(tried).toBeGreaterThan(15);
    const moving = ofHospital(store.db, '1').update(staff).set({ tenantId: '2' });
    await expect(moving).rejects.toMatchObject(refusedByDatabase);
  });

  test.each(appendOnly)('the application can neither change nor remove rows of %s', async (table) => {
    const db = platformWide(store.db);
    const { rows } = await store.db.execute<{ name: string }>(
      sql`select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    for (const { name } of rows) {
      const change = db.execute(sql`update ${quoted(table)} set ${quoted(name)} = ${quoted(name)}`);
      await expect(change, name).rejects.toMatchObject(refusedByDatabase);
    }
    await expect(db.execute(sql`delete from ${quoted(table)}`)).rejects.toMatchObject(refusedByDatabase);
    await expect(db.execute(sql`truncate ${quoted(table)} cascade`)).rejects.toMatchObject(refusedByDatabase);
  });

  test.each(['im_event', 'consult_order', 'case_info', 'prescription', 'patient', 'patient_fact', 'search_entry'])(
    'the application cannot delete rows of %s',
    async (table) => {
      const deletion = platformWide(store.db).execute(sql`delete from ${quoted(table)}`);
      await expect(deletion).rejects.toMatchObject(refusedByDatabase);
    },
  );

  test.each([
    ['im_event', 'content'],
    ['im_event', 'send_time'],
    ['im_conversation', 'patient_id'],
    ['consult_order', 'patient_id'],
    ['prescription', 'patient_id'],
    ['prescription', 'doctor_id'],
    ['case_info', 'doctor_id'],
    ['review_question', 'text'],
  ])('%s.%s keeps its first value', async (table, column) => {
    const change = platformWide(store.db).execute(
      sql`update ${quoted(table)} set ${quoted(column)} = ${quoted(column)}`,
    );
    await expect(change).rejects.toMatchObject(refusedByDatabase);
  });

  test('the content of a signed prescription changes only with its version, and a signed record not at all', async () => {
    const hospital = hospitalStore(store.db, '1');
    // The demonstration's prescriptions were signed nowhere.
    const signature = { keyId: '1', value: 'signed' };
    await store.db.update(prescription).set({ doctorSignature: signature }).where(eq(prescription.tenantId, '1'));
    await store.db.update(caseInfo).set({ status: 1 }).where(eq(caseInfo.tenantId, '1'));
    const signed = await hospital.first(prescription);
    const isIt = eq(prescription.id, signed?.id ?? '');
    await expect(hospital.change(prescription, { advice: 'Take twice as many.' }, isIt)).rejects.toMatchObject(
      refusedByDatabase,
    );
    expect(await hospital.change(prescription, { updateTime: signed?.updateTime ?? 0 }, isIt)).toHaveLength(1);
    const record = await hospital.first(caseInfo);
    const isRecord = eq(caseInfo.id, record?.id ?? '');
    for (const change of [{ chiefComplaint: 'None' }, { status: 0 }, { version: 9 }])
      await expect(hospital.change(caseInfo, change, isRecord)).rejects.toMatchObject(refusedByDatabase);
  });

  test('the application owns nothing and can change no table, policy or function', async () => {
    const db = platformWide(store.db);
    const { rows } = await db.execute(sql`
select current_user as me, (select count(*)::int from pg_class where pg_has_role(current_user, relowner, 'USAGE')) as owned,
  r.rolsuper, r.rolbypassrls, r.rolcreaterole from pg_roles r where r.rolname = current_user`);
    expect(rows).toEqual([
      { me: 'cloudroom_app', owned: 0, rolsuper: false, rolbypassrls: false, rolcreaterole: false },
    ]);
    for (const change of [
      'create table stolen (id int)',
      'alter table staff disable row level security',
      'alter table audit_trail disable trigger all',
      'drop policy hospital on staff',
      'create policy everything on staff using (true)',
      `create function reveal(text) returns boolean language sql as 'select true'`,
      `select secure_tables('cloudroom_app')`,
      'update application_right set privileges = privileges',
      `set session_replication_role = 'replica'`,
    ])
      await expect(db.execute(sql.raw(change)), change).rejects.toMatchObject({ cause: { code: /^42501$/ } });
  });

  test('a hospital is bound to its query alone', async () => {
    const setting = sql<string>`select coalesce(current_setting('cloudroom.hospital', true), '') as hospital`;
    const read = async (db: Db) => (await db.execute<{ hospital: string }>(setting)).rows[0]?.hospital;
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await read(ofHospital(store.db, '1'))).toBe('1');
      expect(await read(outsideHospitals(store.db))).toBe('');
      expect(await ofHospital(store.db, '2').transaction((tx) => read(tx))).toBe('2');
      expect(await read(outsideHospitals(store.db))).toBe('');
    }
  });

  test('a table that a later migration adds is secured at the next start', async () => {
    await store.db.execute(sql`create table added_later (id bigserial primary key, tenant_id bigint not null)`);
    await store.db.execute(sql`select secure_tables('cloudroom_app')`);
    const add = (hospital: string) =>
      ofHospital(store.db, hospital).execute(sql`insert into added_later (tenant_id) values (1)`);
    await add('1');
    await expect(add('2')).rejects.toMatchObject(refusedByDatabase);
    expect(await counts(ofHospital(store.db, '2'), 'added_later')).toEqual({});
    await store.db.execute(sql`drop table added_later`);
  });
});

describe.skipIf(!hasPostgres)('with a role of its own on PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let owner: string;
  const as = (user: string) => owner.replace('cloudroom@', `${user}@`);
  beforeAll(async () => {
    server = await startPostgres();
    owner = await server.database();
    const client = new pg.Client({ connectionString: owner });
    await client.connect();
    await client.query('create role hospital_app login');
    await client.query('create role plain_owner login');
    await client.query('create database plain owner plain_owner');
    await client.end();
  }, 60_000);
  afterAll(() => server?.stop());

  test('a role that may not migrate is told to name the owner of the tables', async () => {
    const server = new pg.Client(owner);
    await server.connect();
    const { rows } = await server.query('select current_database() as name');
    await server.query(`create role cloudroom_app nologin`);
    await server.query(`grant cloudroom_app to hospital_app`);
    try {
      await expect(openPostgresStore(as('hospital_app'), () => {})).rejects.toThrow(
        new RegExp(`may not migrate postgres://.*/${rows[0].name}\\. Set MIGRATION_DATABASE_URL to the owner`),
      );
    } finally {
      await server.query('drop role cloudroom_app');
      await server.end();
    }
  });

  test('the platform works as the role of DATABASE_URL; the tables belong to MIGRATION_DATABASE_URL’s', async () => {
    const store = await openPostgresStore(as('hospital_app'), () => {}, { migrationUrl: owner });
    const { rows } = await outsideHospitals(store.db).execute(sql`
select current_user as me, session_user as signed_in, (select relowner::regrole::text from pg_class where relname = 'staff') as owner`);
    expect(rows).toEqual([{ me: 'hospital_app', signed_in: 'hospital_app', owner: 'cloudroom' }]);
    await hospitalStore(store.db, '1').add(auditTrail, { time: 1, action: 'read', outcome: 'ok' });
    expect(await hospitalStore(store.db, '2').rows(auditTrail)).toEqual([]);
    // Its rights are enough for everything that the platform does to an empty database.
    expect(await seedDemonstration({ db: store.db, passwords: createPasswords(), now: Date.now() })).toBe(true);
    expect(await hospitalStore(store.db, '1').count(staff)).toBeGreaterThan(3);
    const becoming = outsideHospitals(store.db).execute(sql`set role cloudroom`);
    await expect(becoming).rejects.toMatchObject(refusedByDatabase);
    await store.close();
  });

  test('a role that owns the tables or bypasses their policies is refused with a remedy', async () => {
    await expect(openPostgresStore(owner, () => {}, { migrationUrl: owner })).rejects.toThrow(
      /cloudroom of DATABASE_URL bypasses/,
    );
  });

  test('an owner who may not create the role is told what to do', async () => {
    const url = as('plain_owner').replace(/[^/]+$/, 'plain');
    await expect(openPostgresStore(url, () => {})).rejects.toThrow(
      /MIGRATION_DATABASE_URL.*GRANT cloudroom_app TO plain_owner/,
    );
    const client = new pg.Client({ connectionString: owner });
    await client.connect();
    await client.query('create role cloudroom_app nologin');
    await client.query('grant cloudroom_app to plain_owner');
    await client.end();
    const store = await openPostgresStore(url, () => {});
    const { rows } = await outsideHospitals(store.db).execute(sql`select current_user as me`);
    expect(rows).toEqual([{ me: 'cloudroom_app' }]);
    await store.close();
  });
});

/** Where queries see all hospitals, and why. A new place is a decision. */
const platformWidePlaces: Record<string, string> = {
  'accounts/captchaTickets.ts': 'removes what has expired',
  'accounts/identities.ts': 'a token names its hospital',
  'accounts/givenPassword.ts': 'shortens what a clock ahead gave',
  'accounts/knownDevices.ts': 'removes what has expired',
  'accounts/qualificationQueries.ts': 'the operator sees what waits in all hospitals',
  'accounts/sessions.ts':
    'removes what has expired, shortens what a clock ahead gave, ends sessions of disabled accounts',
  'accounts/socketSessions.ts': 'a token names its hospital',
  'administration/hospitalQueries.ts': 'an operator lists all hospitals, with their addresses and numbers of accounts',
  'admin/commands.ts': 'the operator names an account of any hospital',
  'admin/heads.ts': 'the operator sees doctors of all hospitals',
  'admin/verifyTrail.ts': 'the operator verifies the chains of all hospitals',
  'admin/notices.ts': 'the operator sees notices of all hospitals',
  'db/unitOfWork.ts': 'removes old events',
  'files/queries.ts': 'a signed link names its hospital; jobs find files to clean and to remove',
  'files/unusedFiles.ts': 'removes unused files',
  'http/idempotentCalls.ts': 'removes old answers',
  'orders/dueOrders.ts': 'finds what is due',
  'prescriptions/expire.ts': 'finds what is due',
  'reviews/carryOut.ts': 'finds what is due',
  'reviews/drafts.ts': 'removes drafts of finished reviews',
  'reviews/expiredLeases.ts': 'finds what is due',
  'reviews/recount.ts': 'finds what is to be counted again',
  'schedules/dutySync.ts': 'visits every hospital',
  'schedules/leaveBegins.ts': 'a job of all hospitals',
  'demo/seed.ts': 'creates the demonstration hospitals',
  'signatures/queries.ts': 'a verification code names its hospital',
  'platform.ts': 'figures and removals of all hospitals',
  'sharedParts.ts': 'seals the trails of all hospitals',
  'hospitals/hospitals.ts': 'finds the hospital of a request',
};

test('queries see all hospitals only where that is decided', () => {
  const root = join('server');
  const places = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'db/connection.ts')
    .filter((file) => /\bplatformWide\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(places.sort()).toEqual(Object.keys(platformWidePlaces).sort());
});
