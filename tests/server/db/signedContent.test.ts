import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPasswords } from '../../../server/accounts/passwords.ts';
import { type Db, ofHospital, platformWide } from '../../../server/db/connection.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { consultOrder } from '../../../server/db/schema/orders.ts';
import { prescription } from '../../../server/db/schema/prescriptions.ts';
import { seedDemonstration } from '../../../server/demo/seed.ts';
import { engines } from '../../support/engines.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const refusedByDatabase = { cause: { code: '42501' } };
const quoted = (name: string) => sql.raw(`"${name}"`);

/** What each signature covers, and what belongs to it; the other columns are of the review, the queue and times. */
const signedColumns = {
  prescription: [
    ...['prescription_no', 'order_id', 'order_no', 'case_id', 'patient_id', 'doctor_id', 'dept_name', 'dept_name_en'],
    ...['warehouse_id', 'category', 'rx_type', 'patient', 'diagnosis_list', 'lines', 'advice', 'over_days_reason'],
    ...['overrides', 'amount', 'double_sign', 'submit_time', 'doctor_signature', 'doctor_signer', 'verify_code'],
  ],
  approved: [
    ...['auditor_id', 'audit_time', 'audit_remark', 'audit_reason_codes', 'audit_checklist', 'expire_time'],
    ...['auditor_signature', 'auditor_signer'],
  ],
};

/** Another value of a column's type. */
const otherValue: Record<string, string> = {
  bigint: '987654321',
  integer: '77',
  text: `'changed'`,
  boolean: 'true',
  jsonb: `'[{"changed":1}]'`,
};

