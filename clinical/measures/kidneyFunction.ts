/** µmol/l in one mg/dl of creatinine. */
export const microMolPerMgDl = 88.4;

type Patient = { readonly creatinine: number; readonly ageYears: number; readonly female: boolean };

/**
 * Estimated glomerular filtration rate in ml/min/1.73 m² from serum creatinine in µmol/l, by the CKD-EPI equation of
 * 2021 (without race); null for patients below 18, for whom it is not valid.
 */
export function egfrOf({ creatinine, ageYears, female }: Patient): number | null {
  if (!(ageYears >= 18) || !(creatinine > 0)) return null;
  const [kappa, alpha] = female ? [0.7, -0.241] : [0.9, -0.302];
  const relative = creatinine / microMolPerMgDl / kappa;
  const rate = 142 * Math.min(relative, 1) ** alpha * Math.max(relative, 1) ** -1.2 * 0.9938 ** ageYears;
  const rounded = Math.round(rate * (female ? 1.012 : 1));
  return Number.isFinite(rounded) && rounded > 0 ? rounded : null;
}

type Clearing = Patient & { readonly weightKg: number };

/**
 * Creatinine clearance in ml/min from serum creatinine in µmol/l, actual weight in kg, age and sex, by the formula of
 * Cockcroft and Gault (Nephron 1976; 16: 31); null for patients below 18, for whom it is not valid.
 */
export function clearanceOf({ creatinine, ageYears, female, weightKg }: Clearing): number | null {
  if (!(ageYears >= 18) || !(creatinine > 0) || !(weightKg > 0)) return null;
  const rate = ((140 - ageYears) * weightKg * microMolPerMgDl) / (72 * creatinine);
  const rounded = Math.round(Math.max(rate * (female ? 0.85 : 1), 1));
  return Number.isFinite(rounded) ? rounded : null;
}

/**
 * A child's estimated glomerular filtration rate in ml/min/1.73 m² from height in cm and serum creatinine in µmol/l, by
 * the bedside formula of Schwartz (J Am Soc Nephrol 2009; 20: 629); null from 18 years and below one year.
 */
export function childEgfrOf({ creatinine, ageYears, heightCm }: Omit<Patient, 'female'> & { heightCm: number }) {
  if (!(ageYears >= 1 && ageYears < 18) || !(creatinine > 0) || !(heightCm > 0)) return null;
  const rounded = Math.round((0.413 * heightCm * microMolPerMgDl) / creatinine);
  return Number.isFinite(rounded) && rounded > 0 ? rounded : null;
}
