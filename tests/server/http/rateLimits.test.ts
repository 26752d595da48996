import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { catalogue } from '../../../contract/catalogue.ts';
import { Code } from '../../../contract/envelope.ts';
import { pageAudit } from '../../../contract/extension/audit.ts';
import { patientLogin } from '../../../contract/extension/patient.ts';
import { getInfo } from '../../../contract/http/account.ts';
import { RetryLater } from '../../../contract/http/auth.ts';
import type { Operation } from '../../../contract/operation.ts';
import { auditTrail } from '../../../server/db/schema/trail.ts';
import { classOfCall, rateLimitClasses } from '../../../server/http/rateLimitClasses.ts';
import { createRateLimits } from '../../../server/http/rateLimits.ts';
import { createTokenBuckets } from '../../../server/limits/tokenBuckets.ts';
import { openServedPlatform, type ServedPlatform } from '../../support/servedPlatform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: ServedPlatform;
beforeAll(async () => {
  // A hundredth of the limits: three reads, six sign-ins.
  platform = await openServedPlatform({ LIMIT_FACTOR: '0.01' });
}, 120_000);
afterAll(() => platform?.close());

const calls = Object.entries<Operation>(catalogue);

test('every call has a class of limits, and every class has a call or is an address of its own', () => {
  expect(Object.keys(classOfCall).sort()).toEqual(calls.map(([name]) => name).sort());
  const used = new Set<string>([
    ...Object.values(classOfCall),
    'socketConnect',
    'failedHandshake',
    'download',
    'clientReport',
    'refused',
  ]);
  expect([...used].sort()).toEqual(Object.keys(rateLimitClasses).sort());
});

test('a call without sign-in is limited by network, every other by account; hospitals share nothing', () => {
  const wrong = calls.filter(([name, { access }]) => {
    const { account, network, hospital } = rateLimitClasses[classOfCall[name as keyof typeof classOfCall]];
    return access === 'public' ? network === null : account === null || hospital === null;
  });
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test('who calls too often is told when to try again, in both languages; colleagues nearby go on', async () => {
  const [ann, bob] = [(await platform.signIn('ann')).accessToken, (await platform.signIn('bob')).accessToken];
  const ip = '10.4.0.1';
  const ask = (token: string, language = 'en') => platform.send(getInfo, {}, { token, ip, language });
  for (let n = 0; n < 3; n++) expect((await ask(ann)).json().code).toBe(Code.ok);
  const refused = await ask(ann);
  const { code, msg, data } = refused.json();
  const { retryAfterMs } = RetryLater.parse(data);
  expect([code, retryAfterMs, refused.headers['retry-after']]).toEqual([Code.tooManyRequests, 5_000, '5']);
  expect(msg).toBe('Too many requests in a short time. Wait 5 s, then try again');
  expect((await ask(ann, 'zh-CN')).json().msg).toBe('操作过于频繁，请在 5 秒后重试');
  expect((await ask(bob)).json().code).toBe(Code.ok);
  platform.clock.now += retryAfterMs;
  expect((await ask(ann)).json().code).toBe(Code.ok);
});

test('the patients’ sign-in is limited by network, IPv6 by /64, before a password is looked at', async () => {
  const { accessToken: token } = await platform.signIn('bob');
  const guess = (ip: string) => platform.call(patientLogin, { mobile: '13900000001', password: 'x' }, { ip });
  const codes: number[] = [];
  for (let n = 0; n < 8; n++) codes.push((await guess(`2001:db8:5:6::${n}`)).code);
  expect(codes.slice(6)).toEqual([Code.tooManyRequests, Code.tooManyRequests]);
  expect((await guess('2001:db8:5:7::1')).msg).not.toContain('Too many requests in a short time');
  platform.clock.now += 60_000;
  expect((await platform.call(getInfo, {}, { token, ip: '2001:db8:5:6::1' })).code).toBe(Code.ok);
});

test('a forged address in a header does not pass the limit', async () => {
  const said = async (n: number) =>
    platform.call(
      patientLogin,
      { mobile: `1390000010${n}`, password: 'x' },
      { ip: '10.4.1.1', headers: { 'x-forwarded-for': `8.8.8.${n}`, 'x-real-ip': `8.8.4.${n}` } },
    );
  const answers = [];
  for (let n = 0; n < 8; n++) answers.push((await said(n)).code);
  expect(answers.slice(6)).toEqual([Code.tooManyRequests, Code.tooManyRequests]);
});

test('calls that are refused before they begin are limited too, and then leave no row', async () => {
  const { db } = platform;
  const rows = () => db.$count(auditTrail);
  const { accessToken: token } = await platform.signIn('ann');
  const ask = async () => (await platform.call(pageAudit, {}, { token, ip: '10.4.6.1' })).code;
  const codes: number[] = [];
  for (let n = 0; n < 3; n++) codes.push(await ask());
  expect(codes).toEqual([Code.forbidden, Code.tooManyRequests, Code.tooManyRequests]);
  const before = await rows();
  expect(await ask()).toBe(Code.tooManyRequests);
  expect(await rows()).toBe(before);
  const stranger = async () => (await platform.call(getInfo, {}, { token: 'made-up', ip: '10.4.7.1' })).code;
  const guesses: number[] = [];
  for (let n = 0; n < 13; n++) guesses.push(await stranger());
  expect(guesses.slice(11)).toEqual([Code.unauthorised, Code.tooManyRequests]);
});

test('files are limited by network, with HTTP status 429', async () => {
  const open = () =>
    platform.app.inject({ url: '/files/aaaaaaaaaaaaaaaaaaaaaaaa.png/a.png', remoteAddress: '10.4.2.1' });
  const statuses: number[] = [];
  for (let n = 0; n < 31; n++) statuses.push((await open()).statusCode);
  expect([new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([new Set([403]), 429]);
  expect(Number((await open()).headers['retry-after'])).toBeGreaterThan(0);
});

test('a hospital has a limit of its own, whoever calls from wherever', async () => {
  const limits = createRateLimits({
    takeTokens: createTokenBuckets(() => 0),
    factor: 0.01,
  });
  const attempt = (hospitalId: string, n: number) =>
    limits.countAttempt('search', { hospitalId, account: `staff ${n}`, ip: `10.5.0.${n}` });
  const refusals = await Promise.all(Array.from({ length: 25 }, (_, n) => attempt('1', n)));
  expect(refusals.filter((one) => one === null)).toHaveLength(20);
  expect(await attempt('2', 1)).toBeNull();
});
