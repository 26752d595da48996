import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { catalogue } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import {
  createStaff,
  pageStaff,
  resetStaffPassword,
  type StaffMember,
  setStaffDisabled,
  unlockStaff,
  updateStaff,
} from '../../../contract/extension/administration.ts';
import {
  arrangeDepartments,
  createDepartment,
  type Department,
  getHospital,
  listDepartments,
  retireDepartment,
  updateDepartment,
  updateHospital,
} from '../../../contract/extension/hospital.ts';
import { getInfo } from '../../../contract/http/account.ts';
import { login, updatePassword } from '../../../contract/http/auth.ts';
import { getDoctorInfo } from '../../../contract/http/whoami.ts';
import type { Operation } from '../../../contract/operation.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { dictData, tenant } from '../../../server/db/schema/tenants.ts';
import { openServedPlatform, password, type ServedPlatform } from '../../support/servedPlatform.ts';

let platform: ServedPlatform;
let token: string;
let ownId: string;

beforeAll(async () => {
  platform = await openServedPlatform();
  const { db, people } = platform;
  const { passwordHash } = people.ann;
  const [row] = await db
    .insert(staff)
    .values({
      tenantId: '1',
      username: 'boss',
      mobile: '13800000009',
      name: '院长',
      isAdministrator: true,
      passwordHash,
      createTime: 1,
    })
    .returning();
  ownId = row?.id ?? '';
  await db.update(staff).set({ name: '陈静', username: 'chen' }).where(eq(staff.id, people.ann.id));
  token = (await platform.signIn('boss')).accessToken;
}, 60_000);
afterAll(() => platform?.close());

const call = <T = unknown>(operation: Operation, input: object = {}, as = token) =>
  platform.call<T>(operation, { ...input }, { token: as });
const member = async (id: string): Promise<StaffMember> => {
  const { data } = await call<{ list: StaffMember[] }>(pageStaff, { pageSize: 200 });
  const found = data.list.find((one) => one.id === id);
  if (!found) throw new Error('no such person');
  return found;
};

let made = 0;
const fields = (more: object = {}) => ({
  name: '新医生',
  nameEn: '',
  mobile: `1370000${String(++made).padStart(4, '0')}`,
  role: 'auditor',
  deptId: null,
  titleCode: null,
  headsDept: false,
  reviewsCertificates: false,
  ...more,
});
async function hired(more: object = {}) {
  const username = `new${++made}`;
  const input = { clientRequestId: randomUUID(), username, ...fields(more) };
  const { data } = await call<{ id: string; password: string }>(createStaff, input);
  return { ...data, username, input };
}
async function signedIn(username: string, secret: string) {
  const ip = `10.9.${made % 250}.${++made % 250}`;
  return platform.call<{ accessToken: string }>(login, { username, password: secret }, { ip });
}

describe('the role', () => {
  const others = Object.entries<Operation>(catalogue).filter(([, { access }]) =>
    ['doctor', 'auditor', 'clinician', 'patient', 'party'].includes(access),
  );
  test.each(others)('an administrator may not call %s', async (_, operation) => {
    expect((await call(operation, { id: '1' })).code).toBe(Code.forbidden);
  });

  const own = Object.entries<Operation>(catalogue).filter(([, { access }]) => access === 'administrator');
  const colleagues: string[] = [];
  beforeAll(async () => {
    for (const name of ['bob', 'eve']) colleagues.push((await platform.signIn(name)).accessToken);
  }, 60_000);
  test.each(own)('only an administrator may call %s', async (_, operation) => {
    for (const as of colleagues) expect((await call(operation, { id: '1' }, as)).code).toBe(Code.forbidden);
  });
});

