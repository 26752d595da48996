import { cough, fever } from './airways.ts';
import { back, headache, skin, stomach } from './body.ts';
import { child, pressure, sugar } from './chronic.ts';
import { general } from './common.ts';
import type { Language, Script } from './script.ts';

/** Every way to be ill that a simulated patient knows. */
export const scripts: readonly [Script, ...Script[]] = [
  child,
  cough,
  fever,
  stomach,
  skin,
  back,
  headache,
  pressure,
  sugar,
];

/** The script of somebody who complains of this. */
export const scriptFor = (complaint: string): Script => scripts.find(({ fits }) => fits.test(complaint)) ?? general;

/** The language that a text is in, as far as one can see; null when it shows neither. */
export function languageOf(text: string): Language | null {
  if (/\p{Script=Han}/u.test(text)) return 'zh-CN';
  return /[a-z]{2}/i.test(text) ? 'en' : null;
}

/** What somebody of this age may come for; who tells no age is taken for a grown-up. */
export function scriptsFor(birthday: string | null, now: number): readonly [Script, ...Script[]] {
  const years = birthday === null ? 40 : (now - Date.parse(birthday)) / (365.25 * 86_400_000);
  const [first = general, ...more] = scripts.filter(({ ages: [from, to] }) => years >= from && years < to + 1);
  return [first, ...more];
}
