import { passwordLength } from '../../contract/limits.ts';
import type { Wording } from '../http/wordings.ts';
import { isCommonPassword } from './commonPasswords.ts';

/** Whether all characters are equal or consecutive, as in 1111, abcd and 4321. */
const isSequence = (text: string): boolean => {
  const steps = [...text].slice(1).map((char, at) => (char.codePointAt(0) ?? 0) - (text.codePointAt(at) ?? 0));
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
};

/** The shortest text whose repetition is this one: asd of asdasdasd. */
function unitOf(text: string): string {
  const length = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, length);
}

const maxUnitLength = 5;

/** Whether it is a day in digits, such as 19850512, 12051985 and 05121985: birthdays are guessed first. */
function isDay(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false;
  const [, front = '', back = ''] = /^(\d{4})(\d{4})$/.exec(text) ?? [];
  const isYear = (digits: string) => /^(19|20)/.test(digits);
  const [first, second] = (isYear(front) ? back : front).match(/../g)?.map(Number) ?? [];
  const inRange = (month = 0, day = 0) => month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return (isYear(front) || isYear(back)) && (inRange(first, second) || inRange(second, first));
}

const minStemLength = 4;
/** At most five digits and signs at the end. */
const endsInSigns = /[\d\p{P}\p{S}]{0,5}$/u;

/** The password, and its variants without a suffix that people append to satisfy rules: a year, digits, a sign. */
function variantsOf(lower: string): string[] {
  const suffix = endsInSigns.exec(lower)?.[0].length ?? 0;
  const longest = Math.min(suffix, lower.length - minStemLength);
  return Array.from({ length: longest + 1 }, (_, cut) => lower.slice(0, lower.length - cut));
}

/** Shorter names occur in words by chance. */
const minNameLength = 2;

/** The password without the names that everybody at the hospital knows. */
const withoutNames = (lower: string, names: readonly string[]) =>
  [...names]
    .filter((name) => name.length >= minNameLength)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, name) => rest.replaceAll(name, ''), lower);

/** Why a new password is refused; null when it is accepted. Length and guessability count, not its composition. */
export async function weaknessOf(password: string, names: readonly string[]): Promise<Wording | null> {
  if ([...password].length < passwordLength.min) return 'passwordShort';
  const lower = password.toLowerCase();
  const variants = variantsOf(lower);
  const known = names.flatMap((name) => [name, name.replaceAll(/\s/g, '')]).map((name) => name.toLowerCase());
  if (known.some((name) => name !== '' && variants.includes(name))) return 'passwordNamesUser';
  // What a name adds to the length is no secret.
  const rest = withoutNames(lower, known);
  if (rest !== lower && [...rest].length < passwordLength.min) return 'passwordNamesUser';
  const unit = unitOf(lower);
  if (isSequence(lower) || isDay(lower) || (unit !== lower && unit.length <= maxUnitLength)) return 'passwordCommon';
  const common = await Promise.all([unit, ...variants].map(isCommonPassword));
  return common.includes(true) ? 'passwordCommon' : null;
}
