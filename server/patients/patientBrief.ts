import type * as z from 'zod/mini';
import { type Age, ageOf } from '../../clinical/age.ts';
import { weekNow } from '../../clinical/patientFacts.ts';
import type { PatientBrief } from '../../contract/shared.ts';
import type { Language } from '../accounts/caller.ts';
import { maskMobile } from '../accounts/people.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import type { patient } from '../db/schema/patients.ts';

type Row = typeof patient.$inferSelect;

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

const inEnglish = (age: Age): string => {
  if (age.unit === 'days') return plural(age.value, 'day');
  if (age.unit === 'months') return plural(age.value, 'month');
  if (age.unit === 'years' || age.months === 0) return plural(age.value, 'year');
  return `${plural(age.value, 'year')} ${plural(age.months, 'month')}`;
};

const inChinese = (age: Age): string => {
  if (age.unit === 'days') return `${age.value}天`;
  if (age.unit === 'months') return `${age.value}个月`;
  return age.unit === 'years' || age.months === 0 ? `${age.value}岁` : `${age.value}岁${age.months}个月`;
};

const inWords = (age: Age | null, language: Language): string =>
  age === null ? '' : (language === 'en' ? inEnglish : inChinese)(age);

const yearsOf = (age: Age | null): number => (age?.unit === 'years' || age?.unit === 'yearsAndMonths' ? age.value : 0);

/** The age at a time in the reader's language; '' when the birthday is unknown. */
export const ageText = (birthday: string | null, at: number, language: Language): string =>
  inWords(birthday === null ? null : ageOf(birthday, hospitalDay(at)), language);

/** When the weight was stated, and the week of pregnancy with the time of that statement. */
export type Stated = { weightTime: number | null; week: number | null; weekTime: number | null };

/** The data of a patient that every view shows, with the age at that time. */
export function patientBrief(
  row: Row,
  at: number,
  language: Language,
  stated: Stated | null = null,
): z.input<typeof PatientBrief> {
  const {
    id,
    name,
    gender,
    birthday,
    avatar,
    mobile,
    allergy,
    allergySummary,
    pregnant,
    lactating,
    liver,
    kidney,
    weightKg,
  } = row;
  const years = birthday === null ? null : ageOf(birthday, hospitalDay(at));
  return {
    id,
    name,
    gender,
    birthday,
    avatar,
    allergy: allergySummary?.[language === 'en' ? 'en' : 'zh'] ?? allergy,
    pregnant,
    pregnancyWeek: stated?.week && stated.weekTime !== null ? weekNow(stated.week, stated.weekTime, at) : null,
    lactating,
    liver,
    kidney,
    weightKg,
    weightTime: stated?.weightTime ?? null,
    mobile: maskMobile(mobile),
    age: yearsOf(years),
    ageText: inWords(years, language),
  };
}
