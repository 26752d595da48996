import { childEgfrOf, clearanceOf, egfrOf } from '../measures/kidneyFunction.ts';
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

/** An adult's creatinine below this, in µmol/l, is one in mg/dl: hardly any adult has so little. Our own bound. */
const leastOfAdults = 20;

/** Whether a creatinine cannot be one in µmol/l, so that no function follows from it. */
const isImplausible = ({ creatinine, ageMonths }: Measured): boolean =>
  creatinine !== null && creatinine < leastOfAdults && ageMonths !== null && ageMonths >= adultYears * 12;

/** The lower of a derived function and the stated one, which contradict each other; null without any. */
function lower(value: number | null, formula: Formula, stated: number | null): KidneyFunction | null {
  if (stated !== null && (value === null || stated < value)) return { value: stated, formula: 'recorded' };
  return value === null ? null : { value, formula };
}

/** A child's eGFR by height, or the stated one where that is lower or the only one. */
export function childFunction({ egfr, creatinine, heightCm, ageMonths }: Measured): Known {
  const ageYears = (ageMonths ?? 0) / 12;
  const value = creatinine && heightCm ? childEgfrOf({ creatinine, heightCm, ageYears }) : null;
  const found = lower(value, 'schwartz', egfr);
  if (found) return { found, missing: [] };
  if (!creatinine) return { found: null, missing: ['kidneyFunctionUnknown'] };
  return { found: null, missing: [heightCm ? 'kidneyFunctionUnknown' : 'heightUnknown'] };
}

/** An adult's eGFR by creatinine, age and sex, or the stated one where that is lower or the only one. */
export function filtration(patient: Measured): Known {
  const { egfr, creatinine, ageMonths, sex } = patient;
  if (isImplausible(patient))
    return { found: lower(null, 'recorded', egfr), missing: egfr === null ? ['creatinineImplausible'] : [] };
  const isDerivable = creatinine && ageMonths !== null && sex !== 'unknown';
  const ageYears = Math.floor((ageMonths ?? 0) / 12);
  const value = isDerivable ? egfrOf({ creatinine, ageYears, female: sex === 'female' }) : null;
  const found = lower(value, 'ckdEpi', egfr);
  if (found) return { found, missing: [] };
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

/** So many times lower than the eGFR by the same creatinine, a stated one contradicts it. */
const contradiction = 1.5;

/** A stated eGFR that contradicts the creatinine: then the lower one counts, whatever the weight. */
function contradicting(patient: Measured): number | null {
  const { egfr } = patient;
  const derived = filtration({ ...patient, egfr: null }).found;
  return egfr !== null && derived && egfr * contradiction < derived.value ? egfr : null;
}

/**
 * Creatinine clearance; if something for it is missing, the eGFR in its place, with what is missing. A stated eGFR that
 * contradicts the creatinine counts where it is lower.
 */
export function clearance(patient: Measured): Known {
  const { creatinine, weightKg, ageMonths, sex } = patient;
  const missing: UnavailableWhy[] = [
    ...(isImplausible(patient) ? (['creatinineImplausible'] as const) : []),
    ...(creatinine ? [] : (['creatinineUnknown'] as const)),
    ...(weightKg ? [] : (['weightUnknown'] as const)),
    ...(ageMonths === null ? (['ageUnknown'] as const) : []),
    ...(sex === 'unknown' ? (['sexUnknown'] as const) : []),
  ];
  if (!creatinine || !weightKg || ageMonths === null || missing.length > 0)
    return { found: filtration(patient).found, missing };
  const value = clearanceOf({ creatinine, weightKg, ageYears: Math.floor(ageMonths / 12), female: sex === 'female' });
  return { found: lower(value, 'cockcroftGault', contradicting(patient)), missing: [] };
}
