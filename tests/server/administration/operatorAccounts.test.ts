import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import {
  endStaffSessions,
  pageStaff,
  resetStaffPassword,
  type StaffMember,
  setStaffDisabled,
  unlockStaff,
  updateStaff,
} from '../../../contract/extension/administration.ts';
import { pageHospitals } from '../../../contract/extension/operator.ts';
import { getInfo } from '../../../contract/http/account.ts';
import { login } from '../../../contract/http/auth.ts';
import type { Operation } from '../../../contract/operation.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { type OperatorWorld, openOperatorWorld } from '../../support/operatorWorld.ts';

vi.setConfig({ testTimeout: 30_000 });

let world: OperatorWorld;
let bob: string;
beforeAll(async () => {
  world = await openOperatorWorld();
  bob = await world.tokenOf('bob');
}, 60_000);
afterAll(() => world?.close());

const rowOf = async (id: string) => {
  const row = await world.staffRow(id);
  if (!row) throw new Error('no such person');
  return row;
};
const fieldsOf = ({ name, nameEn, mobile, headsDept, reviewsCertificates }: Awaited<ReturnType<typeof rowOf>>) => ({
  ...{ name, nameEn, mobile, headsDept, reviewsCertificates },
  ...{ role: 'administrator', deptId: null, titleCode: null },
});

describe('an ordinary administrator', () => {
  let before: Awaited<ReturnType<typeof rowOf>>;
  beforeEach(async () => {
    before = await rowOf(world.olga.id);
  });
  type Row = typeof before;
  const attempts: [string, Operation, (row: Row) => object][] = [
    ['reset the password', resetStaffPassword, () => ({ clientRequestId: randomUUID() })],
    [
      'set another mobile number',
      updateStaff,
      (row) => ({ ...fieldsOf(row), version: row.version, mobile: '13711112222' }),
    ],
    ['rename', updateStaff, (row) => ({ ...fieldsOf(row), version: row.version, name: '别人' })],
    ['change the role', updateStaff, (row) => ({ ...fieldsOf(row), version: row.version, role: 'auditor' })],
    ['forget wrong passwords', unlockStaff, () => ({})],
    ['disable the account', setStaffDisabled, ({ version }) => ({ version, disabled: true })],
  ];

  test.each(attempts)('cannot %s of an operator, in words of both languages', async (_, operation, input) => {
    const request = { id: before.id, ...input(before) };
    const refused = await world.call(operation, request, bob);
    expect(refused).toEqual({
      code: Code.administrationRefused,
      msg: 'The holder of this account operates the platform, so only an operator can change the account',
      data: null,
    });
    const chinese = await world.send(operation, request, { token: bob, language: 'zh-CN' });
    expect(chinese.json().msg).toBe('该账号的持有人负责运营平台，只有平台运营人员可以修改该账号');
    expect(await rowOf(before.id)).toEqual(before);
    expect((await world.call(getInfo)).code).toBe(Code.ok);
    expect((await world.trailOf('1', before.id)).at(-1)).toMatchObject({
      outcome: 'refused',
      userId: world.people.bob.id,
    });
  });

  test('cannot let an operator’s account be guessed any further', async () => {
    const guess = async (n: number) => {
      const asking = { ip: `10.7.${n}.1` };
      return (await world.send(login, { username: 'olga', password: `wrong ${n}` }, asking)).json().code;
    };
    for (let n = 0; n < 5; n++) await guess(n);
    await world.call(unlockStaff, { id: before.id }, bob);
    expect(await guess(6)).not.toBe(Code.wrongPassword);
    await world.call(unlockStaff, { id: before.id });
    expect(await guess(7)).toBe(Code.wrongPassword);
  });

  test('gains nothing by what they write about themselves or others', async () => {
    const own = await rowOf(world.people.bob.id);
    const rights = { operatesPlatform: true, isOperator: true };
    await world.call(updateStaff, { id: own.id, version: own.version, ...fieldsOf(own), ...rights }, bob);
    expect((await rowOf(own.id)).operatesPlatform).toBe(false);
    expect((await world.call(pageHospitals, {}, bob)).code).toBe(Code.forbidden);
  });

  test('can end the sessions of an operator, which gives nobody access', async () => {
    await world.tokenOf('olga');
    const { code, data } = await world.call<{ ended: number }>(endStaffSessions, { id: before.id }, bob);
    expect([code, data.ended > 0]).toEqual([Code.ok, true]);
    world.token = await world.tokenOf('olga');
  });

  test('sees who operates the platform', async () => {
    const { data } = await world.call<{ list: StaffMember[] }>(pageStaff, { pageSize: 200 }, bob);
    const operators = data.list.filter(({ operatesPlatform }) => operatesPlatform);
    expect(operators.map(({ username }) => username)).toEqual(['olga']);
  });
});

