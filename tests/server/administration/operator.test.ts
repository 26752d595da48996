import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import {
  addHostOfHospital,
  createHospital,
  createHospitalAdministrator,
  pageHospitals,
  removeHostOfHospital,
  setHospitalDisabled,
  setHospitalLicence,
} from '../../../contract/extension/operator.ts';
import { patientLogin } from '../../../contract/extension/patient.ts';
import { getInfo } from '../../../contract/http/account.ts';
import { login } from '../../../contract/http/auth.ts';
import { getTenantByWebsite } from '../../../contract/http/tenant.ts';
import type { Operation } from '../../../contract/operation.ts';
import { warehouse } from '../../../server/db/schema/drugs.ts';
import { idempotencyKey } from '../../../server/db/schema/sessions.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { dictData, tenant } from '../../../server/db/schema/tenants.ts';
import { tenanted } from '../../../server/db/tenanted.ts';
import { type OperatorWorld, openOperatorWorld, website } from '../../support/operatorWorld.ts';
import { password } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let world: OperatorWorld;
beforeAll(async () => {
  world = await openOperatorWorld();
}, 60_000);
afterAll(() => world?.close());

const calls = Object.entries<Operation>(catalogue).filter(([, { access }]) => access === 'operator');
const disable = (id: string, more: object = {}) =>
  world.call<{ version: number }>(setHospitalDisabled, { id, version: 0, disabled: true, reason: 'Unpaid', ...more });
const licence = (id: string, lastDay: string | null, version = 0) =>
  world.call<{ version: number }>(setHospitalLicence, { id, version, lastDay });
const addHost = (id: string, host: string) =>
  world.call<{ added: boolean; sameNames: unknown[] }>(addHostOfHospital, { id, host, website });
const removeHost = (id: string, host: string) =>
  world.call<{ removed: boolean }>(removeHostOfHospital, { id, host, website });
const leadsTo = async (host: string) =>
  (await world.call<{ systemTenantId: string } | null>(getTenantByWebsite, { website: host })).data?.systemTenantId;

describe('the right', () => {
  const others: [string, string, () => Promise<string>][] = [
    ['a doctor', '1', () => world.tokenOf('ann')],
    ['a reviewer', '1', () => world.tokenOf('eve')],
    ['an ordinary administrator', '1', () => world.tokenOf('bob')],
    ['an administrator of another hospital', '2', () => world.tokenOf('ann', '2')],
    [
      'a patient',
      '1',
      async () => {
        const { data } = await world.call<{ accessToken: string }>(patientLogin, { mobile: '13900000001', password });
        return data.accessToken;
      },
    ],
  ];
  test.each(others)('is none of %s, who is refused every call', async (_, tenantId, tokenOf) => {
    const as = await tokenOf();
    const answers = [];
    for (const [name, operation] of calls)
      answers.push([name, (await world.call(operation, { id: '2' }, as, tenantId)).code]);
    expect(answers).toEqual(calls.map(([name]) => [name, Code.forbidden]));
    expect(calls).toHaveLength(8);
  });

  test('ends at once when it is taken, also for a token that is still remembered', async () => {
    const { id } = await world.created();
    const { olga, db } = world;
    await world.call(pageHospitals);
    await db.update(staff).set({ operatesPlatform: false }).where(eq(staff.id, olga.id));
    const refused = await disable(id);
    await db.update(staff).set({ operatesPlatform: true }).where(eq(staff.id, olga.id));
    expect(refused.code).toBe(Code.forbidden);
    expect((await world.detail(id)).state).toBe('open');
  });

  test('is part of what the page knows of the person', async () => {
    expect((await world.call(getInfo)).data).toMatchObject({ operatesPlatform: true });
    expect((await world.call(getInfo, {}, await world.tokenOf('bob'))).data).toMatchObject({ operatesPlatform: false });
  });

  test('belongs to administrators with an enabled account, which the database enforces', async () => {
    const change = (to: object) => world.db.update(staff).set(to).where(eq(staff.id, world.people.ann.id));
    await expect(change({ operatesPlatform: true })).rejects.toMatchObject({ cause: { code: '23514' } });
    const ofOlga = world.db.update(staff).set({ disabled: true }).where(eq(staff.id, world.olga.id));
    await expect(ofOlga).rejects.toMatchObject({ cause: { code: '23514' } });
  });
});

