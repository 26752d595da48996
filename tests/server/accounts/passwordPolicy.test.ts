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

// From yearly reports about leaked passwords, not from the lists that the platform has.
const reported = `
  12345678 123456789 1234567890 12345678910 87654321 987654321 0123456789 11111111 00000000 88888888 99999999 11223344
  112233445566 123123123 12341234 123321123 147258369 14725836 159753456 741852963 789456123 12344321 12345qwert 123qweasd
  123456abc 123456aa a1234567 a12345678 aa123456 aa12345678 abc12345 abcd1234 a1b2c3d4 q1w2e3r4 q1w2e3r4t5 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx zaq12wsx qazwsxedc 1qaz1qaz qwer1234 1234qwer qwerty12 qwerty123 qwerty12345 qwertyuiop poiuytrewq
  asdfghjkl asdf1234 asdfasdf asdasdasd qweqweqwe qwerqwer zxcvbnm1 zxcvbnm123 password password1 password12 password123
  passw0rd p@ssw0rd pass1234 passpass admin123 admin1234 administrator welcome1 welcome123 iloveyou iloveyou1 iloveyou2
  sunshine sunshine1 princess princess1 football football1 baseball baseball1 superman superman1 starwars trustno1
  whatever internet computer linkedin facebook michelle jennifer samantha jonathan butterfly chocolate liverpool
  barcelona november december changeme letmein1 master123 monkey123 dragon123 shadow123 hahahaha lalalala 14141414
  24242424 19841984 20102010 19850512 12051985 05121985 woaini520 woaini123 wang1234 zhang123 zxc123456
`.match(/\S+/g);

test('passwords that the yearly reports name are refused', async () => {
  const passed: string[] = [];
  for (const word of reported ?? []) if ((await judged(word)) !== 'passwordCommon') passed.push(word);
  expect(passed).toEqual([]);
  expect(reported?.length).toBeGreaterThan(100);
});

test.each(['correct-horse-battery', 'tide4-lamp-quartz', '7drei-Kaffee-am-See', '20850512x-lamp', '99998888a7q'])(
  '%s is accepted',
  async (password) => {
    expect(await judged(password)).toBeNull();
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
