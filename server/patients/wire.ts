import type * as z from 'zod/mini';
import { fieldsOf } from '../../clinical/facts/specifiedFields.ts';
import type { PatientSummary } from '../../clinical/facts/summaryShape.ts';
import { type Age, ageOf } from '../../clinical/patient/age.ts';
import type { PatientBrief } from '../../contract/shared.ts';
import type { Language } from '../accounts/caller.ts';
import { maskMobile } from '../accounts/maskMobile.ts';
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

/** The data of a patient that every view shows, with the age at that time. What is known comes from the summary only. */
export function patientBrief(
  row: Row,
  summary: PatientSummary,
  at: number,
  language: Language,
): z.input<typeof PatientBrief> {
  const { id, name, gender, birthday, avatar, mobile } = row;
  const years = birthday === null ? null : ageOf(birthday, hospitalDay(at));
  return {
    id,
    name,
    gender,
    birthday,
    avatar,
    ...fieldsOf(summary, language === 'en' ? 'en' : 'zh'),
    mobile: maskMobile(mobile),
    age: yearsOf(years),
    ageText: inWords(years, language),
    facts: factsOnWire(summary),
  };
}

/** The summary as the wire carries it, which is also how a prescription keeps it. */
export const factsOnWire = (summary: PatientSummary): z.input<typeof PatientBrief>['facts'] =>
  summary.map(({ claims, ...entry }) => ({ ...entry, claims: claims.map((claim) => ({ ...claim })) }));
