import { eq } from 'drizzle-orm';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { checkMobileCode, getInfo, resetMobile } from '../../../contract/http/account.ts';
import {
  login,
  refreshToken,
  SmsScene,
  sendSmsCode,
  smsLogin,
  updatePassword,
  validateSmsCode,
} from '../../../contract/http/auth.ts';
import { staff } from '../../../server/db/schema/staff.ts';
import { openServedPlatform, password, type ServedPlatform } from '../../support/servedPlatform.ts';
import { answerPuzzle, newPuzzle, type Puzzle, solvedPuzzle } from '../../support/solvedPuzzle.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform();
}, 60_000);
afterAll(() => platform?.close());

const minute = 60_000;
const later = (ms: number) => {
  platform.clock.now += ms;
};

const puzzle = () => newPuzzle(platform);
const answer = (shown: Puzzle, point: string) => answerPuzzle(platform, shown, point);
const solved = () => solvedPuzzle(platform);

const send = async (mobile: string, scene: number, token: string | null = null) =>
  platform.call(sendSmsCode, { mobile, scene, captchaVerification: await solved() }, { token });
const lastCode = () => /code is (\d{6})/.exec(platform.printed.at(-1) ?? '')?.[1] ?? '';
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a puzzle is two pictures, neither of which contains the solution as text', async () => {
  const shown = await puzzle();
  const [picture, piece] = [shown.originalImageBase64, shown.jigsawImageBase64].map((text) =>
    PNG.sync.read(Buffer.from(text, 'base64')),
  );
  expect([picture?.width, picture?.height, piece?.width, piece?.height]).toEqual([310, 155, 47, 155]);
  expect(shown.secretKey).toHaveLength(16);
});

test.each([
  [0, '0000'],
  [5, '0000'],
  [-5, '0000'],
  [6, '6111'],
  [-6, '6111'],
])('an answer %i pixels beside the hole is %s', async (off, repCode) => {
  const shown = await puzzle();
  expect(await answer(shown, JSON.stringify({ x: shown.x + off, y: 5 }))).toBe(repCode);
});

test('a puzzle accepts one answer, right or wrong', async () => {
  const shown = await puzzle();
  expect(await answer(shown, '{"x":1,"y":5}')).toBe('6111');
  expect(await answer(shown, JSON.stringify({ x: shown.x, y: 5 }))).toBe('6110');
});

test.each(['', 'no json', '{"x":"7","y":5}', '{"x":1.5,"y":5}', '[]', 'null'])(
  'the answer %j is wrong, not a fault',
  async (point) => {
    expect(await answer(await puzzle(), point)).toBe('6111');
  },
);

test('a puzzle expires after two minutes, its ticket after three', async () => {
  const shown = await puzzle();
  later(2 * minute);
  expect(await answer(shown, JSON.stringify({ x: shown.x, y: 5 }))).toBe('6110');
  const captchaVerification = await solved();
  later(3 * minute);
  const late = { mobile: '13800000001', scene: SmsScene.login, captchaVerification };
  expect((await platform.call(sendSmsCode, late)).code).toBe(Code.captchaRequired);
});

test('after three wrong passwords a solved puzzle permits one sign-in', async () => {
  const ask = { ip: '10.20.0.1' };
  for (let n = 0; n < 3; n++) await platform.call(login, { username: 'bob', password: 'not this one' }, ask);
  later(minute);
  const captchaVerification = await solved();
  const wrong = { username: 'bob', password: 'not this one', captchaVerification };
  expect((await platform.call(login, wrong, ask)).code).toBe(Code.wrongPassword);
  later(minute);
  expect((await platform.call(login, { ...wrong, password }, ask)).code).toBe(Code.captchaRequired);
  const again = { username: 'bob', password, captchaVerification: await solvedPuzzle(platform, ask.ip) };
  expect((await platform.call(login, again, ask)).code).toBe(200);
});

test('a code signs in once; the tokens are in the data field of the answer', async () => {
  later(minute);
  await send('13800000001', SmsScene.login);
  const given = { mobile: '13800000001', code: lastCode() };
  expect(await platform.call(smsLogin, given)).toMatchObject({ code: 200, data: { userId: platform.people.ann.id } });
  expect((await platform.call(smsLogin, given)).code).toBe(Code.smsCodeUsed);
});

test('no code is sent without a solved puzzle, nor twice within a minute', async () => {
  later(minute);
  const asked = { mobile: '13800000001', scene: SmsScene.login };
  expect((await platform.call(sendSmsCode, asked)).code).toBe(Code.captchaRequired);
  expect((await send('13800000001', SmsScene.login)).code).toBe(200);
  expect((await send('13800000001', SmsScene.login)).code).toBe(Code.smsTooFrequent);
});

