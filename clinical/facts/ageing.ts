import type { checkBounds } from '../../contract/settingBounds.ts';
import { isLasting } from '../patient/contraception.ts';
import type { LocalText } from '../words/localText.ts';
import type { FactValue } from './patientFacts.ts';

/**
 * After how many days a fact is outdated, by its kind and, for measures, by the patient's age. A hospital may change
 * them; the defaults follow how fast children grow (WHO growth standards) and what a history-taker asks anew.
 */
export type FactDays = Readonly<Record<keyof typeof checkBounds.factDays, number>>;

export const defaultFactDays: FactDays = {
  weightInfant: 30,
  weightToddler: 90,
  weightMinor: 180,
  weightAdult: 730,
  heightMinor: 180,
  heightAdult: 3650,
  pregnancy: 28,
  lactation: 28,
  liver: 180,
  kidney: 180,
};

const dayMs = 86_400_000;
const years = (count: number) => count * 12;
/** A pregnancy lasts at most 44 weeks. */
const pregnancyDays = 308;
/** Breastfeeding that was stated longer ago is asked about again. */
const nursingDays = 365;

/** Days for which a weight counts; an unknown age is taken as a child's. */
function weightDays(days: FactDays, ageMonths: number | null): number {
  if (ageMonths === null) return days.weightMinor;
  if (ageMonths < years(1)) return days.weightInfant;
  if (ageMonths < years(5)) return days.weightToddler;
  return ageMonths < years(18) ? days.weightMinor : days.weightAdult;
}

/** Days for which a fact counts as current; null if it does not age. */
export function daysCurrent(value: FactValue, days: FactDays, ageMonths: number | null): number | null {
  switch (value.kind) {
    case 'weight':
      return weightDays(days, ageMonths);
    case 'height':
      return ageMonths !== null && ageMonths >= years(18) ? days.heightAdult : days.heightMinor;
    case 'pregnancy':
      if (value.state === 'yes') return pregnancyDays - (value.week ?? 0) * 7;
      return value.state === 'no' ? days.pregnancy : null;
    case 'contraception':
      return isLasting(value.state) ? null : days.pregnancy;
    case 'lactation':
      if (value.state === 'yes') return nursingDays;
      return value.state === 'no' ? days.lactation : null;
    case 'liver':
      return value.state === 'unknown' ? null : days.liver;
    case 'kidney':
      return value.state === 'unknown' && value.egfr === null && value.creatinine === null ? null : days.kidney;
    default:
      return null;
  }
}

const daysBetween = (from: number, to: number) => Math.floor((to - from) / dayMs);

/** Whether a fact of that time is too old at `at`; one without a time is not known to be. */
export function isOutdated(
  value: FactValue,
  time: number | null,
  { at, days, ageMonths }: { at: number; days: FactDays; ageMonths: number | null },
): boolean {
  const current = daysCurrent(value, days, ageMonths);
  return current !== null && time !== null && daysBetween(time, at) > current;
}

const numbers = '0 one two three four five six seven eight nine ten eleven twelve'.split(' ');

const inWords = (count: number, unit: string, zh: string): LocalText => ({
  en: `${numbers[count] ?? count} ${unit}${count === 1 ? '' : 's'}`,
  zh: `${count}${zh}`,
});

/** How long ago a time was, in words: "nine months". Days up to two months, months up to two years, then years. */
export function timeSince(time: number, at: number): LocalText {
  const days = Math.max(0, daysBetween(time, at));
  const months = Math.floor(days / 30.4375);
  if (months < 2) return inWords(days, 'day', '天');
  return months < 24 ? inWords(months, 'month', '个月') : inWords(Math.floor(days / 365.25), 'year', '年');
}
