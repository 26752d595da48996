import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Code } from '../../contract/envelope.ts';
import { putUiSetting } from '../../contract/extension/settings.ts';
import { login, refreshToken } from '../../contract/http/auth.ts';
import { createPasswordFailures, failureLimits } from '../../server/accounts/passwordFailures.ts';
import { createSmsGateway } from '../../server/accounts/smsGateway.ts';
import { createJobRuns } from '../../server/db/jobRuns.ts';
import { createRates } from '../../server/db/rates.ts';
import { idempotencyKey } from '../../server/db/schema/sessions.ts';
import { tenant } from '../../server/db/schema/tenants.ts';
import { cached } from '../../server/observe/queues.ts';
import { createTenants } from '../../server/tenants/tenants.ts';
import { nine, openServedPlatform, password, type ServedPlatform } from '../support/servedPlatform.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform();
}, 60_000);
afterAll(() => platform?.close());
beforeEach(() => {
  platform.clock.now = nine;
});
const now = () => platform.clock.now;
const goBack = () => {
  platform.clock.now -= hourMs;
};

test('a counter starts a new window after the clock went back, and locks nobody out for an hour', async () => {
  const rates = createRates(platform.db, now);
  for (let n = 0; n < 20; n += 1) await rates.hit('tries', minuteMs);
  await rates.raise('demanded', 20, minuteMs);
  goBack();
  expect((await rates.current('tries', minuteMs)).count).toBe(0);
  expect((await rates.current('demanded', minuteMs)).count).toBe(0);
  expect((await rates.hit('tries', minuteMs)).count).toBe(1);
  await rates.raise('demanded', 3, minuteMs);
  expect((await rates.current('demanded', minuteMs)).count).toBe(3);
});

test('clocks of two processes that differ by a second count together', async () => {
  const [one, other] = [createRates(platform.db, () => nine + 1_000), createRates(platform.db, () => nine)];
  await one.hit('together', minuteMs);
  expect((await other.hit('together', minuteMs)).count).toBe(2);
  expect((await other.current('together', minuteMs)).count).toBe(2);
});

test('the wait after wrong passwords ends with the old clock, and the count stays', async () => {
  const failures = createPasswordFailures(platform.db, now);
  for (let n = 0; n < 5; n += 1) await failures.countAttempt('1:nobody', { waits: false });
  expect((await failures.current('1:nobody')).freeTime).toBeGreaterThan(now());
  goBack();
  expect(await failures.current('1:nobody')).toMatchObject({ count: 5, freeTime: 0 });
  expect(await failures.countAttempt('1:nobody', { waits: true })).toBe(true);
  expect((await failures.current('1:nobody')).freeTime).toBeLessThanOrEqual(now() + failureLimits.maxWaitMs);
});

test('an hourly job runs again within its hour after the clock went back, and still once', async () => {
  const runs = createJobRuns(platform.db, now);
  expect(await runs.begin('hourly', hourMs)).toBe(true);
  platform.clock.now -= 2 * hourMs;
  expect([await runs.begin('hourly', hourMs), await runs.begin('hourly', hourMs)]).toEqual([true, false]);
  platform.clock.now += hourMs;
  expect([await runs.begin('hourly', hourMs), await runs.begin('hourly', hourMs)]).toEqual([true, false]);
});

test('a hospital that is switched off is closed within seconds, also when the clock has just gone back', async () => {
  const [row] = await platform.db.insert(tenant).values({ name: '丁医院' }).returning();
  const tenants = createTenants(platform.db, now);
  expect(await tenants.stateOf(row?.id ?? '')).toBe('open');
  goBack();
  await platform.db.owner.update(tenant).set({ disabled: true });
  expect(await tenants.stateOf(row?.id ?? '')).toBe('disabled');
  await platform.db.owner.update(tenant).set({ disabled: false });
});

test('figures are read again after the clock went back', async () => {
  let read = 0;
  const figures = cached(async () => ++read, 10_000, now);
  expect([await figures(), await figures()]).toEqual([1, 1]);
  goBack();
  expect([await figures(), await figures()]).toEqual([2, 2]);
});

test('an SMS service that failed before the clock went back is tried again', async () => {
  let warned = () => {};
  const failed = new Promise<void>((resolve) => {
    warned = resolve;
  });
  const gateway = createSmsGateway({
    webhookUrl: 'http://127.0.0.1:9',
    demo: false,
    print: () => {},
    warn: () => warned(),
    now,
  });
  gateway.send({ mobile: '13800000001', code: '1', scene: 1, hospital: 'A' });
  await failed;
  await expect.poll(() => gateway.isDown()).toBe(true);
  goBack();
  expect(gateway.isDown()).toBe(false);
});

test('a write whose process died before the clock went back can be repeated a minute later', async () => {
  const { accessToken: token } = await platform.signIn('bob');
  const key = '7f2f0c1e-6d3a-4b8e-9a51-0c9a4b1d2e41';
  const headers = { 'idempotency-key': key };
  const put = () => platform.call(putUiSetting, { setting: { title: 'A' } }, { token, headers });
  expect(await put()).toMatchObject({ code: 200 });
  // The state that a killed process leaves: the key is claimed, and nothing is answered.
  await platform.db.owner.update(idempotencyKey).set({ answer: null });
  goBack();
  expect(await put()).toMatchObject({ code: Code.duplicateRequest });
  platform.clock.now += minuteMs;
  expect(await put()).toMatchObject({ code: 200 });
});

test('sessions outlive a change of the clock: back, a token stays valid; forward, it is renewed', async () => {
  const { accessToken: token, refreshToken: refresh } = await platform.signIn('ann');
  const put = (with_: string) => platform.call(putUiSetting, { setting: { title: 'A' } }, { token: with_ });
  goBack();
  expect(await put(token)).toMatchObject({ code: 200 });
  platform.clock.now = nine + hourMs;
  expect(await put(token)).toMatchObject({ code: Code.unauthorised });
  const renewed = await platform.call<{ accessToken: string }>(refreshToken, { refreshToken: refresh });
  expect(await put(renewed.data.accessToken)).toMatchObject({ code: 200 });
  goBack();
  expect(await put(renewed.data.accessToken)).toMatchObject({ code: 200 });
  expect(await platform.call(refreshToken, { refreshToken: refresh })).toMatchObject({ code: 200, data: renewed.data });
  expect(await platform.call(login, { username: 'ann', password })).toMatchObject({ code: 200 });
});
