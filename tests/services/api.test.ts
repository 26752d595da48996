import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operation } from '../../contract/define.ts';
import type { Answer } from '../../contract/operation.ts';
import { createCalls } from '../../src/services/api.ts';
import { Lost, Status } from '../support/scriptedTransport.ts';
import { sessionWorld } from '../support/sessionWorld.ts';

const path = '/doctor/qualification/get-by-doctor';

async function signedIn() {
  const world = sessionWorld();
  return { ...world, tab: await world.signedInTab() };
}

// Without loaded texts a toast shows the key of its text.
test.each([
  ['403 without a word', { code: 403 }, 'forbidden', 'errors.code.403'],
  ['403 with its message', { code: 403, msg: '没有该操作权限' }, 'forbidden', '没有该操作权限'],
  ['404', { code: 404 }, 'notFound', 'errors.code.404'],
  ['500 whatever it says', { code: 500, msg: 'stack trace' }, 'server', 'errors.code.500'],
  ['9999 without a word', { code: 9999 }, 'business', 'errors.code.default'],
  ['9999 with its message', { code: 9999, msg: 'No' }, 'business', 'No'],
  ['a broken connection', new Lost(), 'network', 'errors.network'],
  ['a time-out', new Lost('ECONNABORTED'), 'timeout', 'errors.timeout'],
  ['status 502', new Status(502), 'status', 'errors.status'],
  ['status 401', new Status(401, { code: 401 }), 'status', 'errors.status'],
  ['an empty body', '', 'empty', 'errors.empty'],
  ['a web page with status 200', '<!doctype html><title>Portal</title>', 'malformed', 'errors.unreadable'],
  ['an answer of another form', { code: 200, msg: '', data: { id: {} } }, 'malformed', 'errors.unreadable'],
])('%s: the caller gets a failure and the person one toast', async (_, answer, kind, toast) => {
  const { tab, platform } = await signedIn();
  platform.on(path, () => answer);
  const answers = await Promise.all([tab.api.getQualification({}), tab.api.getQualification({})]);
  expect(answers.map((one) => (one.ok ? 'ok' : one.failure.kind))).toEqual([kind, kind]);
  expect(new Set(tab.toasts)).toEqual(new Set([toast]));
  expect(platform.refreshes()).toBe(0);
});

test.each([
  ['a broken connection', new Lost(), 'errors.network', 'errors.beside.network'],
  ['a time-out', new Lost('ECONNABORTED'), 'errors.timeout', 'errors.beside.timeout'],
  ['status 502', new Status(502), 'errors.status', 'errors.beside.status'],
  ['500', { code: 500 }, 'errors.code.500', 'errors.beside.server'],
  ['a refusal with its message', { code: 9999, msg: 'No' }, 'No', 'No'],
])(
  '%s has the text of the specification in its toast and says more beside what failed',
  async (_, answer, toast, beside) => {
    const { tab, platform } = await signedIn();
    platform.on(path, () => answer);
    const failed = await tab.api.getQualification({}, { quiet: true });
    expect([failed.ok ? null : failed.failure.message, tab.toasts]).toEqual([beside, [toast]]);
  },
);

test('a quiet write returns the refusal with its data and shows no toast', async () => {
  const { tab, platform } = await signedIn();
  const data = { holder: { id: '2', name: 'Dr Li' } };
  platform.on('/doctor/info/update', () => ({ code: 423, msg: '请稍后重试', data }));
  expect(await tab.api.updateInfo({ goodAt: 'x' }, { quiet: true })).toEqual({
    ok: false,
    failure: { kind: 'business', code: 423, message: '请稍后重试', data },
  });
  expect(tab.toasts).toEqual([]);
});

test.each([
  ['a page that cannot be read', path, { code: 9999, msg: 'No' }, 'No'],
  ['a platform that fails', '/doctor/info/update', { code: 500 }, 'errors.code.500'],
  ['a right that is missing', '/doctor/info/update', { code: 403 }, 'errors.code.403'],
  ['a connection that breaks', '/doctor/info/update', new Lost(), 'errors.network'],
])('%s shows a toast even for a quiet call', async (_, of, answer, toast) => {
  const { tab, platform } = await signedIn();
  platform.on(of, () => answer);
  if (of === path) await tab.api.getQualification({}, { quiet: true });
  else await tab.api.updateInfo({ goodAt: 'x' }, { quiet: true });
  expect(tab.toasts).toEqual([toast]);
});

test('a quiet write whose object is gone shows that at its form; a read that finds nothing shows a toast', async () => {
  const { tab, platform } = await signedIn();
  for (const of of [path, '/doctor/info/update']) platform.on(of, () => ({ code: 404, msg: 'Not found' }));
  await tab.api.updateInfo({ goodAt: 'x' }, { quiet: true });
  expect(tab.toasts).toEqual([]);
  await tab.api.getQualification({}, { quiet: true });
  expect(tab.toasts).toEqual(['Not found']);
});

test('failures of account and dictionary calls show no toast', async () => {
  const { tab, platform } = await signedIn();
  platform.on('/doctor/auth/get-doctor-info', () => ({ code: 500 }));
  platform.on('/system/dict-data/get-by-dict-type', () => new Lost());
  await tab.api.getDoctorInfo({}, { quiet: true });
  await tab.api.getDictByType({ dictType: 'consult_type' }, { quiet: true });
  expect(tab.toasts).toEqual([]);
});

