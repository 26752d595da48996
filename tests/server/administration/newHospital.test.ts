import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { createHospital, createHospitalAdministrator } from '../../../contract/extension/operator.ts';
import { getInfo } from '../../../contract/http/account.ts';
import { login } from '../../../contract/http/auth.ts';
import { hospitalStore } from '../../../server/db/hospitalStore.ts';
import { warehouse } from '../../../server/db/schema/drugs.ts';
import { idempotencyKey } from '../../../server/db/schema/sessions.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { dictData, tenant } from '../../../server/db/schema/tenants.ts';
import { type OperatorWorld, openOperatorWorld } from '../../support/operatorWorld.ts';

vi.setConfig({ testTimeout: 30_000 });

let world: OperatorWorld;
beforeAll(async () => {
  world = await openOperatorWorld();
}, 60_000);
afterAll(() => world?.close());

describe('a new hospital', () => {
  test('is open at its addresses, with dictionaries and a pharmacy', async () => {
    const { id, host } = await world.created();
    expect(await world.detail(id)).toMatchObject({ state: 'open', hosts: [host], administrators: [], version: 0 });
    expect(await world.leadsTo(host)).toBe(id);
    const store = hospitalStore(world.db, id);
    expect(await store.count(dictData)).toBeGreaterThan(50);
    expect(await store.rows(warehouse)).toMatchObject([{ isDefault: true }]);
  });

  test('is created once however often it is requested; other content is refused', async () => {
    const { id, input } = await world.created();
    const before = await world.db.$count(tenant);
    const again = await Promise.all([world.call(createHospital, input), world.call(createHospital, input)]);
    expect(again.map(({ data }) => data)).toEqual([
      { id, sameNames: [] },
      { id, sameNames: [] },
    ]);
    const corrected = await world.call(createHospital, { ...input, name: '另一家' });
    expect(corrected).toMatchObject({ code: Code.duplicateRequest, data: { id } });
    expect(await world.db.$count(tenant)).toBe(before);
  });

  test('is not created with an address of another hospital; the corrected request is the same one', async () => {
    const input = world.newHospital({ hosts: ['second.example:8443'] });
    const before = await world.db.$count(tenant);
    const refused = await world.call(createHospital, input);
    expect(refused).toMatchObject({ code: Code.administrationRefused, data: { field: 'hosts', hospitalId: '2' } });
    expect(refused.msg).toBe(
      'second.example:8443 leads to hospital 2, Second Hospital, and was not added. Remove it there first',
    );
    expect(await world.db.$count(tenant)).toBe(before);
    const corrected = { ...input, hosts: ['corrected.example'] };
    expect((await world.call(createHospital, corrected)).code).toBe(Code.ok);
  });

  test.each([['https://clinic.example'], ['clinic.example/login']])('is not created at %s', async (host) => {
    const refused = await world.call(createHospital, world.newHospital({ hosts: [host] }));
    expect(refused).toMatchObject({ code: Code.badRequest, data: { field: 'hosts' } });
  });
});

describe('a first administrator', () => {
  const person = (id: string, more: object = {}) => ({
    id,
    clientRequestId: randomUUID(),
    username: `first${world.unique()}`,
    name: '院长',
    nameEn: '',
    mobile: `1361000${world.unique()}`,
    ...more,
  });
  type Made = { id: string; password: string };

  test('gets a password for one sign-in, the same for a repeated request, and no other right', async () => {
    const { id } = await world.created();
    const input = person(id);
    const { data } = await world.call<Made>(createHospitalAdministrator, input);
    expect(data.password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect((await world.call(createHospitalAdministrator, input)).data).toEqual(data);
    const signedIn = await world.call<{ accessToken: string }>(
      login,
      { username: input.username, password: data.password },
      '',
      id,
    );
    expect(signedIn.code).toBe(Code.ok);
    const as = signedIn.data.accessToken;
    expect((await world.call(getInfo, {}, as, id)).code).toBe(Code.passwordChangeRequired);
    expect((await world.detail(id)).administrators).toMatchObject([
      { username: input.username, mustChangePassword: true, operatesPlatform: false },
    ]);
  });

  test('is added until one has chosen a password; then the hospital adds its own', async () => {
    const { id } = await world.created();
    const [first, second, third] = [person(id), person(id), person(id)];
    const { data } = await world.call<Made>(createHospitalAdministrator, first);
    const other = await world.call<Made>(createHospitalAdministrator, second);
    expect(other.code).toBe(Code.ok);
    await hospitalStore(world.db, id).change(staff, { mustChangePassword: false }, eq(staff.id, other.data.id));
    const refused = await world.call(createHospitalAdministrator, third);
    expect(refused.code).toBe(Code.administrationRefused);
    expect(refused.msg).toMatch(/^An administrator of this hospital has chosen a password/);
    expect((await world.call(createHospitalAdministrator, person('2'))).code).toBe(Code.administrationRefused);
    expect((await world.call(createHospitalAdministrator, first)).data).toEqual(data);
  });

  test('has an account name and a mobile number of their own', async () => {
    const { id } = await world.created();
    const first = person(id);
    await world.call(createHospitalAdministrator, first);
    const taken = [person(id, { username: first.username }), person(id, { mobile: first.mobile })];
    const answers = await Promise.all(taken.map((input) => world.call(createHospitalAdministrator, input)));
    expect(answers.map(({ data }) => data)).toMatchObject([{ field: 'username' }, { field: 'mobile' }]);
  });

  test('has a password that no table contains, also when the request has an idempotency key', async () => {
    const { id } = await world.created();
    const reply = await world.send(createHospitalAdministrator, person(id), {
      token: world.token,
      headers: { 'idempotency-key': randomUUID() },
    });
    const stored = JSON.stringify(await world.db.select().from(idempotencyKey));
    expect(stored).not.toContain(reply.json().data.password);
  });
});
