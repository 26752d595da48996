import type { Wording } from '../http/wordings.ts';
import { isCommonPassword } from './commonPasswords.ts';

/** Whether all characters are equal or consecutive, as in 1111, abcd and 4321. */
const isSequence = (text: string): boolean => {
  const steps = [...text].slice(1).map((char, at) => (char.codePointAt(0) ?? 0) - (text.codePointAt(at) ?? 0));
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1);
};

const minStemLength = 4;
const maxSuffixLength = 5;

/** The password, and its variants without a suffix that people append to satisfy rules: a year, digits, a sign. */
function variantsOf(lower: string): string[] {
  const suffix = /[\d\p{P}\p{S}]*$/u.exec(lower)?.[0].length ?? 0;
  const longest = Math.min(suffix, maxSuffixLength, lower.length - minStemLength);
  return Array.from({ length: longest + 1 }, (_, cut) => lower.slice(0, lower.length - cut));
}

const minLength = 8;
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
  if ([...password].length < minLength) return 'passwordShort';
  const lower = password.toLowerCase();
  const variants = variantsOf(lower);
  const known = names.flatMap((name) => [name, name.replaceAll(/\s/g, '')]).map((name) => name.toLowerCase());
  if (known.some((name) => name !== '' && variants.includes(name))) return 'passwordNamesUser';
  // What a name adds to the length is no secret.
  const rest = withoutNames(lower, known);
  if (rest !== lower && [...rest].length < minLength) return 'passwordNamesUser';
  if (isSequence(lower)) return 'passwordCommon';
  const common = await Promise.all(variants.map(isCommonPassword));
  return common.includes(true) ? 'passwordCommon' : null;
}
