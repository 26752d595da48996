import * as z from 'zod/mini';
import type { Medicine, MedicineFields, medicineChoices } from '../../../contract/extension/medicines.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { centsOf, yuanText } from '../../domain/money.ts';
import { optionalText, problem, requiredText, wholeNumber } from '../fields.ts';

/** The codes and generics that the form offers. */
export type MedicineChoices = ReplyOf<typeof medicineChoices>;

const isAmount = (text: string) => text === '' || (/^\d{1,7}(\.\d{1,6})?$/.test(text) && Number(text) > 0);
const amount = z
  .string()
  .check(z.refine((text) => isAmount(text.trim()), { error: problem('catalogues.medicines.number') }));
const isPrice = (text: string) => (centsOf(text) ?? 0) > 0;

/** The fields of the form, all typed text but the boxes. */
export const MedicineForm = z
  .object({
    code: requiredText(40),
    genericCode: z.string().check(z.minLength(1, problem('catalogues.medicines.genericMissing'))),
    name: requiredText(120),
    nameEn: optionalText(200),
    tradeName: optionalText(120),
    tradeNameEn: optionalText(200),
    specification: requiredText(120),
    specificationEn: optionalText(200),
    dosageForm: requiredText(40),
    manufacturer: requiredText(120),
    manufacturerEn: optionalText(200),
    approvalNo: optionalText(60),
    minUnit: requiredText(20),
    packUnit: requiredText(20),
    packFactor: wholeNumber(1, 100_000),
    strength: amount,
    strengthUnit: z.string(),
    defaultDose: amount,
    defaultDoseUnit: z.string(),
    defaultFrequency: z.string(),
    defaultRoute: z.string(),
    price: z.string().check(z.refine(isPrice, { error: problem('catalogues.medicines.amount') })),
    prescriptionOnly: z.boolean(),
    highAlert: z.boolean(),
    antibioticLevel: z.string(),
  })
  .check(
    z.refine(({ strength, strengthUnit }) => (strength.trim() === '') === (strengthUnit === ''), {
      error: problem('catalogues.medicines.pair'),
      path: ['strength'],
    }),
    z.refine(({ defaultDose, defaultDoseUnit }) => (defaultDose.trim() === '') === (defaultDoseUnit === ''), {
      error: problem('catalogues.medicines.pair'),
      path: ['defaultDose'],
    }),
  );
export type MedicineForm = z.infer<typeof MedicineForm>;

const emptyForm: MedicineForm = {
  code: '',
  genericCode: '',
  name: '',
  nameEn: '',
  tradeName: '',
  tradeNameEn: '',
  specification: '',
  specificationEn: '',
  dosageForm: '',
  manufacturer: '',
  manufacturerEn: '',
  approvalNo: '',
  minUnit: '',
  packUnit: '',
  packFactor: '',
  strength: '',
  strengthUnit: '',
  defaultDose: '',
  defaultDoseUnit: '',
  defaultFrequency: '',
  defaultRoute: '',
  price: '',
  prescriptionOnly: true,
  highAlert: false,
  antibioticLevel: '0',
};

const numberText = (value: number | null) => (value === null ? '' : String(value));

/** The form of a stored medicine, or of a new one. */
export const formOf = (medicine: Medicine | null): MedicineForm => {
  if (medicine === null) return emptyForm;
  const { id: _, revision: __, retired: ___, ...fields } = medicine;
  return {
    ...fields,
    packFactor: String(fields.packFactor),
    strength: numberText(fields.strength),
    defaultDose: numberText(fields.defaultDose),
    price: yuanText(fields.price),
    antibioticLevel: String(fields.antibioticLevel),
  };
};

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** What the form sends. */
export const fieldsOf = (form: MedicineForm): MedicineFields => ({
  ...form,
  packFactor: Number(form.packFactor),
  strength: numberOf(form.strength),
  defaultDose: numberOf(form.defaultDose),
  price: centsOf(form.price) ?? 0,
  antibioticLevel: Number(form.antibioticLevel),
});