test('a polling call shows a toast for its first failure, and again after a success', async () => {
  const { tab, platform } = await signedIn();
  const polled = '/consult/consult-order/getOrderNum';
  const numbers = { awaitNum: 0, processNum: 0, finishNum: 0, cancelNum: 0, todayNum: 0 };
  const ask = () => tab.api.getOrderNum({}, { quiet: true });
  platform.on(polled, () => ({ code: 500 }));
  for (let n = 0; n < 3; n++) await ask();
  expect(tab.toasts).toEqual(['errors.code.500']);
  platform.on(polled, () => platform.ok(numbers));
  await ask();
  platform.on(polled, () => new Lost());
  for (let n = 0; n < 3; n++) await ask();
  expect(tab.toasts).toEqual(['errors.code.500', 'errors.network']);
});

test('success is code 200 or 0', async () => {
  const { tab, platform } = await signedIn();
  platform.on(path, () => ({ code: 0, msg: '', data: null }));
  expect(await tab.api.getQualification({})).toEqual({ ok: true, data: null });
});

test('fields are sent where the contract defines them, and invalid input is not sent', async () => {
  const { tab, platform } = await signedIn();
  platform.on('/doctor/disease/western/delete', () => platform.ok(true));
  await tab.api.deleteDoctorDisease({ doctorDiseaseWesternId: '9007199254740993' as never });
  const [sent] = platform.calls('/doctor/disease/western/delete');
  expect([sent?.method, sent?.query]).toEqual(['DELETE', { doctorDiseaseWesternId: '9007199254740993' }]);
  const before = platform.seen.length;
  const unfit = await tab.api.sendSmsCode({ mobile: 'not a number', scene: 1 }, { quiet: true });
  expect(unfit).toMatchObject({ ok: false, failure: { kind: 'business', code: 400 } });
  expect(platform.seen).toHaveLength(before);
});

test('a text with half an emoji is not sent, and the message names its field', async () => {
  const { tab, platform } = await signedIn();
  const before = platform.seen.length;
  expect(await tab.api.updateInfo({ goodAt: 'Asthma \ud83d' })).toMatchObject({
    ok: false,
    failure: { kind: 'business', code: 400, data: { field: 'goodAt' } },
  });
  expect([tab.toasts, platform.seen.length]).toEqual([['errors.brokenText'], before]);
});

test('path parameters are filled in and escaped', async () => {
  const { tab, platform } = await signedIn();
  await tab.api.findDrugInventory({ id: '7/../8' as never }, { quiet: true });
  expect(platform.seen.at(-1)?.path).toBe('/admin-api/medicines/drug_western_inventory/findByDrugId/7%2F..%2F8');
});

test('a 401 for a password renews no token', async () => {
  const { tab, platform } = await signedIn();
  platform.on('/doctor/auth/login', () => ({ code: 401, msg: '密码错误', data: null }));
  const answer = await tab.api.login({ username: 'a', password: 'b' }, { quiet: true });
  expect(answer).toMatchObject({ ok: false, failure: { message: '密码错误' } });
  expect([platform.refreshes(), platform.calls('/doctor/auth/login')[0]?.token]).toEqual([0, null]);
});

test('nobody signed in: calls for staff fail here, calls for anybody go out without a token', async () => {
  const { openTab, platform } = sessionWorld();
  const tab = await openTab({ path: '/login' });
  const before = platform.seen.length;
  expect(await tab.api.getQualification({})).toMatchObject({ ok: false, failure: { kind: 'sessionEnded' } });
  expect(platform.seen).toHaveLength(before);
  expect((await tab.api.getDictByType({ dictType: 'consult_type' })).ok).toBe(true);
  expect(platform.seen.at(-1)?.token).toBeNull();
});

test('a call made before the hospital is known waits for it', async () => {
  const world = sessionWorld();
  const answer = world.platform.hold('/system/tenant/get-by-website');
  const opening = world.openTab();
  await Promise.resolve();
  answer();
  await opening;
  const dictionaries = world.platform.calls('/system/dict-data/get-by-dict-type');
  expect(dictionaries.length).toBeGreaterThan(0);
  expect(world.platform.seen[0]?.path).toBe('/system/tenant/get-by-website');
});

const download = operation({
  method: 'GET',
  path: '/files/report',
  source: 'ours',
  access: 'staff',
  wire: 'blob',
  reply: z.unknown(),
});

/** A tab that downloads a report, which the platform answers in turn with these. */
async function downloading(...answers: Blob[]) {
  const { tab, platform } = await signedIn();
  const given = [...answers];
  platform.on(download.path, () => given.shift());
  const calls = createCalls({
    http: tab.http,
    session: tab.session,
    log: () => {},
    textOf: (notice) => ('text' in notice ? notice.text : notice.key),
    toast: ({ reason }) => tab.toasts.push(reason),
  });
  const answer = (await calls({ download }).download({})) as Answer<Blob>;
  return { tab, platform, answer };
}
const json = (body: object) => new Blob([JSON.stringify(body)], { type: 'application/json' });
const pdf = new Blob(['%PDF'], { type: 'application/pdf' });

test('a download refused with 401 in JSON is sent once more after a renewal, and returns the file', async () => {
  const { platform, answer } = await downloading(json({ code: 401, msg: '账号未登录' }), pdf);
  expect(answer.ok && (await answer.data.text())).toBe('%PDF');
  expect([platform.refreshes(), platform.calls(download.path).map(({ token }) => token)]).toEqual([
    1,
    ['access-7-1', 'access-7-2'],
  ]);
});

test.each([
  [json({ code: 500, msg: 'trace' }), 'code.500'],
  [json({ code: 403 }), 'code.403'],
  [new Blob(['<h1>Log in</h1>'], { type: 'text/html' }), 'fileIsNotOne'],
])('a download answered with an error returns no file and shows a toast', async (body, toast) => {
  const { tab, answer } = await downloading(body);
  expect([answer.ok, tab.toasts]).toEqual([false, [toast]]);
});
