import type { Wording } from '../http/wordings.ts';

/** Passwords of at least 8 characters that lead every published list of leaked ones, lower case. */
const common = new Set(
  `password passw0rd password1 password12 password123 password1234 p@ssw0rd p@ssword 12345678 123456789 1234567890
  87654321 987654321 0987654321 11111111 111111111 00000000 88888888 66666666 12341234 11223344 123123123 12344321
  147258369 123654789 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwerty12 qwerty123 qwertyui qwertyuiop asdfghjk asdfghjkl zxcvbnm1
  abcd1234 abc12345 a1234567 a12345678 a123456789 aa123456 aa12345678 q1w2e3r4 q1w2e3r4t5 iloveyou iloveyou1 sunshine
  princess football baseball superman starwars trustno1 welcome1 welcome123 whatever computer michelle jennifer
  samantha victoria maverick internet mercedes corvette midnight liverpool chelsea1 letmein1 dragon12 monkey123
  master123 admin123 admin1234 admin888 administrator root1234 changeme changeme1 default1 test1234 testtest guest123
  woaini1314 woaini520 5201314520 13145200 w12345678 qq123456 zxc123456 asd123456 qwe123456 wang1234 zhang123 li123456
  google123 facebook pokemon1 charlie1 jordan23 hello123 hellohello secret123 access14 shadow12 summer123 winter123
  hospital hospital1 hospital123 doctor123 doctor01 yisheng123 medical1 medical123`.split(/\s+/),
);

const isRun = (text: string): boolean => {
  const steps = [...text].slice(1).map((char, at) => (char.codePointAt(0) ?? 0) - (text.codePointAt(at) ?? 0));
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
};

/** Why a new password is refused, or null when it will do. Any composition is fine; length and not being guessable count. */
export function weaknessOf(password: string, names: readonly string[]): Wording | null {
  if ([...password].length < 8) return 'passwordShort';
  const lower = password.toLowerCase();
  if (names.some((name) => name !== '' && lower === name.toLowerCase())) return 'passwordNamesUser';
  return common.has(lower) || isRun(lower) ? 'passwordCommon' : null;
}
