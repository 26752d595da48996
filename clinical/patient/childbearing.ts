import type { ClinicalSettings } from '../settings/settings.ts';
import type { Sex } from './sex.ts';

export type Person = { readonly sex: Sex; readonly ageMonths: number | null };

/** Whether pregnancy cannot be ruled out without asking: not a man, and of childbearing or unknown age. */
export function mayBecomePregnant(
  { sex, ageMonths }: Person,
  { childbearingYears: { from, to } }: Pick<ClinicalSettings, 'childbearingYears'>,
): boolean {
  if (sex === 'male') return false;
  return ageMonths === null || (ageMonths >= from * 12 && ageMonths < (to + 1) * 12);
}