test('a request for an unknown number gets the same answer, and sends nothing', async () => {
  const before = platform.printed.length;
  expect(await send('13899999999', SmsScene.login)).toEqual({ code: 200, msg: '', data: true });
  expect(platform.printed).toHaveLength(before);
  expect((await platform.call(smsLogin, { mobile: '13899999999', code: '123456' })).code).toBe(Code.smsCodeUnknown);
});

test('a code is refused after five wrong guesses, after ten minutes, for another purpose and another phone', async () => {
  const mobile = '13800000002';
  const sign = (code: string, at = mobile) =>
    platform.call(smsLogin, { mobile: at, code }).then(({ code: answer }) => answer);
  later(minute);
  await send(mobile, SmsScene.login);
  for (let n = 0; n < 5; n++) expect(await sign(other(lastCode()))).toBe(Code.smsCodeUnknown);
  expect(await sign(lastCode())).toBe(Code.smsCodeUnknown);
  later(minute);
  await send(mobile, SmsScene.login);
  expect(await sign(lastCode(), '13800000001')).not.toBe(200);
  later(10 * minute);
  expect(await sign(lastCode())).toBe(Code.smsCodeExpired);
  await send(mobile, SmsScene.forgotPassword);
  expect(await sign(lastCode())).not.toBe(200);
});

test('only a right code is reported as expired or used; every other gets the answer for an unknown code', async () => {
  const mobile = '13800000002';
  const sign = (code: string) => platform.call(smsLogin, { mobile, code }).then(({ code: answer }) => answer);
  later(minute);
  await send(mobile, SmsScene.login);
  const code = lastCode();
  expect(await sign(code)).toBe(200);
  expect([await sign(other(code)), await sign(code)]).toEqual([Code.smsCodeUnknown, Code.smsCodeUsed]);
  later(minute);
  await send(mobile, SmsScene.login);
  later(10 * minute);
  expect([await sign(other(lastCode())), await sign(lastCode())]).toEqual([Code.smsCodeUnknown, Code.smsCodeExpired]);
});

test('five wrong guesses by a stranger do not invalidate the code of its requester', async () => {
  const mobile = '13800000003';
  const [victim, stranger] = [{ ip: '10.31.0.1' }, { ip: '10.31.0.2' }];
  const sent = { mobile, scene: SmsScene.login, captchaVerification: await solved() };
  expect((await platform.call(sendSmsCode, sent, victim)).code).toBe(200);
  const code = lastCode();
  for (let n = 0; n < 5; n++)
    expect((await platform.call(smsLogin, { mobile, code: other(code) }, stranger)).code).toBe(Code.smsCodeUnknown);
  expect((await platform.call(smsLogin, { mobile, code }, stranger)).code).toBe(Code.smsCodeUnknown);
  expect((await platform.call(smsLogin, { mobile, code }, victim)).code).toBe(200);
});

test('a code requested by a browser is valid there from any address, and nowhere else from the same one', async () => {
  later(minute);
  const mobile = '13800000003';
  const device = 'a-browser-of-eve-0123456789';
  const sent = { mobile, scene: SmsScene.login, captchaVerification: await solved(), device };
  expect((await platform.call(sendSmsCode, sent, { ip: '10.32.0.1' })).code).toBe(200);
  const code = lastCode();
  const neighbour = { ip: '10.32.0.1' };
  for (let n = 0; n < 5; n++) await platform.call(smsLogin, { mobile, code: other(code) }, neighbour);
  expect((await platform.call(smsLogin, { mobile, code }, neighbour)).code).toBe(Code.smsCodeUnknown);
  expect((await platform.call(smsLogin, { mobile, code, device }, { ip: '10.32.0.2' })).code).toBe(200);
});

test.each([
  ['a check', (mobile: string, code: string) => ({ mobile, scene: SmsScene.forgotPassword, code }), validateSmsCode],
  ['a new password', (mobile: string, code: string) => ({ mobile, code, password: 'Quite-another-7' }), updatePassword],
] as const)('%s by a stranger does not use up the guesses of a forgotten password', async (_, input, operation) => {
  later(24 * 60 * minute);
  const mobile = '13800000003';
  const sent = { mobile, scene: SmsScene.forgotPassword, captchaVerification: await solved() };
  expect((await platform.call(sendSmsCode, sent, { ip: '10.33.0.1' })).code).toBe(200);
  const code = lastCode();
  for (let n = 0; n < 6; n++)
    expect((await platform.call(operation, input(mobile, other(code)), { ip: '10.33.0.2' })).code).toBe(
      Code.smsCodeUnknown,
    );
  const check = { mobile, scene: SmsScene.forgotPassword, code };
  expect((await platform.call(validateSmsCode, check, { ip: '10.33.0.1' })).code).toBe(200);
});

