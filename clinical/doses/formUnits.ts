import { type DosageForm, dosageForms } from './route.ts';
import { unitOf } from './unit.ts';

const liquid = ['ml', 'l', 'vial', 'ampoule', 'sachet', 'piece', 'bottle', 'tube', 'bag'];
const salve = ['g', 'mg', 'ml', 'tube', 'piece', 'sachet', 'bottle'];
const powder = ['sachet', 'g', 'mg', 'vial', 'piece', 'bottle', 'bag'];
const tablet = ['tablet', 'pill', 'piece'];
const capsule = ['capsule', 'pill', 'piece'];
const suppository = ['suppository', 'piece'];
const puffs = ['puff', 'ml', 'piece', 'inhaler', 'bottle'];

/** Units in which one form is counted where its name does not say so. */
const others: Readonly<Partial<Record<DosageForm, readonly string[]>>> = {
  granules: powder,
  powder,
  patch: ['patch', 'piece'],
  enema: ['ml', 'piece', 'bottle', 'tube', 'vial'],
  inhaler: puffs,
  'powder-inhaler': [...puffs, 'sachet'],
  'nasal-spray': puffs,
  lozenge: tablet,
  'pen-injection': ['ml', 'pen', 'piece', 'vial'],
  injection: ['ml', 'vial', 'ampoule', 'piece', 'pen', 'bottle', 'bag'],
};

function usualUnits(form: DosageForm): readonly string[] {
  if (form.startsWith('tablet')) return tablet;
  if (form.startsWith('capsule')) return capsule;
  if (form.endsWith('suppository')) return suppository;
  return ['cream', 'ointment', 'gel', 'eye-ointment'].includes(form) ? salve : liquid;
}

const isForm = (form: string): form is DosageForm => (dosageForms as readonly string[]).includes(form);

/** Whether a product of this form can be counted in this unit; an unknown form or unit says nothing. */
export function isCountedIn(form: string, minUnit: string): boolean {
  const unit = unitOf(minUnit);
  if (!isForm(form) || !unit) return true;
  return (others[form] ?? usualUnits(form)).includes(unit.code);
}
