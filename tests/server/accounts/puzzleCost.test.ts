import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Code } from '../../../contract/envelope.ts';
import { login, SmsScene, sendSmsCode } from '../../../contract/http/auth.ts';
import { bitsOfAccount, createPuzzleCost } from '../../../server/accounts/puzzleCost.ts';
import { createRates } from '../../../server/db/rates.ts';
import { openServedPlatform, password, type ServedPlatform } from '../../support/servedPlatform.ts';
import { answerPuzzle, newPuzzle, solvedPuzzle, workOf } from '../../support/solvedPuzzle.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: ServedPlatform;
beforeAll(async () => {
  platform = await openServedPlatform();
}, 120_000);
afterAll(() => platform?.close());
beforeEach(() => {
  platform.clock.now += 24 * 3_600_000;
});

const minute = 60_000;
let addresses = 0;
const newAddress = () => `10.44.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
const enter = (ip: string, secret: string, captchaVerification?: string) =>
  platform.call(login, { username: 'bob', password: secret, captchaVerification }, { ip });
const bitsAt = async (ip: string) => (await newPuzzle(platform, ip)).bits;

/** Wrong passwords of bob, each from another address and with the puzzle that is demanded there. */
async function fails(times: number) {
  for (let n = 0; n < times; n++) {
    const ip = newAddress();
    const first = await enter(ip, 'not this one');
    if (first.code === Code.captchaRequired) await enter(ip, 'not this one', await solvedPuzzle(platform, ip));
    platform.clock.now += 2 * minute;
  }
}

test('the work for an account is four times as much for each wrong password from the fourth on, to a limit', () => {
  expect([0, 3, 4, 5, 6, 7, 8, 100].map(bitsOfAccount)).toEqual([0, 0, 12, 14, 16, 18, 20, 20]);
});

test('a puzzle costs no work until an account has four wrong passwords, then it does for that account', async () => {
  const [here, elsewhere] = [newAddress(), newAddress()];
  await fails(4);
  expect((await enter(here, password)).code).toBe(Code.captchaRequired);
  expect([await bitsAt(here), await bitsAt(elsewhere)]).toEqual([12, 0]);
  expect((await enter(here, password, await solvedPuzzle(platform, elsewhere))).code).toBe(Code.captchaRequired);
  expect((await enter(here, password, await solvedPuzzle(platform, here))).code).toBe(Code.ok);
});

test('the right answer without its work, or with the work of another puzzle, gives no proof', async () => {
  const ip = newAddress();
  await fails(4);
  await enter(ip, password);
  for (const nonceOf of [() => '', () => 'x', workOf.bind(null, { token: 'another', bits: 12 })]) {
    const shown = await newPuzzle(platform, ip);
    const point = JSON.stringify({ x: shown.x, y: 5 });
    expect(await answerPuzzle(platform, shown, point, ip, nonceOf())).toBe('6111');
    expect(await answerPuzzle(platform, shown, point, ip)).toBe('6110');
  }
  const shown = await newPuzzle(platform, ip);
  const cheaper = { ...shown, token: shown.token.replace('.12', '.0'), bits: 0 };
  expect(await answerPuzzle(platform, cheaper, JSON.stringify({ x: shown.x, y: 5 }), ip)).toBe('6110');
});

test('the work rises with the failures of a network and of a hospital, and falls with time', async () => {
  const { db, clock } = platform;
  const rates = createRates(db, () => clock.now);
  const cost = createPuzzleCost(rates);
  const ip = '10.45.0.1';
  const failedAt = (network: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => rates.hit(`failed:${network}`, 15 * minute)));
  const bits = () => cost.bitsFor('1', ip);
  const seen = [await bits()];
  for (const more of [10, 10, 20]) {
    await failedAt(ip, more);
    seen.push(await bits());
  }
  await rates.raise('failed-hospital:1', 300, 15 * minute);
  seen.push(await bits());
  expect([seen, await cost.bitsFor('1', '10.46.0.1'), await cost.bitsFor('2', '10.46.0.1')]).toEqual([
    [0, 12, 14, 16, 17],
    13,
    0,
  ]);
  clock.now += 15 * minute;
  expect(await bits()).toBe(0);
});

test('a puzzle for an SMS costs the same work', async () => {
  const ip = newAddress();
  await fails(4);
  await enter(ip, password);
  const asked = { mobile: '13800000001', scene: SmsScene.login, captchaVerification: await solvedPuzzle(platform, ip) };
  expect([await bitsAt(ip), (await platform.call(sendSmsCode, asked, { ip })).code]).toEqual([12, Code.ok]);
});
