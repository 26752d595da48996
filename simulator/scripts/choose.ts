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
