import type { ContraceptionState } from '../patient/contraception.ts';

/** How severe an allergic reaction was. */
export const severities = ['mild', 'moderate', 'severe', 'unknown'] as const;
export type Severity = (typeof severities)[number];

/** Whether a state of the patient applies; `unknown` was asked and could not be answered. */
export const answers = ['yes', 'no', 'unknown'] as const;
export type StateAnswer = (typeof answers)[number];

export const smokingStates = ['never', 'former', 'current', 'unknown'] as const;
export const alcoholStates = ['never', 'occasional', 'regular', 'unknown'] as const;

/** Code of an allergy to something that is no medicine, such as pollen or food; no check concerns it. */
export const nonMedicineAllergen = 'non-drug';

/**
 * One statement about a patient: weight in kg, height in cm, pregnancy in completed weeks, eGFR in ml/min/1.73 m²,
 * creatinine in µmol/l. An allergy without a code was written as text and is not checked, and an implausible measure counts
 * for a check once a doctor has confirmed it.
 */
export type FactValue =
  | { kind: 'allergy'; code: string | null; text: string; reaction: string; severity: Severity }
  | { kind: 'noKnownAllergy' }
  | { kind: 'weight'; kg: number; implausible?: boolean | undefined }
  | { kind: 'height'; cm: number; implausible?: boolean | undefined }
  | { kind: 'pregnancy'; state: StateAnswer; week: number | null }
  | { kind: 'lactation'; state: StateAnswer }
  /** `note` names the method, or says more about the answer. */
  | { kind: 'contraception'; state: ContraceptionState; note: string }
  | { kind: 'liver'; state: StateAnswer; note: string }
  | {
      kind: 'kidney';
      state: StateAnswer;
      egfr: number | null;
      creatinine: number | null;
      implausible?: boolean | undefined;
    }
  | { kind: 'smoking'; state: (typeof smokingStates)[number]; perDay: number | null }
  | { kind: 'alcohol'; state: (typeof alcoholStates)[number] }
  | { kind: 'medicine'; genericCode: string | null; name: string; dose: string };

export type FactKind = FactValue['kind'];

/** A patient has one current value of these kinds, and any number of the others. */
const several: ReadonlySet<FactKind> = new Set(['allergy', 'medicine']);

/** All allergens that are no medicine share one code; the words of the allergy name the allergen. */
const allergenOf = ({ code, text }: Extract<FactValue, { kind: 'allergy' }>): string => {
  const words = text.trim().toLowerCase();
  return code === nonMedicineAllergen ? `${code}: ${words}` : (code ?? words);
};

const subjectOf = (value: FactValue): string => {
  if (value.kind === 'allergy') return allergenOf(value);
  return value.kind === 'medicine' ? (value.genericCode ?? value.name.trim().toLowerCase()) : '';
};

/** Whether two statements are about the same thing, so that the later one replaces the earlier one. */
export const isSameSubject = (a: FactValue, b: FactValue): boolean =>
  a.kind === b.kind && (!several.has(a.kind) || subjectOf(a) === subjectOf(b));

/** Whether an allergy is the code of one that was written without a code. */
const codes = (added: FactValue, current: FactValue): boolean =>
  added.kind === 'allergy' &&
  current.kind === 'allergy' &&
  added.code !== null &&
  current.code === null &&
  added.text.trim() === current.text.trim();

const isMedicineAllergy = (value: FactValue) => value.kind === 'allergy' && value.code !== nonMedicineAllergen;

/** Whether a new statement ends a current one: the same subject, its code, or a denial beside an allergy. */
export const endsFact = (added: FactValue, current: FactValue): boolean =>
  isSameSubject(added, current) ||
  codes(added, current) ||
  (isMedicineAllergy(added) && current.kind === 'noKnownAllergy');

/** Whether a new statement contradicts a current one that a person must resolve first. */
export const contradicts = (added: FactValue, current: FactValue): boolean =>
  added.kind === 'noKnownAllergy' && isMedicineAllergy(current);

/** eGFR in ml/min/1.73 m² below which the kidney function counts as impaired (KDIGO stage G3a and below). */
export const impairedBelowEgfr = 60;

const weekMs = 7 * 86_400_000;
const longestPregnancy = 44;

/** Completed weeks of pregnancy now, from those at the time of the statement; null once no pregnancy lasts so long. */
export function weekNow(week: number, statedAt: number, now: number): number | null {
  const weeks = week + Math.max(0, Math.floor((now - statedAt) / weekMs));
  return weeks > longestPregnancy ? null : weeks;
}
