import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { pageAudit } from '../../../contract/extension/audit.ts';
import { getAreaTree, getUiSetting, putUiSetting } from '../../../contract/extension/settings.ts';
import { getInfo, updateInfo } from '../../../contract/http/account.ts';
import { getIcons, login } from '../../../contract/http/auth.ts';
import { getOrderNum } from '../../../contract/http/consult.ts';
import { getDictByType, getTenantByWebsite } from '../../../contract/http/tenant.ts';
import { getDoctorInfo } from '../../../contract/http/whoami.ts';
import { dictData } from '../../../server/db/schema/tenants.ts';
import { openServedPlatform, password, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
let ann: string;
let eve: string;
beforeAll(async () => {
  platform = await openServedPlatform({ PUBLIC_ORIGINS: 'https://desk.example' });
  ann = (await platform.signIn()).accessToken;
  eve = (await platform.signIn('eve')).accessToken;
}, 60_000);
afterAll(() => platform?.close());

const raw = (options: {
  method?: 'GET' | 'POST' | 'PUT' | 'OPTIONS';
  url: string;
  headers?: Record<string, string>;
  payload?: string;
}) => platform.app.inject({ method: 'GET', ...options, headers: { 'tenant-id': '1', ...options.headers } });

describe('every answer', () => {
  test('to an unknown call has code 404 in the envelope and HTTP status 200', async () => {
    const reply = await raw({ url: '/api/nothing/here' });
    expect([reply.statusCode, reply.json()]).toEqual([200, { code: 404, msg: '请求未找到', data: null }]);
  });

  test('is in the requested language, or in Chinese when none is requested', async () => {
    const said = async (language: string) => (await platform.call(getInfo, {}, { language })).msg;
    expect(await said('en-GB,en;q=0.9,zh-CN;q=0.8')).toBe('Not logged in');
    expect(await said('fr, zh-TW;q=0.5, en;q=0.4')).toBe('账号未登录');
    expect(await said('')).toBe('账号未登录');
  });

  test('forbids caching, type sniffing, framing and referrers', async () => {
    const { headers } = await raw({ url: '/api/system/tenant/get-by-website?website=first.example' });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});

describe('an invalid field', () => {
  test.each([
    [{ password }, 'username'],
    [{ username: ['ann'], password }, 'username'],
    [{ username: 'ann', password: 'x'.repeat(300) }, 'password'],
    [{ username: 'a\u0000b', password }, 'username'],
    [{ username: { toString: 'ann' }, password }, 'username'],
  ])('%j is refused, naming %s', async (input, field) => {
    const { code, msg, data } = await platform.call(login, input);
    expect({ code, data }).toEqual({ code: Code.badRequest, data: { field } });
    expect(msg).toMatch(new RegExp(`^Invalid request parameter:${field} .`));
  });

  test('is named in Chinese with the wording that existing clients know', async () => {
    expect((await platform.call(login, { password }, { language: 'zh-CN' })).msg).toMatch(/^请求参数不正确:username ./);
  });

  test('of a union is reported by the alternative that fits best', async () => {
    const reply = await raw({
      method: 'PUT',
      url: '/api/doctor/info/updatePassword',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ mobile: '13800000001', code: 'abc', password: 'Quite-another-9' }),
    });
    expect(reply.json()).toMatchObject({ code: 400, data: { field: 'code' } });
  });

  test.each([
    ['text/plain', '{"username":"ann"}'],
    ['application/x-www-form-urlencoded', 'username=ann'],
    ['application/json', '{"username":'],
    ['application/json', '{"__proto__":{"admin":true}}'],
    ['application/json', `{"constructor":{"prototype":{"admin":true}}}`],
    ['application/xml', '<a/>'],
  ])('a body of %s %j is refused in the envelope', async (type, payload) => {
    const reply = await raw({
      method: 'POST',
      url: '/api/doctor/auth/login',
      headers: { 'content-type': type },
      payload,
    });
    expect([reply.statusCode, reply.json().code]).toEqual([200, 400]);
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });

  test('a body of ten megabytes and one nested ten thousand deep are refused', async () => {
    const post = (payload: string) =>
      raw({ method: 'POST', url: '/api/doctor/auth/login', headers: { 'content-type': 'application/json' }, payload });
    expect((await post(JSON.stringify({ username: 'x'.repeat(10_000_000) }))).json().code).toBe(400);
    expect((await post(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).json().code).toBe(400);
  }, 10_000);

  test('a missing body counts as an empty object', async () => {
    const reply = await raw({
      method: 'POST',
      url: '/api/doctor/auth/logout',
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.json()).toEqual({ code: 200, msg: '', data: true });
  });

  test('a parameter that is given twice is invalid', async () => {
    const reply = await raw({ url: '/api/system/tenant/get-by-website?website=first.example&website=second.example' });
    expect(reply.json()).toMatchObject({ code: 400, data: { field: 'website' } });
  });

  test('an address that is not text is refused in the envelope', async () => {
    expect((await raw({ url: '/api/%E0%A4%A' })).json().code).toBe(400);
  });
});

describe('the hospital of a call', () => {
  test.each([null, '', '1,2', '-1', '0', '1e3', ' 1', '99999999999999999999', 'one'])(
    'the tenant header %j is refused',
    async (hospitalId) => {
      const { code, data } = await platform.call(getInfo, {}, { hospitalId, token: ann });
      expect({ code, data }).toEqual({ code: 400, data: { field: 'tenant-id' } });
    },
  );

  test('a token of another hospital is refused with a message that says so', async () => {
    const answer = await platform.call(getInfo, {}, { hospitalId: '2', token: ann });
    expect(answer).toEqual({ code: 403, msg: 'You have no access to the data of this hospital', data: null });
  });

  test('an unknown or disabled hospital refuses every call', async () => {
    const enter = (hospitalId: string) => platform.call(login, { username: 'ann', password }, { hospitalId });
    expect((await enter('999')).code).toBe(Code.hospitalUnknown);
    expect((await enter('3')).code).toBe(Code.hospitalDisabled);
  });

  test.each([
    ['first.example', { name: 'First Hospital', systemTenantId: '1', disabled: false, idleLockMin: 20 }],
    ['FIRST.example:9999', { name: 'First Hospital', systemTenantId: '1' }],
    [
      'second.example:8443',
      { name: 'Second Hospital', systemTenantId: '2', idleLockMin: 30, serviceHours: [{ from: 480, to: 1320 }] },
    ],
    ['third.example', { systemTenantId: '3', disabled: true }],
  ])('%s is found by its host', async (website, found) => {
    expect((await platform.call(getTenantByWebsite, { website }, { hospitalId: null })).data).toMatchObject(found);
  });

  test('an unknown host has no hospital, which is an answer and not an error', async () => {
    expect(await platform.call(getTenantByWebsite, { website: 'elsewhere.example' })).toEqual({
      code: 200,
      msg: '',
      data: null,
    });
    expect((await platform.call(getTenantByWebsite, { website: 'a b' })).code).toBe(400);
  });
});

describe('access', () => {
  test('is refused without a valid token', async () => {
    for (const token of [null, 'x', 'A'.repeat(43), "' or 1=1"])
      expect((await platform.call(getInfo, {}, { token })).code).toBe(401);
  });

  test('to review is for reviewers only, to consult for doctors only, and patients have neither', async () => {
    const forbidden = { code: 403, msg: 'No permission for this operation', data: null };
    expect(await platform.call(pageAudit, {}, { token: ann })).toEqual(forbidden);
    expect((await platform.call(pageAudit, {}, { token: eve })).code).toBe(200);
    const counts = await platform.call(getOrderNum, {}, { token: eve });
    expect([403, 404]).toContain(counts.code);
  });
});

describe('a workstation on another origin', () => {
  const asked = { origin: 'https://desk.example', 'access-control-request-method': 'POST' };
  test('may call the platform when it is listed', async () => {
    const preflight = await raw({ method: 'OPTIONS', url: '/api/doctor/auth/login', headers: asked });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://desk.example',
    ]);
    const reply = await raw({ url: '/api/system/area/tree', headers: { origin: 'https://desk.example' } });
    expect(reply.headers['access-control-expose-headers']).toContain('date');
  });
  test('cannot read any answer when it is not listed', async () => {
    const reply = await raw({ url: '/api/system/area/tree', headers: { origin: 'https://evil.example' } });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a repeated write', () => {
  const key = '7f2f0c1e-6d3a-4b8e-9a51-0c9a4b1d2e3f';
  test('with the same key runs once and gets the same answer', async () => {
    const save = (title: string) =>
      platform.call(putUiSetting, { setting: { title } }, { token: ann, headers: { 'idempotency-key': key } });
    expect([await save('first'), await save('first')]).toEqual([
      { code: 200, msg: '', data: true },
      { code: 200, msg: '', data: true },
    ]);
    expect((await platform.call(getUiSetting, {}, { token: ann })).data).toEqual({ title: 'first' });
    expect(await save('second')).toMatchObject({ code: Code.duplicateRequest });
  });
  test('runs again after a refusal', async () => {
    const headers = { 'idempotency-key': '7f2f0c1e-6d3a-4b8e-9a51-0c9a4b1d2e40' };
    const big = { setting: { text: 'x'.repeat(70_000) } };
    expect((await platform.call(putUiSetting, big, { token: ann, headers })).code).toBe(400);
    expect((await platform.call(putUiSetting, { setting: {} }, { token: ann, headers })).code).toBe(200);
  });
  test('needs a valid key', async () => {
    const answer = await platform.call(
      putUiSetting,
      { setting: {} },
      { token: ann, headers: { 'idempotency-key': 'again' } },
    );
    expect(answer).toMatchObject({ code: 400, data: { field: 'idempotency-key' } });
  });
});

describe('a person’s own settings', () => {
  const save = (setting: Record<string, string>, merge?: boolean) =>
    platform.call(putUiSetting, merge === undefined ? { setting } : { setting, merge }, { token: ann });
  const kept = async () => (await platform.call(getUiSetting, {}, { token: ann })).data;

  test('are merged on request, also when saved at the same time, and otherwise replaced', async () => {
    await save({ sound: 'on' });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(names.map((name) => save({ [name]: name }, true)));
    await save({ a: 'again' }, true);
    expect(await kept()).toEqual({ sound: 'on', a: 'again', b: 'b', c: 'c', d: 'd', e: 'e', f: 'f' });
    await save({ only: 'this' });
    expect(await kept()).toEqual({ only: 'this' });
  });
  test('are refused beyond their maximum size, also when merged', async () => {
    await save({ one: 'x'.repeat(40_000) });
    expect((await save({ two: 'x'.repeat(40_000) }, true)).code).toBe(400);
    expect(Object.keys((await kept()) as object)).toEqual(['one']);
    await save({});
  });
});

describe('the hospital’s own tables', () => {
  test('a dictionary is available under both spellings of its path, in the requested language', async () => {
    await platform.db
      .insert(dictData)
      .values({ tenantId: '1', dictType: 'hosp_level', value: '1', label: '三级', labelEn: 'Tertiary' });
    const english = await platform.call(getDictByType, { dictType: 'hosp_level' }, { token: ann });
    expect(english.data).toMatchObject([{ label: 'Tertiary', value: '1' }]);
    const url = '/api/dict-data/get-by-dict-type?dictType=hosp_level';
    const reply = await raw({ url, headers: { authorization: `Bearer ${ann}` } });
    expect(reply.json().data).toMatchObject([{ label: '三级', value: '1' }]);
  });
  test('the regions are a tree', async () => {
    const { data } = await platform.call<{ id: number; children: { children: unknown[] }[] }[]>(
      getAreaTree,
      {},
      { hospitalId: null },
    );
    expect([data.length >= 31, data[0]?.id, (data[0]?.children[0]?.children.length ?? 0) > 10]).toEqual([
      true,
      110000,
      true,
    ]);
  });
  test('icons are a list', async () => {
    expect(await platform.call(getIcons, {}, { token: ann })).toEqual({ code: 200, msg: '', data: [] });
  });
});

test('a profile has a region of the national list, at any of its levels', async () => {
  for (const areaId of [110101, 110100, 110000, null])
    expect((await platform.call(updateInfo, { areaId }, { token: ann })).data).toBe(true);
  expect(await platform.call(updateInfo, { areaId: 999999 }, { token: ann })).toEqual({
    code: Code.badRequest,
    msg: 'There is no such region. Choose another one',
    data: { field: 'areaId' },
  });
});

test('a profile changes in the fields that were sent and in no other', async () => {
  const change = { goodAt: 'Asthma', areaId: 110101, isAuditor: true, tenantId: '2', disabled: true, username: 'root' };
  expect((await platform.call(updateInfo, change, { token: ann })).data).toBe(true);
  expect((await platform.call(getInfo, {}, { token: ann })).data).toMatchObject({
    goodAt: 'Asthma',
    areaId: 110101,
    name: 'Dr ann',
  });
  expect((await platform.call(getDoctorInfo, {}, { token: ann })).data).toMatchObject({ isAuditor: false });
});
