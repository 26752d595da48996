import type { Wording } from '../http/wordings.ts';
import { isCommonPassword } from './commonPasswords.ts';

/** All characters the same, or each one after (or before) the last, as in 1111, abcd and 4321. */
const isRun = (text: string): boolean => {
  const steps = [...text].slice(1).map((char, at) => (char.codePointAt(0) ?? 0) - (text.codePointAt(at) ?? 0));
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
};

const shortestStem = 4;
const longestSuffix = 5;

/** The password, and what is left of it without a suffix that satisfies a rule: a year, a few digits, an exclamation mark. */
function guessesAt(lower: string): string[] {
  const suffix = /[\d\p{P}\p{S}]*$/u.exec(lower)?.[0].length ?? 0;
  const longest = Math.min(suffix, longestSuffix, lower.length - shortestStem);
  return Array.from({ length: longest + 1 }, (_, cut) => lower.slice(0, lower.length - cut));
}

/** Why a new password is refused, or null when it will do. Any composition is fine; length and not being guessable count. */
export async function weaknessOf(password: string, names: readonly string[]): Promise<Wording | null> {
  if ([...password].length < 8) return 'passwordShort';
  const lower = password.toLowerCase();
  const guesses = guessesAt(lower);
  if (names.some((name) => name !== '' && guesses.includes(name.toLowerCase()))) return 'passwordNamesUser';
  if (isRun(lower)) return 'passwordCommon';
  const common = await Promise.all(guesses.map(isCommonPassword));
  return common.includes(true) ? 'passwordCommon' : null;
}