describe('the list', () => {
  const found = async (input: object) =>
    (await world.call<{ list: { id: string }[]; total: number }>(pageHospitals, { pageSize: 200, ...input })).data;

  test.each([
    ['id', '2'],
    ['name', '乙医'],
    ['pinyin', 'yiyiy'],
    ['English name', 'SECOND'],
    ['address', 'second.example:84'],
  ])('finds a hospital by its %s', async (_, keyword) => {
    expect((await found({ keyword })).list.map(({ id }) => id)).toEqual(['2']);
  });

  test('has state, licence, addresses and numbers of enabled accounts, and pages', async () => {
    const { list, total } = await found({ pageSize: 2 });
    expect([list.length, total > 2]).toEqual([2, true]);
    expect(list[0]).toMatchObject({
      ...{ id: '1', name: '甲医院', state: 'open', expireTime: null, hosts: ['first.example'], own: true },
      staff: { doctors: 1, auditors: 1, administrators: 2 },
    });
    expect((await found({ state: 'disabled', keyword: '3' })).list).toMatchObject([{ id: '3', state: 'disabled' }]);
    expect((await found({ keyword: 'no such hospital' })).total).toBe(0);
  });

  test('shows one hospital with its administrators, and nothing of one that does not exist', async () => {
    expect(await world.detail('2')).toMatchObject({
      hosts: ['second.example:8443'],
      administrators: [{ username: 'ann', disabled: false, operatesPlatform: false }],
    });
    expect((await world.call(catalogue.getPlatformHospital, { id: '99999' })).code).toBe(Code.notFound);
  });
});

