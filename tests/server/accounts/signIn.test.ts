import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { login, RetryLater, SmsScene, sendSmsCode, smsLogin } from '../../../contract/http/auth.ts';
import { getDoctorInfo } from '../../../contract/http/whoami.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { openServedPlatform, password, type ServedPlatform } from '../../support/servedPlatform.ts';
import { solvedPuzzle } from '../../support/solvedPuzzle.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform();
}, 60_000);
afterAll(() => platform?.close());
// Wrong passwords expire after a day, so each test has a day of its own.
beforeEach(() => {
  platform.clock.now += 24 * 3_600_000;
});

let addresses = 0;
const newAddress = () => `10.9.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
const enter = (username: string, secret: string, ip = newAddress(), headers = {}, more: object = {}) =>
  platform.call<{ accessToken: string } | null>(login, { username, password: secret, ...more }, { ip, headers });
const onDevice = (device: string, username: string, secret: string) =>
  enter(username, secret, newAddress(), {}, { device });
/** Signs in with a puzzle, of the cost that the platform demands at this address, where it asks for one. */
async function enterWithPuzzle(username: string, secret: string) {
  const ip = newAddress();
  const first = await enter(username, secret, ip);
  if (first.code !== Code.captchaRequired) return first;
  return enter(username, secret, ip, {}, { captchaVerification: await solvedPuzzle(platform, ip) });
}
const later = (ms: number) => {
  platform.clock.now += ms;
};

test('the right password opens a session of its account', async () => {
  const { data } = await enter('ann', password);
  const me = await platform.call(getDoctorInfo, {}, { token: data?.accessToken ?? null });
  expect(me).toMatchObject({
    code: 200,
    data: { memberAccountId: platform.people.ann.id, name: 'Dr ann', mobile: '138****0001', isAuditor: false },
  });
});

test.each(['ANN', 'ａｎｎ', 'Ａnn', ' ann '])('an account name is accepted as people type it: %s', async (typed) => {
  const { data } = await enter(typed, password);
  const me = await platform.call(getDoctorInfo, {}, { token: data?.accessToken ?? null });
  expect(me).toMatchObject({ data: { memberAccountId: platform.people.ann.id } });
});

test('the spellings of an account name share the count of its wrong passwords', async () => {
  for (const typed of ['Ann', 'ANN', 'ａｎｎ']) await enter(typed, 'not this one');
  expect((await enter('ann', 'not this one')).code).not.toBe(Code.wrongPassword);
});

test('a wrong password and an unknown account get the same answer', async () => {
  const [wrong, unknown] = [await enter('ann', 'not this one'), await enter('nobody', 'not this one')];
  expect(wrong).toEqual({ code: Code.wrongPassword, msg: 'Wrong account or password', data: null });
  expect(unknown).toEqual(wrong);
});

test('refusing a known and an unknown account takes the same work', async () => {
  const pairs = Array.from({ length: 25 }, (_, n) => [`known${n}`, `nobody${n}`] as const);
  await platform.db.insert(staff).values(
    pairs.map(([username], n) => ({
      tenantId: '1',
      username,
      mobile: `1370000${1000 + n}`,
      name: 'x',
      createTime: 0,
      passwordHash: platform.people.ann.passwordHash,
    })),
  );
  const workOf = async (username: string) => {
    const from = process.cpuUsage();
    await enter(username, 'not this one');
    const { user, system } = process.cpuUsage(from);
    return user + system;
  };
  const ratios: number[] = [];
  for (const [known, unknown] of pairs) ratios.push((await workOf(known)) / (await workOf(unknown)));
  const median = ratios.sort((a, b) => a - b)[12] ?? 0;
  expect(median).toBeGreaterThan(0.7);
  expect(median).toBeLessThan(1.4);
});

test('a disabled account is reported as disabled only with the right password', async () => {
  await platform.db.update(staff).set({ disabled: true }).where(eq(staff.id, platform.people.eve.id));
  expect((await enter('eve', password)).code).toBe(Code.accountDisabled);
  expect((await enter('eve', 'not this one')).code).toBe(Code.wrongPassword);
  await platform.db.update(staff).set({ disabled: false }).where(eq(staff.id, platform.people.eve.id));
});

test('after three wrong passwords an account’s next attempt needs a wait and a puzzle, from any address', async () => {
  for (let n = 0; n < 3; n++) await enter('bob', 'not this one');
  expect(await enter('bob', password)).toEqual({
    code: Code.tooManyRequests,
    msg: 'Too many wrong passwords for this account. Wait a while, or log in with an SMS code.',
    data: { retryAfterMs: 10_000, seconds: 10 },
  });
  later(10_000);
  expect((await enter('bob', password)).code).toBe(Code.captchaRequired);
  const captchaVerification = await solvedPuzzle(platform);
  expect((await enter('bob', password, newAddress(), {}, { captchaVerification })).code).toBe(200);
});

test('each further wrong password doubles the wait; after six only the sign-in by SMS code is possible', async () => {
  const waits: number[] = [];
  for (let processed = 0; processed < 6; ) {
    const { code, data } = await enterWithPuzzle('bob', 'not this one');
    if (code === Code.wrongPassword) processed++;
    else {
      const { retryAfterMs } = RetryLater.parse(data);
      waits.push(retryAfterMs);
      later(retryAfterMs);
    }
  }
  expect(waits).toEqual([10_000, 20_000, 40_000]);
  expect((await enter('bob', password)).code).toBe(Code.signInCodeRequired);
  expect((await enter('nobody at all', password)).code).toBe(Code.wrongPassword);
  const ip = newAddress();
  const mobile = '13800000002';
  const asked = { mobile, scene: SmsScene.login, captchaVerification: await solvedPuzzle(platform) };
  await platform.call(sendSmsCode, asked, { ip });
  const code = /code is (\d{6})/.exec(platform.printed.at(-1) ?? '')?.[1] ?? '';
  expect((await platform.call(smsLogin, { mobile, code }, { ip })).code).toBe(200);
});

test('an unknown account has the same limits', async () => {
  const said = async (username: string) => {
    const codes = [];
    for (let n = 0; n < 8; n++) {
      codes.push((await enterWithPuzzle(username, 'not this one')).code);
      later(60_000);
    }
    return codes;
  };
  expect(await said('nobody')).toEqual(await said('bob'));
});

test('on a known device wrong passwords from elsewhere have no effect', async () => {
  const device = 'a-browser-of-bob-0123456789';
  expect((await onDevice(device, 'bob', password)).code).toBe(200);
  for (let n = 0; n < 3; n++) await enter('bob', 'not this one');
  expect((await enter('bob', password)).code).toBe(Code.tooManyRequests);
  expect((await onDevice(device, 'bob', password)).code).toBe(200);
  expect((await onDevice('another-browser-0123456789', 'bob', password)).code).toBe(Code.tooManyRequests);
  expect((await onDevice(device, 'ann', password)).code).toBe(200);
});

test('wrong passwords on a known device count there, and nowhere else', async () => {
  const device = 'a-browser-of-ann-0123456789';
  await onDevice(device, 'ann', password);
  for (let n = 0; n < 3; n++) await onDevice(device, 'ann', 'not this one');
  expect((await onDevice(device, 'ann', password)).code).toBe(Code.tooManyRequests);
  expect((await enter('ann', password)).code).toBe(200);
});

test('after three wrong passwords from an address every account needs a puzzle there', async () => {
  const ip = newAddress();
  for (let n = 0; n < 3; n++) await enter(`guess${n}`, 'not this one', ip);
  expect((await enter('ann', password, ip)).code).toBe(Code.captchaRequired);
  expect((await enter('ann', password)).code).toBe(200);
});

test('of a hundred guesses at once three are checked, each leaves a row, and nobody is locked out', async () => {
  const ip = newAddress();
  const rows = () => platform.db.$count(auditTrail, eq(auditTrail.ip, ip));
  const answers = await Promise.all(Array.from({ length: 100 }, () => enter('ann', 'not this one', ip)));
  expect(answers.filter(({ code }) => code === Code.wrongPassword)).toHaveLength(3);
  expect(answers.filter(({ code }) => code === Code.tooManyRequests).length).toBeGreaterThanOrEqual(90);
  expect(await rows()).toBe(100);
  later(24 * 3_600_000);
  expect((await enter('ann', password, ip)).code).toBe(200);
});

test('an address in a header has no effect', async () => {
  const ip = newAddress();
  for (let n = 0; n < 3; n++)
    await enter(`claim${n}`, 'not this one', ip, { 'x-forwarded-for': `8.8.8.${n}`, 'x-real-ip': `8.8.4.${n}` });
  expect((await enter('ann', password, ip, { 'x-forwarded-for': '8.8.8.9' })).code).toBe(Code.captchaRequired);
});

test('all addresses of one IPv6 network count as one', async () => {
  for (let n = 1; n <= 3; n++) await enter(`six${n}`, 'not this one', `2001:db8:1:2::${n}`);
  expect((await enter('ann', password, '2001:db8:1:2:ffff::9')).code).toBe(Code.captchaRequired);
  expect((await enter('ann', password, '2001:db8:1:3::9')).code).toBe(200);
});

test('signing in to one account does not forgive wrong passwords for others', async () => {
  const ip = newAddress();
  for (const name of ['spray1', 'spray2']) await enter(name, 'not this one', ip);
  expect((await enter('bob', password, ip)).code).toBe(200);
  await enter('spray3', 'not this one', ip);
  expect((await enter('spray4', 'not this one', ip)).code).toBe(Code.captchaRequired);
});

test('signing in from one network does not forgive wrong passwords from another', async () => {
  const [ip, elsewhere] = [newAddress(), newAddress()];
  for (const name of ['spray5', 'spray6']) await enter(name, 'not this one', ip);
  for (let n = 0; n < 2; n++) await enter('bob', 'not this one', elsewhere);
  expect((await enter('bob', password, ip)).code).toBe(200);
  await enter('spray7', 'not this one', ip);
  expect((await enter('spray8', 'not this one', ip)).code).toBe(Code.captchaRequired);
});

test('a successful sign-in after two wrong passwords resets the count', async () => {
  const ip = newAddress();
  for (let n = 0; n < 2; n++) await enter('bob', 'not this one', ip);
  expect((await enter('bob', password, ip)).code).toBe(200);
  for (let n = 0; n < 2; n++) await enter('bob', 'not this one', ip);
  expect((await enter('bob', password, ip)).code).toBe(200);
});

test('the same name in another hospital is another person', async () => {
  const { data } = await platform.call<{ userId: string }>(
    login,
    { username: 'ann', password },
    { hospitalId: '2', ip: newAddress() },
  );
  expect(data.userId).toBe(platform.people.zoe.id);
});

test('a password in any Unicode form is accepted in its other forms', async () => {
  const hash = await import('@node-rs/argon2').then(({ hash }) => hash('Grüße-от-医生'.normalize('NFC')));
  await platform.db.update(staff).set({ passwordHash: hash }).where(eq(staff.id, platform.people.eve.id));
  expect((await enter('eve', 'Grüße-от-医生'.normalize('NFD'))).code).toBe(200);
});
