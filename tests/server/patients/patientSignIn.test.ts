import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { patientLogin, patientOrders, WorkDemand } from '../../../contract/extension/patient.ts';
import { RetryLater, SmsScene, sendSmsCode } from '../../../contract/http/auth.ts';
import { getOrderNum } from '../../../contract/http/consult.ts';
import { patient } from '../../../server/db/schema/patients.ts';
import { openServedPlatform, password, type ServedPlatform } from '../../support/servedPlatform.ts';
import { solvedPuzzle } from '../../support/solvedPuzzle.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform();
}, 60_000);
afterAll(() => platform?.close());

let people = 0;
let mobile = '';
beforeEach(async () => {
  mobile = `1391${String(++people).padStart(7, '0')}`;
  const { passwordHash } = platform.ill;
  await platform.db.insert(patient).values({ tenantId: '1', name: '患者', mobile, passwordHash, createTime: 0 });
});

let addresses = 0;
const newAddress = () => `10.7.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
const newDevice = () => randomBytes(16).toString('hex');
const enter = (secret: string, more: object = {}, ip = newAddress()) =>
  platform.call<{ accessToken: string } | null>(patientLogin, { mobile, password: secret, ...more }, { ip });
const wait = ({ data }: { data: unknown }) => {
  platform.clock.now += RetryLater.parse(data).retryAfterMs;
};

/** The proof of work of a program. */
function workFor(demand: unknown) {
  const { challenge, bits } = WorkDemand.parse(demand).work;
  for (let n = 0; ; n++) {
    const digest = createHash('sha256').update(`${challenge}:${n}`).digest();
    if (digest.readUInt32BE() >>> (32 - bits) === 0) return { challenge, nonce: String(n) };
  }
}

/** Wrong passwords from as many addresses, each with the proof that the platform demands. */
async function fails(times: number) {
  for (let processed = 0; processed < times; ) {
    let answer = await enter('not this one');
    if (answer.code === Code.tooManyRequests) {
      wait(answer);
      continue;
    }
    if (answer.code === Code.captchaRequired) answer = await enter('not this one', { work: workFor(answer.data) });
    expect(answer.code).toBe(Code.wrongPassword);
    processed++;
  }
}

test('a patient signs in with mobile and password; every wrong combination gets the same answer', async () => {
  const { code, data } = await enter(password);
  expect([code, data]).toEqual([
    Code.ok,
    {
      userId: expect.any(String),
      patientId: expect.any(String),
      name: '患者',
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      birthday: null,
      expiresTime: platform.clock.now + 30 * 60_000,
    },
  ]);
  const wrong = await enter('wrong');
  expect(wrong).toMatchObject({ code: Code.wrongPassword, data: null });
  const nobody = { mobile: '13000000000', password: 'wrong' };
  expect(await platform.call(patientLogin, nobody, { ip: newAddress() })).toEqual(wrong);
  const token = data?.accessToken ?? null;
  expect((await platform.call(patientOrders, {}, { token })).data).toEqual([]);
  expect(await platform.call(getOrderNum, {}, { token })).toMatchObject({ code: Code.forbidden });
});

test('of eighty guesses from eighty addresses three are checked', async () => {
  const answers = [];
  for (let n = 0; n < 80; n++) answers.push(await enter('not this one'));
  expect(answers.filter(({ code }) => code === Code.wrongPassword)).toHaveLength(3);
});

test('of eighty guesses at once three are checked as well', async () => {
  const answers = await Promise.all(Array.from({ length: 80 }, () => enter('not this one')));
  expect(answers.filter(({ code }) => code === Code.wrongPassword)).toHaveLength(3);
});

test('after three wrong passwords an attempt needs a wait and a puzzle, or proof of work', async () => {
  await fails(3);
  wait(await enter(password));
  expect(await enter(password)).toMatchObject({ code: Code.captchaRequired, data: { work: { bits: 14 } } });
  expect((await enter(password, { captchaVerification: await solvedPuzzle(platform) })).code).toBe(200);
});

test('proof of work permits one attempt at one account, for three minutes', async () => {
  await fails(3);
  wait(await enter(password));
  const demanded = await enter(password);
  const work = workFor(demanded.data);
  expect((await enter('not this one', { work: { ...work, nonce: 'none' } })).code).toBe(Code.captchaRequired);
  expect((await enter('not this one', { work: { ...work, challenge: `1${work.challenge}` } })).code).toBe(
    Code.captchaRequired,
  );
  expect((await enter('not this one', { work })).code).toBe(Code.wrongPassword);
  wait(await enter(password));
  expect(await enter(password, { work })).toMatchObject({ code: Code.captchaRequired, data: { work: { bits: 15 } } });
  const late = workFor((await enter(password)).data);
  platform.clock.now += 3 * 60_000;
  expect((await enter(password, { work: late })).code).toBe(Code.captchaRequired);
});

test('after six wrong passwords the password needs an SMS code, which only its requester can use', async () => {
  await fails(6);
  expect((await enter(password)).code).toBe(Code.signInCodeRequired);
  const ip = newAddress();
  const asked = { mobile, scene: SmsScene.login, captchaVerification: await solvedPuzzle(platform) };
  expect((await platform.call(sendSmsCode, asked, { ip })).code).toBe(200);
  const code = /code is (\d{6})/.exec(platform.printed.at(-1) ?? '')?.[1] ?? '';
  expect((await enter(password, { code })).code).toBe(Code.smsCodeUnknown);
  expect((await enter(password, { code }, ip)).code).toBe(200);
});

test('on a known device wrong passwords of strangers have no effect', async () => {
  const device = newDevice();
  expect((await enter(password, { device })).code).toBe(200);
  await fails(6);
  expect((await enter(password, { device })).code).toBe(200);
  expect((await enter(password, { device: newDevice() })).code).toBe(Code.signInCodeRequired);
});

test('wrong passwords on a known device have their own count', async () => {
  const device = newDevice();
  await enter(password, { device });
  for (let n = 0; n < 3; n++) expect((await enter('not this one', { device })).code).toBe(Code.wrongPassword);
  expect((await enter('not this one', { device })).code).toBe(Code.tooManyRequests);
  expect((await enter(password)).code).toBe(200);
});

test('a day after the last wrong password the limits are reset', async () => {
  await fails(6);
  platform.clock.now += 24 * 3_600_000;
  expect((await enter(password)).code).toBe(200);
});
