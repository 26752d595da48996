import { expect, onTestFinished, test } from 'vitest';
import { scriptedPlatform } from './scriptedPlatform.ts';

async function opened() {
  const platform = await scriptedPlatform();
  onTestFinished(() => platform.close());
  const call = async (method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) => {
    const headers = { 'tenant-id': '7', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${platform.url}/api${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    return (await answer.json()) as { code: number; data: { accessToken: string; refreshToken: string } };
  };
  const signIn = () =>
    call('POST', '/doctor/auth/login', { body: { username: 'doctor01', password: 'Cloudroom2026' } });
  return { platform, call, signIn };
}

const whoAmI = '/doctor/auth/get-doctor-info';

test('a login permits calls until it expires, and its refresh token works once', async () => {
  const { platform, call, signIn } = await opened();
  const { data: login } = await signIn();
  expect((await call('GET', whoAmI, { token: login.accessToken })).code).toBe(200);

  platform.tokens.expireAccess();
  expect((await call('GET', whoAmI, { token: login.accessToken })).code).toBe(401);
  const refresh = `/doctor/auth/refresh-token?refreshToken=${login.refreshToken}`;
  const { data: renewed } = await call('POST', refresh);
  expect((await call('GET', whoAmI, { token: renewed.accessToken })).code).toBe(200);
  expect((await call('POST', refresh)).code).toBe(401);
});

test('calls are recorded with token and hospital, and can be scripted once, permanently, or held back', async () => {
  const { platform, call } = await opened();
  const { access: token } = platform.tokens.issue('doctor01');
  platform.next('getDoctorInfo', { code: 500, msg: 'no' });
  expect((await call('GET', whoAmI, { token })).code).toBe(500);
  expect((await call('GET', whoAmI, { token })).code).toBe(200);

  const off = platform.on('getDoctorInfo', () => ({ code: 403 }));
  expect((await call('GET', whoAmI, { token })).code).toBe(403);
  off();
  platform.next('getDoctorInfo', 'reset');
  await expect(call('GET', whoAmI, { token })).rejects.toThrow();

  const release = platform.hold('getDoctorInfo');
  const waiting = call('GET', whoAmI, { token });
  expect((await call('GET', '/system/dict-data/get-by-dict-type?dictType=sms_scene')).code).toBe(200);
  release();
  expect((await waiting).code).toBe(200);
  expect(platform.calls('getDoctorInfo').map((seen) => [seen.token, seen.hospital])).toEqual(
    Array.from({ length: 5 }, () => [token, '7']),
  );
});