test('codes that a stranger requests do not count towards the limits of the phone’s owner', async () => {
  later(24 * 60 * minute);
  const mobile = '13800000003';
  const sent = async (ip: string, more: object = {}) => {
    const asked = { mobile, scene: SmsScene.login, captchaVerification: await solved(), ...more };
    return (await platform.call(sendSmsCode, asked, { ip })).code;
  };
  const device = 'a-browser-of-eve-0123456789';
  for (let n = 0; n < 6; n++) {
    expect(await sent('10.34.0.1')).toBe(n < 5 ? 200 : Code.smsDailyLimit);
    later(minute);
  }
  expect(await sent('10.34.0.2')).toBe(200);
  expect(await sent('10.34.0.3')).toBe(200);
  for (let network = 0; network < 4; network++)
    for (let n = 0; n < 5; n++) {
      await sent(`10.35.0.${network}`);
      later(minute);
    }
  expect(await sent('10.34.0.4')).toBe(Code.smsDailyLimit);
  expect(await sent('10.34.0.1', { device })).toBe(200);
}, 60_000);

test('one network may try thirty wrong codes a minute', async () => {
  const codes = [];
  for (let n = 0; n < 31; n++) {
    const guess = { mobile: `137000001${String(n).padStart(2, '0')}`, code: '000000' };
    codes.push((await platform.call(smsLogin, guess, { ip: '10.36.0.1' })).code);
  }
  expect(codes).toEqual([...Array.from({ length: 30 }, () => Code.smsCodeUnknown), Code.tooManyRequests]);
});

test('somebody who uses up the guesses of a network does not stop the colleague there who has a code', async () => {
  later(24 * 60 * minute);
  const [ip, mobile, device] = ['10.36.1.1', '13800000003', 'a-browser-of-eve-0123456789'];
  const sent = { mobile, scene: SmsScene.login, captchaVerification: await solved(), device };
  expect((await platform.call(sendSmsCode, sent, { ip })).code).toBe(200);
  const code = lastCode();
  const guess = () => platform.call(smsLogin, { mobile: '13700000199', code: '000000' }, { ip });
  for (let n = 0; n < 30; n++) await guess();
  expect((await guess()).code).toBe(Code.tooManyRequests);
  expect((await platform.call(smsLogin, { mobile, code: other(code), device }, { ip })).code).toBe(Code.smsCodeUnknown);
  expect((await platform.call(smsLogin, { mobile, code, device }, { ip })).code).toBe(200);
});

test('without the phone nothing about its account can be learnt', async () => {
  await platform.db.update(staff).set({ username: 'a-long-account-name' }).where(eq(staff.id, platform.people.eve.id));
  const guess = (mobile: string) =>
    platform.call(updatePassword, { mobile, code: '000000', password: 'a-long-account-name' });
  const [known, unknown] = [await guess('13800000003'), await guess('13899999998')];
  await platform.db.update(staff).set({ username: 'eve' }).where(eq(staff.id, platform.people.eve.id));
  expect(known).toMatchObject({ code: Code.smsCodeUnknown });
  expect(unknown).toEqual(known);
});

test('validating a code does not consume it', async () => {
  later(24 * 60 * minute);
  await send('13800000003', SmsScene.login);
  const given = { mobile: '13800000003', code: lastCode() };
  expect((await platform.call(validateSmsCode, { ...given, scene: SmsScene.login })).data).toBe(true);
  expect((await platform.call(smsLogin, given)).code).toBe(200);
});

test('a new password needs the old one and ends every other session', async () => {
  const [here, there] = [await platform.signIn('eve'), await platform.signIn('eve')];
  const change = (oldPassword: string, newPassword: string) =>
    platform.call(updatePassword, { oldPassword, newPassword }, { token: here.accessToken });
  expect((await change('not this one', 'Quite-another-9')).code).toBe(Code.wrongPassword);
  expect((await change(password, 'short')).code).toBe(Code.weakPassword);
  expect((await change(password, 'Password123')).code).toBe(Code.weakPassword);
  expect((await change(password, 'Quite-another-9')).data).toBe(true);
  expect((await platform.call(getInfo, {}, { token: here.accessToken })).code).toBe(200);
  expect((await platform.call(getInfo, {}, { token: there.accessToken })).code).toBe(401);
  expect((await platform.call(refreshToken, { refreshToken: there.refreshToken })).code).toBe(400);
  const enter = (secret: string) => platform.call(login, { username: 'eve', password: secret }, { ip: '10.20.0.9' });
  expect((await enter(password)).code).toBe(Code.wrongPassword);
  expect((await enter('Quite-another-9')).code).toBe(200);
});

