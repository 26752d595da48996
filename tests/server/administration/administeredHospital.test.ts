import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { resetStaffPassword, setStaffDisabled } from '../../../contract/extension/administration.ts';
import { createHospitalAdministrator } from '../../../contract/extension/operator.ts';
import { login, updatePassword } from '../../../contract/http/auth.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { type OperatorWorld, openOperatorWorld } from '../../support/operatorWorld.ts';

vi.setConfig({ testTimeout: 30_000 });

let world: OperatorWorld;
beforeAll(async () => {
  world = await openOperatorWorld();
}, 60_000);
afterAll(() => world?.close());

type Made = { id: string; password: string };
const add = (id: string) => {
  const names = { username: `boss${world.unique()}`, name: '院长', nameEn: '', mobile: `1361000${world.unique()}` };
  const input = { id, clientRequestId: randomUUID(), ...names };
  return { ...names, made: world.call<Made>(createHospitalAdministrator, input) };
};
const signIn = async (username: string, password: string, id: string) =>
  (await world.call<{ accessToken: string }>(login, { username, password }, '', id)).data.accessToken;

/** A new hospital with administrators, each of whom has chosen a password. */
async function administered(people: number) {
  const { id } = await world.created();
  const added = [];
  for (let n = 0; n < people; n++) {
    const { made, ...names } = add(id);
    added.push({ ...names, ...(await made).data });
  }
  const administrators = [];
  for (const { username, password, id: staffId } of added) {
    const first = await signIn(username, password, id);
    const change = { oldPassword: password, newPassword: 'vier Pferde im Regen' };
    expect((await world.call(updatePassword, change, first, id)).code).toBe(Code.ok);
    administrators.push({ staffId, username, token: await signIn(username, change.newPassword, id) });
  }
  return { id, administrators };
}
const refusedAt = async (id: string) => {
  const { code, msg } = await add(id).made;
  expect([code, msg]).toEqual([
    Code.administrationRefused,
    expect.stringMatching(/^An administrator of this hospital/),
  ]);
  expect(await world.detail(id)).toMatchObject({ administered: true });
};

test('a hospital is administered once an administrator has chosen a password', async () => {
  const { id } = await world.created();
  expect(await world.detail(id)).toMatchObject({ administered: false });
  await add(id).made;
  expect(await world.detail(id)).toMatchObject({ administered: false });
  await refusedAt((await administered(1)).id);
});

test('an administrator does not reset the own password, in words of both languages', async () => {
  const { id, administrators } = await administered(1);
  const [only] = administrators;
  const input = { id: only?.staffId, clientRequestId: randomUUID() };
  const refused = await world.call(resetStaffPassword, input, only?.token, id);
  expect(refused).toMatchObject({
    code: Code.administrationRefused,
    msg: 'You cannot reset your own password here. Change it in your profile, or ask another administrator',
  });
  const asking = { token: only?.token ?? '', hospitalId: id, language: 'zh-CN' };
  expect((await world.send(resetStaffPassword, input, asking)).json().msg).toBe(
    '不能在此重置自己的密码。请在个人资料中修改，或请其他管理员重置',
  );
  expect(await world.staffRow(only?.staffId ?? '', id)).toMatchObject({ mustChangePassword: false });
  await refusedAt(id);
});

test('operators add nobody either where a colleague reset or disabled every administrator', async () => {
  const { id, administrators } = await administered(2);
  const [one, other] = administrators;
  const reset = { id: other?.staffId, clientRequestId: randomUUID() };
  const { data } = await world.call<Made>(resetStaffPassword, reset, one?.token, id);
  const again = await signIn(other?.username ?? '', data.password, id);
  expect((await world.call(setStaffDisabled, { id: one?.staffId, version: 0, disabled: true }, again, id)).code).toBe(
    Code.passwordChangeRequired,
  );
  await world.db
    .update(staff)
    .set({ disabled: true })
    .where(eq(staff.id, one?.staffId ?? ''));
  await refusedAt(id);
});

test('a new role makes a hospital administered as well, and the mark stays', async () => {
  const { id } = await world.created();
  const names = { username: 'promoted', name: '甲', mobile: '13610005555', passwordHash: 'x', createTime: 1 };
  const [row] = await world.db
    .insert(staff)
    .values({ ...names, tenantId: id, isAuditor: true })
    .returning();
  expect(await world.detail(id)).toMatchObject({ administered: false });
  const change = (to: object) =>
    world.db
      .update(staff)
      .set(to)
      .where(eq(staff.id, row?.id ?? ''));
  await change({ isAuditor: false, isAdministrator: true });
  expect(await world.detail(id)).toMatchObject({ administered: true });
  await change({ isAdministrator: false });
  await refusedAt(id);
});
