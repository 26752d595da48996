import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { weaknessOf } from '../../../server/accounts/passwordPolicy.ts';

const packed = readFileSync(join(import.meta.dirname, '../../../server/accounts/commonPasswords.txt.gz'));
const lines = gunzipSync(packed).toString('utf8').split('\n');
const longEnough = lines.filter((word) => !word.startsWith('#') && word.length >= 8);

const judged = (password: string, ...names: string[]) => weaknessOf(password, names);

test('the most common passwords are refused, in capitals too', async () => {
  expect(longEnough.length).toBeGreaterThanOrEqual(10_000);
  const passed: string[] = [];
  for (const [n, word] of longEnough.entries())
    if ((await judged(n % 2 === 0 ? word : word.toUpperCase())) !== 'passwordCommon') passed.push(word);
  expect(passed).toEqual([]);
}, 60_000);

test.each(['Password2024', 'sunshine!', 'Football99!', 'Dragon2026', 'Iloveyou#1', 'hospital123', 'Doctor@1234'])(
  '%s is a common password with a suffix',
  async (password) => {
    expect(await judged(password)).toBe('passwordCommon');
  },
);

test.each(['woaini1314', '5201314520', 'yisheng123', '0987654321', '88888888', 'abcdefgh', '87654321', 'P@ssword'])(
  '%s is refused',
  async (password) => {
    expect(await judged(password)).toBe('passwordCommon');
  },
);

test.each(['ann-of-ward-7', 'Ann-Of-Ward-7', 'ann-of-ward-7!', 'ann-of-ward-72026'])(
  '%s is refused as a password of the account ann-of-ward-7',
  async (password) => {
    expect(await judged(password, 'ann-of-ward-7')).toBe('passwordNamesUser');
  },
);

test.each([
  'Quite-another-9',
  '患者安全第一位呀',
  'correct horse battery',
  'sunshine over ward 7',
  'sun\nshine\npassword',
])('%j will do', async (password) => {
  expect(await judged(password, 'ann', '13800000001')).toBeNull();
});

test.each(['FirstHospital26', 'first hospital #1', '甲医院2026!ab', 'ann-Dr Ann Li-7', '13800000001-Ann'])(
  '%s is refused, because little is left without the names of its person and hospital',
  async (password) => {
    expect(await judged(password, 'ann', 'Dr Ann Li', '13800000001', '甲医院', 'First Hospital')).toBe(
      'passwordNamesUser',
    );
  },
);

test('a name inside a password is no harm when eight other characters are left', async () => {
  expect(await judged('ann likes slow trains', 'ann', 'Dr Ann Li')).toBeNull();
});

test('a password needs eight characters, however many bytes they have', async () => {
  expect([await judged('患者安全第一位'), await judged('ab3$xy7')]).toEqual(['passwordShort', 'passwordShort']);
});