describe('an operator', () => {
  async function second() {
    const [row] = await world.db
      .insert(staff)
      .values({
        ...{ tenantId: '1', username: `op${world.unique()}`, name: '同事', mobile: `1380001${world.unique()}` },
        ...{ passwordHash: world.olga.passwordHash, createTime: 1, isAdministrator: true, operatesPlatform: true },
      })
      .returning();
    return row ?? world.olga;
  }
  const as = async () => world.tokenOf('olga');
  const changesOf = async (id: string) => (await world.trailOf('1', id)).filter(({ action }) => action === 'update');

  test('whose account is disabled has lost the right, also when it is enabled again', async () => {
    const { id, username } = await second();
    const token = await world.tokenOf(username);
    const { data } = await world.call<{ version: number }>(
      setStaffDisabled,
      { id, version: 0, disabled: true },
      await as(),
    );
    expect((await world.call(pageHospitals, {}, token)).code).toBe(Code.unauthorised);
    await world.call(setStaffDisabled, { id, version: data.version, disabled: false }, await as());
    expect((await changesOf(id)).map(({ detail }) => detail)).toEqual([
      { disabled: true, operatesPlatform: false },
      { disabled: false },
    ]);
    expect(await rowOf(id)).toMatchObject({ disabled: false, operatesPlatform: false });
    expect((await world.call(pageHospitals, {}, await world.tokenOf(username))).code).toBe(Code.forbidden);
  });

  test('who is no longer an administrator has lost the right', async () => {
    const row = await second();
    const change = { id: row.id, version: 0, ...fieldsOf(row), role: 'auditor' };
    expect((await world.call(updateStaff, change, await as())).code).toBe(Code.ok);
    expect(await rowOf(row.id)).toMatchObject({ isAdministrator: false, operatesPlatform: false });
    expect((await changesOf(row.id)).at(-1)?.detail).toMatchObject({ role: 'auditor', operatesPlatform: false });
  });

  test('keeps the right when a colleague changes the mobile number', async () => {
    const row = await second();
    const change = { id: row.id, version: 0, ...fieldsOf(row), mobile: `1380002${world.unique()}` };
    expect((await world.call(updateStaff, change, await as())).code).toBe(Code.ok);
    expect((await rowOf(row.id)).operatesPlatform).toBe(true);
    expect((await changesOf(row.id)).at(-1)?.detail).not.toHaveProperty('operatesPlatform');
  });
});

describe('the command', () => {
  test('gives an administrator the right and takes it back; both end the sessions of the account', async () => {
    const earlier = await world.tokenOf('bob');
    expect(await world.command('operator', '1/bob')).toEqual({
      ok: true,
      lines: [
        'Dr bob (bob) can manage all hospitals after the next login, under Administration.',
        'Make sure that the mobile number 13800000002 is theirs: a code to it sets a new password.',
      ],
    });
    expect((await world.call(pageHospitals, {}, earlier)).code).toBe(Code.unauthorised);
    const during = await world.tokenOf('bob');
    expect((await world.call(pageHospitals, {}, during)).code).toBe(Code.ok);
    expect(await world.command('no-operator', '1/bob')).toMatchObject({ ok: true });
    expect((await world.call(pageHospitals, {}, during)).code).toBe(Code.unauthorised);
    expect((await world.call(pageHospitals, {}, await world.tokenOf('bob'))).code).toBe(Code.forbidden);
    const rows = (await world.trailOf('1', world.people.bob.id)).filter(({ userId }) => userId === null);
    expect(rows.map(({ detail }) => detail)).toEqual([
      { operatesPlatform: true, by: 'the ward’s operator' },
      { operatesPlatform: false, by: 'the ward’s operator' },
    ]);
  });

  test.each([
    [['operator', 'eve'], /Only an enabled administrator/],
    [['operator', 'nobody'], /No hospital has the account nobody/],
    [['operator', 'ann'], /1\/ann or 2\/ann/],
    [['operator'], /Name one account/],
    [['no-operator', 'bob', 'eve'], /Name one account/],
  ] as const)('%j is refused', async (args, line) => {
    expect(await world.command(...args)).toMatchObject({ ok: false, lines: [expect.stringMatching(line)] });
  });

  test('refuses an account whose password somebody else chose, and one that is disabled', async () => {
    const change = (to: object) => world.db.update(staff).set(to).where(eq(staff.id, world.people.bob.id));
    await change({ mustChangePassword: true });
    expect((await world.command('operator', 'bob')).lines.join()).toMatch(/Somebody else chose the password/);
    await change({ mustChangePassword: false, disabled: true });
    expect((await world.command('operator', 'bob')).lines.join()).toMatch(/Only an enabled administrator/);
    await change({ disabled: false });
    expect((await rowOf(world.people.bob.id)).operatesPlatform).toBe(false);
  });
});