describe.each(engines)('on $engine', ({ open }) => {
  let store: Awaited<ReturnType<typeof open>>;
  let app: Db;
  let rx: { id: string; tenantId: string };
  const types: Record<string, Map<string, string>> = {};

  beforeAll(async () => {
    store = await open();
    await seedDemonstration({ db: store.db, passwords: createPasswords(), now: Date.now() });
    app = ofHospital(store.db, '1');
    for (const table of [
      'prescription',
      'prescription_version',
      'signing_key',
      'case_info',
      'case_version',
      'case_addendum',
    ]) {
      const { rows } = await store.db.execute<{ name: string; type: string }>(
        sql`select attname as name, format_type(atttypid, null) as type from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      );
      types[table] = new Map(rows.map(({ name, type }) => [name, type]));
    }
    const [row] = await store.db.select().from(prescription).where(eq(prescription.tenantId, '1')).limit(1);
    if (!row) throw new Error('the demonstration has no prescription');
    rx = row;
    const signature = JSON.stringify({ keyId: '1', value: 'signed' });
    await store.db.execute(sql`update prescription set doctor_signature = ${signature}::jsonb, doctor_signer = '{"name":"A"}', verify_code = 'code',
      auditor_signature = ${signature}::jsonb, auditor_signer = '{"name":"B"}', auditor_id = 1, audit_time = 1, status = 20, submit_time = 1 where id = ${rx.id}::bigint`);
    await store.db.execute(sql`update case_info set status = 1 where tenant_id = 1`);
  });
  afterAll(() => store?.end());

  const valueFor = (table: string, column: string) => sql.raw(otherValue[types[table]?.get(column) ?? ''] ?? 'null');
  const isIt = () => sql`where id = ${rx.id}::bigint`;
  const whole = async () =>
    (await store.db.execute<{ row: unknown }>(sql`select to_jsonb(p) as row from prescription p ${isIt()}`)).rows[0]
      ?.row;

  test('each column that a signature covers keeps its value, alone and together with the version', async () => {
    const before = await whole();
    for (const column of [...signedColumns.prescription, ...signedColumns.approved]) {
      const to = sql`${quoted(column)} = ${valueFor('prescription', column)}`;
      for (const more of [
        sql``,
        sql`, version = version + 1`,
        sql`, version = version + 1, status = 10, auditor_signature = null`,
      ]) {
        if (column === 'auditor_signature' && more.queryChunks.length > 0) continue;
        await expect(app.execute(sql`update prescription set ${to} ${more} ${isIt()}`), column).rejects.toMatchObject(
          refusedByDatabase,
        );
      }
    }
    expect(await whole()).toEqual(before);
  });

  test('a signature is not removed first, in one statement, two, or a transaction', async () => {
    const before = await whole();
    for (const gone of [
      'doctor_signature = null',
      'auditor_signature = null',
      'doctor_signature = null, auditor_signature = null, version = version + 1',
      'doctor_signature = null, verify_code = null, status = 0, submit_time = null',
    ]) {
      const first = sql.raw(`update prescription set ${gone} where id = ${rx.id}`);
      await expect(app.execute(first), gone).rejects.toMatchObject(refusedByDatabase);
      const both = app.transaction(async (tx) => {
        await tx.execute(first);
        await tx.execute(sql`update prescription set lines = '[]' ${isIt()}`);
      });
      await expect(both, gone).rejects.toMatchObject(refusedByDatabase);
    }
    expect(await whole()).toEqual(before);
  });

  test('an unapproved prescription is not signed anew without a key of its doctor and a version', async () => {
    await store.db.execute(sql`update prescription set status = 10, auditor_signature = null ${isIt()}`);
    const before = await whole();
    const forged = (keyId: string) => sql`update prescription set lines = '[]', version = version + 1,
      doctor_signature = ${JSON.stringify({ keyId, value: 'forged' })}::jsonb ${isIt()}`;
    await expect(app.execute(forged('999999'))).rejects.toMatchObject(refusedByDatabase);
    const { rows } = await store.db.execute<{
      id: string;
    }>(sql`insert into signing_key (tenant_id, staff_id, public_key, sealed_key, create_time)
      select 1, doctor_id, 'k', 's', 1 from prescription ${isIt()} on conflict (tenant_id, staff_id) do update set create_time = 1 returning id`);
    await expect(app.execute(forged(String(rows[0]?.id)))).rejects.toMatchObject(refusedByDatabase);
    expect(await whole()).toEqual(before);
  });

  test('text that is no signature, one that was used and one during a review replace no signed content', async () => {
    const value = (sign: string) => `${sign.repeat(86)}==`;
    const { rows } = await store.db.execute<{ id: string; version: number }>(sql`insert into signing_key
      (tenant_id, staff_id, public_key, sealed_key, create_time) select 1, doctor_id, 'k', 's', 1 from prescription ${isIt()}
      on conflict (tenant_id, staff_id) do update set create_time = 1
      returning id, (select version from prescription ${isIt()}) as version`);
    const { id: keyId = '', version = 0 } = rows[0] ?? {};
    const signature = (text: string) => JSON.stringify({ keyId: String(keyId), value: text });
    await store.db.execute(sql`insert into prescription_version (tenant_id, prescription_id, version, content, signature, create_time)
      values (1, ${rx.id}::bigint, 0, '{}', ${signature(value('B'))}::jsonb, 1)`);
    const begins = (status: number, auditStatus: number, leaseUntil: number | null) =>
      store.db.execute(sql`update prescription set status = ${status}, audit_status = ${auditStatus}, lease_until = ${leaseUntil},
        submit_time = 1000, auditor_signature = null, doctor_signature = ${signature(value('A'))}::jsonb ${isIt()}`);
    /** Replaces lines and signature as the next version, with the row of that version. */
    const forge = (text: string, submitTime = 2000) =>
      app.transaction(async (tx) => {
        await tx.execute(sql`update prescription set lines = '[]', version = version + 1, status = 10, audit_status = 0,
          submit_time = ${submitTime}, doctor_signature = ${signature(text)}::jsonb ${isIt()}`);
        await tx.execute(sql`insert into prescription_version (tenant_id, prescription_id, version, content, signature, create_time)
          values (1, ${rx.id}::bigint, ${version + 1}, '{}', ${signature(text)}::jsonb, 1)`);
        throw new Error('not refused');
      });
    await begins(10, 0, null);
    for (const text of ['forged', '', value('B'), value('!')])
      await expect(forge(text), text).rejects.toMatchObject(refusedByDatabase);
    await expect(forge(value('C'), 999), 'an earlier time').rejects.toMatchObject(refusedByDatabase);
    await begins(10, 1, 3000);
    await expect(forge(value('C')), 'while a reviewer reviews it').rejects.toMatchObject(refusedByDatabase);
    await begins(40, 9, null);
    await expect(forge(value('C')), 'after it was cancelled').rejects.toMatchObject(refusedByDatabase);
    // What remains, as docs/security.md says: the database cannot tell this text from a signature.
    await begins(11, 3, null);
    await expect(forge(value('C'))).rejects.toThrow('not refused');
  });

  test('signed rows are neither deleted nor added again, and versions of signed content are not added', async () => {
    for (const table of [
      'prescription',
      'prescription_version',
      'signing_key',
      'case_info',
      'case_version',
      'case_addendum',
    ]) {
      const replaced = platformWide(store.db).transaction(async (tx) => {
        await tx.execute(sql`delete from ${quoted(table)}`);
        await tx.execute(sql`insert into ${quoted(table)} default values`);
      });
      await expect(replaced, table).rejects.toMatchObject(refusedByDatabase);
    }
    const version =
      app.execute(sql`insert into prescription_version (tenant_id, prescription_id, version, content, create_time)
      select tenant_id, id, version + 5, '{}', 1 from prescription ${isIt()}`);
    await expect(version).rejects.toMatchObject(refusedByDatabase);
    const later =
      app.execute(sql`insert into case_version (tenant_id, case_id, version, status, doctor_id, content, create_time)
      select tenant_id, id, version + 5, 1, doctor_id, '{}', 1 from case_info where tenant_id = 1 limit 1`);
    await expect(later).rejects.toMatchObject(refusedByDatabase);
  });

  test('every column of versions, keys, signed records and addenda keeps its value', async () => {
    for (const table of ['prescription_version', 'signing_key', 'case_info', 'case_version', 'case_addendum'])
      for (const column of types[table]?.keys() ?? []) {
        const to = sql`${quoted(column)} = ${valueFor(table, column)}`;
        await expect(app.execute(sql`update ${quoted(table)} set ${to}`), `${table}.${column}`).rejects.toMatchObject(
          refusedByDatabase,
        );
        if (table === 'case_info' && column !== 'status')
          await expect(app.execute(sql`update case_info set ${to}, status = 0`), column).rejects.toMatchObject(
            refusedByDatabase,
          );
      }
  });

  test('what an unsigned prescription says can change', async () => {
    const [free] = await store.db
      .select()
      .from(prescription)
      .where(sql`tenant_id = 1 and doctor_signature is null`)
      .limit(1);
    expect(
      await hospitalStore(store.db, '1').change(prescription, { advice: 'Rest' }, eq(prescription.id, free?.id ?? '')),
    ).toHaveLength(1);
  });

  test('no function in a condition sees the search entries of another hospital', async () => {
    const leak = `1 / (case when text like '%' then 0 else 1 end) = 0`;
    for (const from of ['search_entry', 'hospital_search_entry'])
      await expect(app.execute(sql.raw(`select * from ${from} where ${leak}`))).rejects.toMatchObject({
        cause: { code: expect.stringMatching(/^42(501|P01)$/) },
      });
    const [foreign] = await store.db
      .select()
      .from(consultOrder)
      .where(sql`tenant_id = 2 and doctor_id is not null`)
      .limit(1);
    const found = (db: Db) =>
      db.execute(
        sql`select * from found_search_entries('order', ${foreign?.doctorId ?? ''}::bigint, '', null, null, null, null, 100)`,
      );
    expect((await found(app)).rows).toEqual([]);
    expect((await found(ofHospital(store.db, '2'))).rows.length).toBeGreaterThan(0);
  });

  test('the application makes no function, table, view or schema of its own, also no temporary one', async () => {
    for (const made of [
      'create temporary table t (id int)',
      'create temporary view v as select 1',
      `create function pg_temp.reveal(text) returns boolean language sql as 'select true'`,
      'create schema own',
      'create view v as select 1',
    ])
      await expect(app.execute(sql.raw(made)), made).rejects.toMatchObject(refusedByDatabase);
  });
});
