import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mistakeIn, runCommand } from '../../../server/admin/commands.ts';
import { dictData, tenantHost } from '../../../server/db/schema/tenants.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { createHospitals } from '../../../server/hospitals/hospitals.ts';
import { openTestDatabase } from '../../support/database.ts';

const clock = { now: Date.UTC(2026, 4, 6, 1) };
let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase({ now: () => clock.now });
}, 60_000);
afterAll(() => database?.close());

const run = (...args: string[]) =>
  runCommand({ db: database.db, uow: database.uow, now: () => clock.now, filesFolder: '' }, args, 'operator');
const stateOf = async (id: string) => createHospitals(database.db, () => clock.now).stateOf(id);
let hosts = 0;
async function created() {
  const { lines } = await run('create-hospital', '--name', '新医院', '--host', `new${++hosts}.example`);
  return /hospital (\d+)/.exec(lines.join())?.[1] ?? '';
}

test('a new hospital is open at its address and has the dictionaries', async () => {
  const id = await created();
  expect(await stateOf(id)).toBe('open');
  expect((await createHospitals(database.db, () => clock.now).byHost(`new${hosts}.example`))?.id).toBe(id);
  expect(await database.db.$count(dictData, eq(dictData.tenantId, id))).toBeGreaterThan(50);
});

test('an address leads to one hospital', async () => {
  const [one, other] = [await created(), await created()];
  expect(await run('add-host', other, 'clinic.example:8443')).toMatchObject({ ok: true });
  expect(await run('add-host', one, 'clinic.example:8443')).toMatchObject({ ok: false });
  expect(await run('create-hospital', '--name', 'x', '--host', 'clinic.example:8443')).toMatchObject({ ok: false });
  expect(await run('remove-host', one, 'clinic.example:8443')).toMatchObject({ ok: false });
  expect(await run('remove-host', other, 'clinic.example:8443')).toMatchObject({ ok: true });
  expect(await database.db.$count(tenantHost, eq(tenantHost.tenantId, other))).toBe(1);
});

test.each([
  [' Clinic1.EXAMPLE ', 'clinic1.example'],
  ['clinic2.example:443', 'clinic2.example'],
])('the address %j is stored as browsers write it, and adding it again is no failure', async (typed, host) => {
  const id = await created();
  expect(await run('add-host', id, typed)).toEqual({ ok: true, lines: [`${host} leads to hospital ${id} now.`] });
  expect(await run('add-host', id, typed)).toEqual({ ok: true, lines: [`${host} leads to hospital ${id} already.`] });
  expect(await run('remove-host', id, typed)).toMatchObject({ ok: true });
});

test.each(['https://clinic.example', 'clinic.example/login', 'a..example', 'a:99999', ''])(
  'the address %j is refused',
  async (typed) => {
    expect(await run('add-host', await created(), typed)).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('is not a host such as hospital.example')],
    });
  },
);

test('the operator may give one name to two hospitals, by port, and is told that it leads to both', async () => {
  const [one, other] = [await created(), await created()];
  await run('add-host', one, 'shared.example:8443');
  expect((await run('add-host', other, 'shared.example')).lines).toEqual([
    `shared.example leads to hospital ${other} now.`,
    `Note: shared.example:8443 leads to hospital ${one}.`,
  ]);
});

test('the operator disables, enables and limits a hospital, which leaves rows on its trail', async () => {
  const id = await created();
  await run('disable-hospital', id);
  expect(await stateOf(id)).toBe('disabled');
  await run('enable-hospital', id);
  await run('licence', id, '2026-05-05');
  expect(await stateOf(id)).toBe('expired');
  await run('licence', id, 'unlimited');
  expect(await stateOf(id)).toBe('open');
  const rows = await database.db.select().from(auditTrail).where(eq(auditTrail.tenantId, id));
  expect(rows.map(({ entity }) => entity)).toEqual(Array.from({ length: 5 }, () => 'hospital'));
});

test('the first administrator gets a password for one sign-in, and an account is unique', async () => {
  const id = await created();
  const options = ['--account', 'boss', '--name', '管理员', '--mobile', '13700000001'];
  const { ok, lines } = await run('create-administrator', id, ...options);
  expect([ok, lines.join('\n')]).toEqual([true, expect.stringMatching(/: [a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)]);
  expect(await run('create-administrator', id, ...options)).toMatchObject({ ok: false });
  expect(await run('create-administrator', '999', ...options)).toMatchObject({ ok: false });
});

test.each([
  ['create-hospital', '--name', 'x'],
  ['create-hospital', '--name', 'x', '--host', 'Not a host'],
  ['create-administrator', '1', '--account', 'x', '--name', 'y', '--mobile', '1'],
  ['licence', '1', 'soon'],
  ['disable-hospital', 'x'],
])('a wrong command says what is wrong: %s %s %s %s', async (...args) => {
  expect(await run(...args)).toMatchObject({ ok: false, lines: [expect.stringMatching(/\w/)] });
});

test.each(['hospitals', 'doctors', 'notices'])('%s is a command although it is none about certificates', (name) => {
  expect(mistakeIn([name], clock.now)).toBeNull();
});
