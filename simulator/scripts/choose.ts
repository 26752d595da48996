import { cough, fever } from './airways.ts';
import { back, headache, skin, stomach } from './body.ts';
import { child, pressure, sugar } from './chronic.ts';
import { general } from './common.ts';
import type { Language, Script } from './script.ts';

/** Every script of the simulated patients. */
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

/** The script for a complaint. */
export const scriptFor = (complaint: string): Script => scripts.find(({ fits }) => fits.test(complaint)) ?? general;

/** The language of a text; null if it shows neither. */
export function languageOf(text: string): Language | null {
  if (/\p{Script=Han}/u.test(text)) return 'zh-CN';
  return /[a-z]{2}/i.test(text) ? 'en' : null;
}

/** Scripts for an age; without an age, those for adults. */
export function scriptsFor(birthday: string | null, now: number): readonly [Script, ...Script[]] {
  const years = birthday === null ? 40 : (now - Date.parse(birthday)) / (365.25 * 86_400_000);
  const [first = general, ...more] = scripts.filter(({ ages: [from, to] }) => years >= from && years < to + 1);
  return [first, ...more];
}