describe('a new hospital', () => {
  test('is open at its addresses, with dictionaries and a pharmacy', async () => {
    const { id, host } = await world.created();
    expect(await world.detail(id)).toMatchObject({ state: 'open', hosts: [host], administrators: [], version: 0 });
    expect(await leadsTo(host)).toBe(id);
    const store = tenanted(world.db, id);
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

describe('state and licence', () => {
  test('a disabled hospital logs everybody out within seconds in every process, and opens again', async () => {
    const beside = await world.openBeside({});
    const token = await world.tokenOf('ann', '2');
    const infoFrom = async (app: typeof beside.app) => {
      const headers = { 'tenant-id': '2', authorization: `Bearer ${token}` };
      return (await app.inject({ url: `/api${getInfo.path}`, headers })).json().code;
    };
    expect([await infoFrom(world.app), await infoFrom(beside.app)]).toEqual([Code.ok, Code.ok]);
    const { data } = await disable('2');
    world.clock.now += 3_001;
    expect([await infoFrom(world.app), await infoFrom(beside.app)]).toEqual([Code.tenantDisabled, Code.tenantDisabled]);
    expect((await disable('2', { disabled: false, version: data.version, reason: 'Paid' })).code).toBe(Code.ok);
    world.clock.now += 3_001;
    expect(await infoFrom(beside.app)).toBe(Code.ok);
    await beside.app.close();
  });

  test('an outdated version is refused', async () => {
    const { id } = await world.created();
    expect((await licence(id, '2030-12-31')).data).toEqual({ version: 1 });
    expect((await licence(id, null)).code).toBe(Code.administrationChanged);
    expect((await disable(id)).code).toBe(Code.administrationChanged);
    expect(await world.detail(id)).toMatchObject({ expireTime: Date.parse('2030-12-31T23:59:59.999+08:00') });
    expect((await licence(id, null, 1)).data).toEqual({ version: 2 });
    expect(await world.detail(id)).toMatchObject({ expireTime: null });
  });

  test('a licence ends with a day that exists, and closes a hospital whose last day has passed', async () => {
    const { id } = await world.created();
    expect((await licence(id, '2030-02-31')).data).toMatchObject({ field: 'lastDay' });
    expect((await licence(id, '2026-05-05')).code).toBe(Code.ok);
    expect((await world.detail(id)).state).toBe('expired');
  });

  test('the operator’s own hospital is neither disabled nor expired', async () => {
    const refused = [await disable('1'), await licence('1', '2026-05-05')];
    expect(refused.map(({ code }) => code)).toEqual([Code.administrationRefused, Code.administrationRefused]);
    expect(refused[0]?.msg).toMatch(/^You are signed in at this hospital, so you cannot disable it/);
    expect((await world.detail('1')).state).toBe('open');
    expect((await licence('1', '2026-05-06')).code).toBe(Code.ok);
    expect((await licence('1', null, 1)).code).toBe(Code.ok);
  });

  test.each(['01', '001', '0'])('the own hospital has no other id, such as %s', async (id) => {
    const answers = [
      await disable(id),
      await licence(id, '2026-05-05'),
      await addHost(id, 'first.example:8443'),
      await removeHost(id, 'first.example'),
    ];
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => Code.badRequest));
    const elsewhere = await world.call(
      setHospitalDisabled,
      { id: '1', version: 0, disabled: true, reason: 'Unpaid' },
      world.token,
      id,
    );
    expect(elsewhere.code).not.toBe(Code.ok);
    expect(await world.detail('1')).toMatchObject({ state: 'open', hosts: ['first.example'] });
  });

  test('a change of no hospital is refused', async () => {
    const answers = [await disable('99999'), await licence('99999', null), await addHost('99999', 'nowhere.example')];
    expect(answers.map(({ code }) => code)).toEqual([Code.notFound, Code.notFound, Code.notFound]);
    const input = { clientRequestId: randomUUID(), username: 'nowhere', name: '甲', nameEn: '', mobile: '13610008888' };
    expect((await world.call(createHospitalAdministrator, { id: '99999', ...input })).code).toBe(Code.notFound);
    expect((await removeHost('99999', 'second.example:8443')).code).toBe(Code.notFound);
    expect(await leadsTo('second.example:8443')).toBe('2');
  });

  test('disabling needs a reason', async () => {
    expect((await disable('2', { reason: ' ' })).code).toBe(Code.badRequest);
  });
});

describe('addresses', () => {
  test('lead to any hospital at once, until they are removed', async () => {
    const { id, host } = await world.created();
    expect((await addHost(id, ' Clinic.EXAMPLE ')).data).toEqual({
      host: 'clinic.example',
      added: true,
      sameNames: [],
    });
    expect((await addHost(id, 'clinic.example')).data).toMatchObject({ added: false });
    expect(await leadsTo('clinic.example')).toBe(id);
    for (const one of ['clinic.example', host])
      expect((await removeHost(id, one)).data).toMatchObject({ removed: true });
    expect((await removeHost(id, host)).data).toMatchObject({ removed: false });
    expect(await world.detail(id)).toMatchObject({ hosts: [] });
  });

  test('may share a name by port; the operator learns with which hospital', async () => {
    const { id } = await world.created();
    const sameNames = [{ host: 'second.example:8443', hospitalId: '2', name: 'Second Hospital' }];
    expect((await addHost(id, 'second.example')).data).toMatchObject({ added: true, sameNames });
    expect(await world.detail(id)).toMatchObject({ sameNames });
    await removeHost(id, 'second.example');
  });

  test('of another hospital are refused with its name', async () => {
    const { id } = await world.created();
    expect(await addHost(id, 'third.example')).toMatchObject({
      code: Code.administrationRefused,
      data: { field: 'host', hospitalId: '3' },
    });
  });

  test('the one over which the operator works stays, and goes to nobody else', async () => {
    expect(await removeHost('1', 'first.example')).toMatchObject({ code: Code.administrationRefused });
    expect(await leadsTo('first.example')).toBe('1');
    const { id } = await world.created();
    const page = { website: 'first.example:8443' };
    const taking = { id, host: 'first.example:8443', ...page };
    expect((await world.call(addHostOfHospital, taking)).data).toMatchObject({ field: 'host' });
    const creating = world.newHospital({ hosts: ['first.example:8443'], ...page });
    expect((await world.call(createHospital, creating)).data).toMatchObject({ field: 'hosts' });
    expect(await leadsTo('first.example:8443')).toBe('1');
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
    await tenanted(world.db, id).change(staff, { mustChangePassword: false }, eq(staff.id, other.data.id));
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

describe('the trail', () => {
  test('every change leaves a row in the operator’s hospital and one in the changed hospital', async () => {
    const { id, host } = await world.created();
    await disable(id);
    await licence(id, '2030-12-31', 1);
    await addHost(id, `more-${host}`);
    await removeHost(id, host);
    const by = `staff ${world.olga.id} of hospital 1`;
    const rowsThere = await world.trailOf(id, id);
    expect(rowsThere.map(({ userId, action, detail }) => ({ userId, action, detail }))).toEqual(
      [
        { action: 'create', detail: { created: true, by } },
        { action: 'update', detail: { disabled: true, reason: 'Unpaid', by } },
        { action: 'update', detail: { expireTime: Date.parse('2030-12-31T23:59:59.999+08:00'), by } },
        { action: 'update', detail: { addedHost: `more-${host}`, by } },
        { action: 'update', detail: { removedHost: host, by } },
      ].map((row) => ({ userId: null, ...row })),
    );
    expect(rowsThere.map(({ ip, device }) => [ip, device])).toEqual(rowsThere.map(() => [null, null]));
    expect(JSON.stringify(rowsThere)).not.toContain('olga');
    const rowsHere = await world.trailOf('1', id);
    expect(rowsHere.map(({ ip }) => ip)).toEqual(rowsHere.map(() => '10.0.0.1'));
    expect(rowsHere.map(({ userId, entity, outcome }) => [userId, entity, outcome])).toEqual(
      rowsThere.map(() => [world.olga.id, 'hospital', 'ok']),
    );
    expect(rowsHere.map(({ requestId }) => requestId)).toEqual(rowsThere.map(({ requestId }) => requestId));
  });

  test('a first administrator leaves one in both as well', async () => {
    const { id } = await world.created();
    const input = { clientRequestId: randomUUID(), username: 'trailed', name: '甲', nameEn: '', mobile: '13610009999' };
    const { data } = await world.call<{ id: string }>(createHospitalAdministrator, { id, ...input });
    expect(await world.trailOf(id, data.id)).toMatchObject([
      {
        ...{ entity: 'staff', action: 'create', userId: null, ip: null, device: null },
        detail: { role: 'administrator', by: `staff ${world.olga.id} of hospital 1` },
      },
    ]);
    expect(await world.trailOf('1', id)).toMatchObject([{ action: 'create' }, { action: 'update' }]);
  });

  test('a refused change leaves a row in the operator’s hospital alone', async () => {
    const before = (await world.trailOf('1', '1')).length;
    await disable('1');
    expect((await world.trailOf('1', '1')).slice(before)).toMatchObject([
      { outcome: 'refused', userId: world.olga.id, detail: { code: Code.administrationRefused } },
    ]);
  });
});
