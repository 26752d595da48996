/** µmol/l in one mg/dl of creatinine. */
const microMolPerMgDl = 88.4;

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