describe('a password for one sign-in', () => {
  test('opens nothing but its change, which the platform enforces', async () => {
    const person = await hired();
    const { data } = await signedIn(person.username, person.password);
    const as = data.accessToken;
    expect((await call(getInfo, {}, as)).code).toBe(Code.passwordChangeRequired);
    expect((await call(getDoctorInfo, {}, as)).data).toMatchObject({ mustChangePassword: true, roles: ['auditor'] });
    const same = { oldPassword: person.password, newPassword: person.password };
    expect((await call(updatePassword, same, as)).code).toBe(Code.weakPassword);
    const own = { oldPassword: person.password, newPassword: 'vier Pferde im Regen' };
    expect((await call(updatePassword, own, as)).code).toBe(Code.ok);
    expect((await call(getInfo, {}, as)).code).toBe(Code.ok);
  });

  test('opens one login, also of several at the same time', async () => {
    const person = await hired();
    const tries = await Promise.all([1, 2, 3].map(() => signedIn(person.username, person.password)));
    expect(tries.map(({ code }) => code).toSorted()).toEqual([Code.wrongPassword, Code.wrongPassword, Code.ok]);
    const late = await signedIn(person.username, person.password);
    expect(late.msg).toContain('72');
    const reset = await call<{ password: string }>(resetStaffPassword, {
      clientRequestId: randomUUID(),
      id: person.id,
    });
    expect((await signedIn(person.username, reset.data.password)).code).toBe(Code.ok);
  });

  test('is over after 72 hours', async () => {
    const [early, late] = [await hired(), await hired()];
    const start = platform.clock.now;
    onTestFinished(() => {
      platform.clock.now = start;
    });
    platform.clock.now = start + 72 * 3_600_000;
    expect((await signedIn(early.username, early.password)).code).toBe(Code.ok);
    platform.clock.now = start + 72 * 3_600_000 + 1;
    expect((await signedIn(late.username, late.password)).code).toBe(Code.wrongPassword);
  });

  test('is the same for a repeated request, which creates nothing more', async () => {
    const person = await hired();
    const again = await call<{ id: string; password: string }>(createStaff, person.input);
    expect(again.data).toEqual({ id: person.id, password: person.password });
    expect((await call(createStaff, { ...person.input, clientRequestId: randomUUID() })).data).toMatchObject({
      field: 'username',
    });
  });

  test.each(['CHEN', 'Chen'])('a name that differs from another one only in case is taken: %s', async (username) => {
    const input = { clientRequestId: randomUUID(), username, ...fields() };
    expect(await call(createStaff, input)).toMatchObject({ code: Code.badRequest, data: { field: 'username' } });
  });

  test('replaces a forgotten one and ends the sessions of the account', async () => {
    const person = await hired();
    const first = await signedIn(person.username, person.password);
    const reset = await call<{ password: string }>(resetStaffPassword, {
      id: person.id,
      clientRequestId: randomUUID(),
    });
    expect((await call(getDoctorInfo, {}, first.data.accessToken)).code).toBe(Code.unauthorised);
    expect((await signedIn(person.username, person.password)).code).toBe(Code.wrongPassword);
    expect((await signedIn(person.username, reset.data.password)).code).toBe(Code.ok);
  });
});

describe('the staff', () => {
  test.each(['陈静', 'chenj', 'cj', 'chen', 'Chén', 'ＣＨＥＮ', '13800000001'])('are found by %s', async (keyword) => {
    const { data } = await call<{ list: StaffMember[]; total: number }>(pageStaff, { keyword, role: 'doctor' });
    expect(data.list.map(({ username }) => username)).toContain('chen');
  });

  test('of another hospital are neither listed nor changed', async () => {
    const { zoe } = platform.people;
    const { data } = await call<{ list: StaffMember[] }>(pageStaff, { pageSize: 200 });
    expect(data.list.map(({ id }) => id)).not.toContain(zoe.id);
    const answers = [
      await call(updateStaff, { id: zoe.id, version: 0, ...fields() }),
      await call(setStaffDisabled, { id: zoe.id, version: 0, disabled: true }),
      await call(resetStaffPassword, { id: zoe.id, clientRequestId: randomUUID() }),
      await call(unlockStaff, { id: zoe.id }),
    ];
    expect(answers.map(({ code }) => code)).toEqual([404, 404, 404, 404]);
  });

  test('a change of an outdated version is refused', async () => {
    const { id } = await hired();
    expect((await call(updateStaff, { id, version: 0, ...fields() })).code).toBe(Code.ok);
    expect((await call(updateStaff, { id, version: 0, ...fields() })).code).toBe(Code.administrationChanged);
  });

  test('a disabled person is signed out at once and enabled again later', async () => {
    const { accessToken } = await platform.signIn('bob');
    const { id } = platform.people.bob;
    const { version } = await member(id);
    const answer = await call<{ version: number; running: number }>(setStaffDisabled, { id, version, disabled: true });
    expect(answer).toMatchObject({ code: Code.ok, data: { running: 0 } });
    expect((await call(getInfo, {}, accessToken)).code).toBe(Code.unauthorised);
    expect((await signedIn('bob', password)).code).toBe(Code.accountDisabled);
    await call(setStaffDisabled, { id, version: answer.data.version, disabled: false });
    expect((await signedIn('bob', password)).code).toBe(Code.ok);
  });

  test('the last administrator can be neither disabled nor demoted', async () => {
    const { version } = await member(ownId);
    const refused = [
      await call(setStaffDisabled, { id: ownId, version, disabled: true }),
      await call(updateStaff, { id: ownId, version, ...fields() }),
    ];
    expect(refused.map(({ code }) => code)).toEqual([Code.administrationRefused, Code.administrationRefused]);
    expect(refused[0]?.msg).toMatch(/only administrator/);
  });

  test('an account with too many wrong passwords is unlocked', async () => {
    const { username, id, password: right } = await hired();
    for (let n = 0; n < 5; n++) await signedIn(username, 'wrong password');
    expect((await signedIn(username, right)).code).not.toBe(Code.ok);
    await call(unlockStaff, { id });
    expect((await signedIn(username, right)).code).toBe(Code.ok);
  });

  test('a doctor needs a department in use', async () => {
    const input = { clientRequestId: randomUUID(), username: `doc${++made}`, ...fields({ role: 'doctor' }) };
    expect((await call(createStaff, input)).data).toMatchObject({ field: 'deptId' });
  });

  test('a department and title that exist no more stay with whom they were given to', async () => {
    const { id } = await hired({ titleCode: 2 });
    const works = { deptId: '977', deptName: '旧科', deptNameEn: 'Old clinic' };
    await platform.db
      .update(staff)
      .set({ ...works, titleCode: 78 })
      .where(eq(staff.id, id));
    const change = (version: number, more: object) =>
      call(updateStaff, { id, version, ...fields({ role: 'doctor', deptId: '977', titleCode: 78, ...more }) });
    expect((await change(0, {})).code).toBe(Code.ok);
    expect(await platform.staffRow(id)).toMatchObject({ ...works, titleCode: 78 });
    expect((await change(1, { deptId: '978' })).code).toBe(Code.badRequest);
    expect((await change(1, { titleCode: 79 })).code).toBe(Code.badRequest);
  });

  test('a person has a title of the hospital; a retired one stays with whom it was given to', async () => {
    const isTitle = and(eq(dictData.dictType, 'member_doctor_title'), eq(dictData.value, '2'));
    const { id } = await hired({ titleCode: 2 });
    await platform.db.update(dictData).set({ disabled: true }).where(isTitle);
    expect((await call(updateStaff, { id, version: 0, ...fields({ titleCode: 2 }) })).code).toBe(Code.ok);
    const other = { clientRequestId: randomUUID(), username: `doc${++made}` };
    for (const titleCode of [2, 77])
      expect(await call(createStaff, { ...other, ...fields({ titleCode }) })).toEqual({
        code: Code.badRequest,
        msg: 'This title does not exist or is retired. Choose another one',
        data: { field: 'titleCode' },
      });
    await platform.db.update(dictData).set({ disabled: false }).where(isTitle);
  });
});

