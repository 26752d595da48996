import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { login } from '../../../contract/http/auth.ts';
import { getDoctorInfo } from '../../../contract/http/whoami.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { openServedPlatform, password, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform();
}, 60_000);
afterAll(() => platform?.close());

let addresses = 0;
const newAddress = () => `10.9.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
const enter = (username: string, secret: string, ip = newAddress(), headers = {}) =>
  platform.call<{ accessToken: string } | null>(login, { username, password: secret }, { ip, headers });
const quarter = 15 * 60_000;

test('the right password opens a session in which the platform knows who asks', async () => {
  const { data } = await enter('ann', password);
  const me = await platform.call(getDoctorInfo, {}, { token: data?.accessToken ?? null });
  expect(me).toMatchObject({
    code: 200,
    data: { memberAccountId: platform.people.ann.id, name: 'Dr ann', mobile: '138****0001', isAuditor: false },
  });
});

test('a wrong password and an account that does not exist are answered alike', async () => {
  const [wrong, unknown] = [await enter('ann', 'not this one'), await enter('nobody', 'not this one')];
  expect(wrong).toEqual({ code: Code.wrongPassword, msg: 'Wrong account or password', data: null });
  expect(unknown).toEqual(wrong);
});

test('a known and an unknown account take the same work to refuse', async () => {
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

test('a disabled account hears so only with the right password', async () => {
  await platform.db.update(staff).set({ disabled: true }).where(eq(staff.id, platform.people.eve.id));
  expect((await enter('eve', password)).code).toBe(Code.accountDisabled);
  expect((await enter('eve', 'not this one')).code).toBe(Code.wrongPassword);
  await platform.db.update(staff).set({ disabled: false }).where(eq(staff.id, platform.people.eve.id));
});

test('after three wrong passwords for an account a puzzle is asked, wherever the next try comes from', async () => {
  for (let n = 0; n < 3; n++) await enter('bob', 'not this one');
  expect((await enter('bob', password)).code).toBe(Code.captchaRequired);
  platform.clock.now += quarter;
  expect((await enter('bob', password)).code).toBe(200);
});

test('after three wrong passwords from an address a puzzle is asked there, whichever account is tried', async () => {
  const ip = newAddress();
  for (let n = 0; n < 3; n++) await enter(`guess${n}`, 'not this one', ip);
  expect((await enter('ann', password, ip)).code).toBe(Code.captchaRequired);
  expect((await enter('ann', password)).code).toBe(200);
});

test('a hundred guesses at once come to at most ten tries, each leaves a row, and nobody is locked out for good', async () => {
  const ip = newAddress();
  const rows = () => platform.db.$count(auditTrail, eq(auditTrail.ip, ip));
  const answers = await Promise.all(Array.from({ length: 100 }, () => enter('ann', 'not this one', ip)));
  const tried = answers.filter(({ code }) => code === Code.wrongPassword || code === Code.captchaRequired);
  expect(tried.length).toBeLessThanOrEqual(10);
  expect(answers.filter(({ code }) => code === Code.tooManyRequests).length).toBe(100 - tried.length);
  expect(await rows()).toBe(100);
  platform.clock.now += quarter;
  expect((await enter('ann', password, ip)).code).toBe(200);
});

test('an address that a header claims changes nothing', async () => {
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

test('whoever guesses at others is not forgiven for signing in as themselves', async () => {
  const ip = newAddress();
  for (const name of ['spray1', 'spray2']) await enter(name, 'not this one', ip);
  expect((await enter('bob', password, ip)).code).toBe(200);
  await enter('spray3', 'not this one', ip);
  expect((await enter('spray4', 'not this one', ip)).code).toBe(Code.captchaRequired);
});

test('what an account failed from elsewhere is no merit of the network that it then signs in from', async () => {
  const [ip, elsewhere] = [newAddress(), newAddress()];
  for (const name of ['spray5', 'spray6']) await enter(name, 'not this one', ip);
  for (let n = 0; n < 2; n++) await enter('bob', 'not this one', elsewhere);
  expect((await enter('bob', password, ip)).code).toBe(200);
  await enter('spray7', 'not this one', ip);
  expect((await enter('spray8', 'not this one', ip)).code).toBe(Code.captchaRequired);
});

test('whoever mistyped twice and then got in begins anew', async () => {
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
    { tenantId: '2', ip: newAddress() },
  );
  expect(data.userId).toBe(platform.people.zoe.id);
});

test('a password of the whole of Unicode works however it was typed', async () => {
  const hash = await import('@node-rs/argon2').then(({ hash }) => hash('Grüße-от-医生'.normalize('NFC')));
  await platform.db.update(staff).set({ passwordHash: hash }).where(eq(staff.id, platform.people.eve.id));
  expect((await enter('eve', 'Grüße-от-医生'.normalize('NFD'))).code).toBe(200);
});
