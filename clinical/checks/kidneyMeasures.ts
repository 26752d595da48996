import { childEgfrOf, clearanceOf, egfrOf } from '../kidneyFunction.ts';
import type { PatientFacts } from './facts.ts';
import type { UnavailableWhy } from './finding.ts';

/** Formulas of kidney function; a finding names the one that its value comes from. */
export type Formula = 'recorded' | 'ckdEpi' | 'cockcroftGault' | 'schwartz';
export type KidneyFunction = { value: number; formula: Formula };
export type Known = { found: KidneyFunction | null; missing: readonly UnavailableWhy[] };

/** What the formulas need. */
export type Measured = Pick<PatientFacts, 'egfr' | 'creatinine' | 'heightCm' | 'weightKg' | 'ageMonths' | 'sex'>;

const adultYears = 18;

/** Whether the formulas for children apply. */
export const isChild = ({ ageMonths }: Pick<Measured, 'ageMonths'>): boolean =>
  ageMonths !== null && ageMonths < adultYears * 12;

/** A child's eGFR by height, else the stated one. */
export function childFunction({ egfr, creatinine, heightCm, ageMonths }: Measured): Known {
  const ageYears = (ageMonths ?? 0) / 12;
  const value = creatinine && heightCm ? childEgfrOf({ creatinine, heightCm, ageYears }) : null;
  if (value !== null) return { found: { value, formula: 'schwartz' }, missing: [] };
  if (egfr !== null) return { found: { value: egfr, formula: 'recorded' }, missing: [] };
  if (!creatinine) return { found: null, missing: ['kidneyFunctionUnknown'] };
  return { found: null, missing: [heightCm ? 'kidneyFunctionUnknown' : 'heightUnknown'] };
}

/** An adult's eGFR by creatinine, age and sex, else the stated one. */
export function filtration({ egfr, creatinine, ageMonths, sex }: Measured): Known {
  const isDerivable = creatinine && ageMonths !== null && sex !== 'unknown';
  const ageYears = Math.floor((ageMonths ?? 0) / 12);
  const value = isDerivable ? egfrOf({ creatinine, ageYears, female: sex === 'female' }) : null;
  if (value !== null) return { found: { value, formula: 'ckdEpi' }, missing: [] };
  if (egfr !== null) return { found: { value: egfr, formula: 'recorded' }, missing: [] };
  if (!creatinine || isDerivable) return { found: null, missing: ['kidneyFunctionUnknown'] };
  return {
    found: null,
    missing: [
      ...(ageMonths === null ? (['ageUnknown'] as const) : []),
      ...(sex === 'unknown' ? (['sexUnknown'] as const) : []),
    ],
  };
}

/** The eGFR by the formula for the patient's age. */
export const filtrationOf = (patient: Measured): Known =>
  isChild(patient) ? childFunction(patient) : filtration(patient);

/** Creatinine clearance; if something for it is missing, the eGFR in its place, with what is missing. */
export function clearance(patient: Measured): Known {
  const { creatinine, weightKg, ageMonths, sex } = patient;
  const missing: UnavailableWhy[] = [
    ...(creatinine ? [] : (['creatinineUnknown'] as const)),
    ...(weightKg ? [] : (['weightUnknown'] as const)),
    ...(ageMonths === null ? (['ageUnknown'] as const) : []),
    ...(sex === 'unknown' ? (['sexUnknown'] as const) : []),
  ];
  if (!creatinine || !weightKg || ageMonths === null || missing.length > 0)
    return { found: filtration(patient).found, missing };
  const value = clearanceOf({ creatinine, weightKg, ageYears: Math.floor(ageMonths / 12), female: sex === 'female' });
  return { found: value === null ? null : { value, formula: 'cockcroftGault' }, missing: [] };
}