describe('departments', () => {
  const add = async (name: string) =>
    (await call<{ id: number }>(createDepartment, { clientRequestId: randomUUID(), name, nameEn: '' })).data.id;
  const all = async () => (await call<Department[]>(listDepartments)).data;

  test('are renamed where their people are shown, and not retired while people work there', async () => {
    const id = await add('心内科');
    const person = await hired({ role: 'doctor', deptId: id });
    await call(updateDepartment, { id, version: 0, name: '心血管内科', nameEn: 'Cardiology' });
    expect(await member(person.id)).toMatchObject({ deptId: id, deptName: 'Cardiology' });
    const refused = await call(retireDepartment, { id, version: 1, retired: true });
    expect(refused).toMatchObject({ code: Code.administrationRefused, data: { people: 1 } });
    await call(setStaffDisabled, { id: person.id, version: 0, disabled: true });
    expect((await call(retireDepartment, { id, version: 1, retired: true })).code).toBe(Code.ok);
  });

  test('have names of their own and the order that was stored', async () => {
    const [one, other] = [await add('甲科'), await add('乙科')];
    expect(
      (await call(createDepartment, { clientRequestId: randomUUID(), name: '甲科', nameEn: '' })).data,
    ).toMatchObject({
      field: 'name',
    });
    const ids = (await all()).map(({ id }) => id).toReversed();
    await call(arrangeDepartments, { ids });
    expect((await all()).map(({ id }) => id)).toEqual(ids);
    expect(ids.indexOf(other)).toBeLessThan(ids.indexOf(one));
    expect((await call(arrangeDepartments, { ids: ids.slice(1) })).code).toBe(Code.administrationChanged);
  });
});

describe('the hospital', () => {
  test('is renamed by its administrator in the version they saw', async () => {
    const { data } = await call<{ version: number }>(getHospital);
    const change = { version: data.version, name: '新名医院', nameEn: 'New Name', contact: '8001', logo: null };
    expect((await call(updateHospital, change)).code).toBe(Code.ok);
    expect((await call(updateHospital, change)).code).toBe(Code.administrationChanged);
    expect((await call(getHospital)).data).toMatchObject({ name: '新名医院', contact: '8001' });
  });

  test('is closed to everybody within seconds when its licence ends', async () => {
    const { accessToken } = await platform.signIn('chen');
    await platform.db
      .update(tenant)
      .set({ expireTime: platform.clock.now - 1 })
      .where(eq(tenant.id, '1'));
    platform.clock.now += 3_001;
    expect((await call(getInfo, {}, accessToken)).code).toBe(Code.hospitalExpired);
    await platform.db.update(tenant).set({ expireTime: null }).where(eq(tenant.id, '1'));
    platform.clock.now += 3_001;
    expect((await call(getInfo, {}, accessToken)).code).toBe(Code.ok);
  });
});
