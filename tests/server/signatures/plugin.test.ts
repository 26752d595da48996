import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { approveAudit } from '../../../contract/extension/audit.ts';
import { unlockSigning, verifyPrescription } from '../../../contract/extension/signing.ts';
import { login, SmsScene, sendSmsCode, smsLogin } from '../../../contract/http/auth.ts';
import { createPrescription } from '../../../contract/http/prescription.ts';
import { openServedPlatform, password, type ServedPlatform } from '../../support/servedPlatform.ts';
import { solvedPuzzle } from '../../support/solvedPuzzle.ts';

vi.setConfig({ testTimeout: 30_000 });

let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform();
}, 60_000);
afterAll(() => platform?.close());

const submission = () => ({
  orderId: '1',
  warehouseId: '1',
  rxType: 0,
  diagnosisList: [],
  lines: [],
  submit: true,
  clientRequestId: crypto.randomUUID(),
});

async function byCode(mobile: string) {
  platform.clock.now += 61_000;
  const captchaVerification = await solvedPuzzle(platform);
  await platform.call(sendSmsCode, { mobile, scene: SmsScene.login, captchaVerification });
  const code = /code is (\d{6})/.exec(platform.printed.at(-1) ?? '')?.[1] ?? '';
  const { data } = await platform.call<{ data: { accessToken: string } } | { accessToken: string }>(smsLogin, {
    mobile,
    code,
  });
  return 'data' in data ? data.data.accessToken : data.accessToken;
}

test('a session opened by code signs nothing until its password is given, once', async () => {
  const token = await byCode('13800000001');
  const submits = async (more = {}) =>
    (await platform.call(createPrescription, { ...submission(), ...more }, { token })).code;
  expect(await submits()).toBe(Code.signingLocked);
  expect(await submits({ submit: false })).not.toBe(Code.signingLocked);
  expect(await platform.call(unlockSigning, { password: 'not this one' }, { token })).toMatchObject({
    code: Code.wrongPassword,
    msg: 'The password is not correct. Enter it again',
  });
  expect(await submits()).toBe(Code.signingLocked);
  expect(await platform.call(unlockSigning, { password }, { token })).toMatchObject({ code: 200, data: true });
  expect(await submits()).not.toBe(Code.signingLocked);
  const again = await byCode('13800000001');
  expect((await platform.call(createPrescription, submission(), { token: again })).code).toBe(Code.signingLocked);
});

test('a sign-in by password needs no second one', async () => {
  const { data } = await platform.call<{ accessToken: string }>(login, { username: 'ann', password });
  expect((await platform.call(createPrescription, submission(), { token: data.accessToken })).code).not.toBe(
    Code.signingLocked,
  );
});

test("a reviewer's approval is signed under the same rule", async () => {
  const reviewer = Object.values(platform.people).find(({ isAuditor }) => isAuditor);
  const token = await byCode(reviewer?.mobile ?? '');
  const approval = { id: '1', version: 1, leaseId: crypto.randomUUID(), checklist: [] };
  expect((await platform.call(approveAudit, approval, { token })).code).toBe(Code.signingLocked);
});

test('guessed passwords are limited like those of a sign-in', async () => {
  const token = await byCode('13800000001');
  const codes = [];
  for (let n = 0; n < 8; n++)
    codes.push((await platform.call(unlockSigning, { password: `guess ${n}` }, { token })).code);
  expect(codes.at(-1)).not.toBe(Code.wrongPassword);
});

test('an unknown code of a printed prescription answers so', async () => {
  for (const code of ['', 'nonsense', "' or 1=1"])
    expect(await platform.call(verifyPrescription, { code })).toEqual({
      code: Code.notFound,
      msg: 'No prescription has this code',
      data: null,
    });
});

test('checks of printed codes need no hospital and no session: sixty a minute from one network', async () => {
  platform.clock.now += 61_000;
  const codes = new Set<number>();
  for (let n = 0; n < 61; n++) codes.add((await platform.call(verifyPrescription, { code: `guess ${n}` })).code);
  expect([...codes]).toEqual([Code.notFound, Code.tooManyRequests]);
});
