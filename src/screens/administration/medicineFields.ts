import * as z from 'zod/mini';
import { numberText, readTypedNumber, type TypedNumber, typedNumber } from '../../../clinical/doses/typedNumber.ts';
import type { Medicine, MedicineFields, medicineChoices } from '../../../contract/extension/medicines.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { centsOf, readYuan, yuanText } from '../../domain/money.ts';
import { optionalText, problem, requiredText, unreadNumber, wholeNumber } from '../forms/fields.ts';

/** The codes and generics that the form offers. */
export type MedicineChoices = ReplyOf<typeof medicineChoices>;

/** Decimals of strengths and doses as the contract has them. */
const amountLimits = { places: 6 };
export const readAmount = (typed: string): TypedNumber => readTypedNumber(typed, amountLimits);
const isAmount = (read: TypedNumber) =>
  read.kind === 'empty' || (read.kind === 'number' && read.value > 0 && read.value < 10_000_000);
const amount = z.string().check(
  z.refine((text) => readAmount(text).kind !== 'refused', { error: unreadNumber(amountLimits), abort: true }),
  z.refine((text) => isAmount(readAmount(text)), { error: problem('catalogues.medicines.number') }),
);
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
    packFactor: wholeNumber({ min: 1, max: 100_000 }),
    strength: amount,
    strengthUnit: z.string(),
    defaultDose: amount,
    defaultDoseUnit: z.string(),
    defaultFrequency: z.string(),
    defaultRoute: z.string(),
    price: z.string().check(
      z.refine((text) => readYuan(text).kind !== 'refused', {
        error: unreadNumber({ places: 2 }, readYuan),
        abort: true,
      }),
      z.refine(isPrice, { error: problem('catalogues.medicines.amount') }),
    ),
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

const textOf = (value: number | null) => (value === null ? '' : numberText(value));

/** The form of a stored medicine, or of a new one. */
export const formOf = (medicine: Medicine | null): MedicineForm => {
  if (medicine === null) return emptyForm;
  const { id: _, revision: __, retired: ___, ...fields } = medicine;
  return {
    ...fields,
    packFactor: String(fields.packFactor),
    strength: textOf(fields.strength),
    defaultDose: textOf(fields.defaultDose),
    price: yuanText(fields.price),
    antibioticLevel: String(fields.antibioticLevel),
  };
};

/** What the form sends. */
export const fieldsOf = (form: MedicineForm): MedicineFields => ({
  ...form,
  packFactor: typedNumber(form.packFactor) ?? 0,
  strength: typedNumber(form.strength, amountLimits),
  defaultDose: typedNumber(form.defaultDose, amountLimits),
  price: centsOf(form.price) ?? 0,
  antibioticLevel: Number(form.antibioticLevel),
});