test('wrong old passwords count towards the limits of the sign-in, which an SMS code overcomes', async () => {
  const { accessToken: token } = await platform.signIn('bob');
  const change = (oldPassword: string) =>
    platform.call(updatePassword, { oldPassword, newPassword: 'Quite-another-6' }, { token });
  let [processed, last] = [0, 0];
  for (let n = 0; n < 12; n++) {
    last = (await change('not this one')).code;
    if (last === Code.wrongPassword) processed++;
    later(minute);
  }
  expect([processed, last]).toEqual([6, Code.signInCodeRequired]);
  expect((await change(password)).msg).toContain('Forgot your password?');
});

test('after a new password only the browser on which it was set is a known device', async () => {
  later(24 * 60 * minute);
  const [here, there] = ['here-0123456789-abcdef', 'there-0123456789-abcdef'];
  let entries = 0;
  const enter = (secret: string, device?: string) =>
    platform.call<{ accessToken: string }>(
      login,
      { username: 'eve', password: secret, device },
      { ip: `10.37.0.${++entries}` },
    );
  const now = 'Quite-another-9';
  await enter(now, there);
  const { accessToken: token } = (await enter(now, here)).data;
  const change = { oldPassword: now, newPassword: 'Quite-another-5', device: here };
  expect((await platform.call(updatePassword, change, { token })).data).toBe(true);
  for (let n = 0; n < 3; n++) await enter('not this one');
  expect((await enter('Quite-another-5', there)).code).toBe(Code.tooManyRequests);
  expect((await enter('Quite-another-5', here)).code).toBe(200);
});

test('changing a password needs a session or the phone', async () => {
  const change = { oldPassword: password, newPassword: 'Quite-another-9' };
  expect((await platform.call(updatePassword, change)).code).toBe(401);
  const guess = { mobile: '13800000001', code: '000000', password: 'Quite-another-9' };
  expect((await platform.call(updatePassword, guess)).code).not.toBe(200);
});

test('a forgotten password is replaced with the phone, which ends all sessions', async () => {
  const before = await platform.signIn('bob');
  later(24 * 60 * minute);
  await send('13800000002', SmsScene.forgotPassword);
  const given = { mobile: '13800000002', code: lastCode(), password: 'Quite-another-8' };
  expect((await platform.call(updatePassword, given)).data).toBe(true);
  expect((await platform.call(getInfo, {}, { token: before.accessToken })).code).toBe(401);
});

test('a phone is changed by verifying the old one, then the new one; other sessions end', async () => {
  const [here, there] = [await platform.signIn(), await platform.signIn()];
  const { accessToken: token } = here;
  const mine = '13800000001';
  const [mobile, scene] = ['13700000009', SmsScene.changeMobile];
  later(minute);
  await send(mobile, scene, token);
  const proofOfNew = lastCode();
  expect((await platform.call(resetMobile, { mobile, code: proofOfNew }, { token })).code).toBe(
    Code.changeTokenUnknown,
  );
  await send(mine, scene, token);
  const proved = await platform.call<{ changeToken: string }>(checkMobileCode, { code: lastCode() }, { token });
  const { changeToken } = proved.data;
  const guessed = { mobile: '13800000002', code: proofOfNew, changeToken };
  expect((await platform.call(resetMobile, guessed, { token })).code).toBe(Code.smsCodeUnknown);
  later(minute);
  await send('13800000002', scene, token);
  const taken = { mobile: '13800000002', code: lastCode(), changeToken };
  expect(await platform.call(resetMobile, taken, { token })).toMatchObject({
    code: Code.badRequest,
    data: { field: 'mobile' },
  });
  expect((await platform.call(resetMobile, { mobile, code: proofOfNew, changeToken }, { token })).data).toBe(true);
  expect((await platform.call(getInfo, {}, { token })).data).toMatchObject({ mobile: '137****0009' });
  expect((await platform.call(getInfo, {}, { token: there.accessToken })).code).toBe(401);
  expect((await platform.call(resetMobile, { mobile: mine, code: '123456', changeToken }, { token })).code).not.toBe(
    200,
  );
});
