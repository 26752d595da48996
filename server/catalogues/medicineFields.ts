import { frequencyCodes } from '../../clinical/doses/frequency.ts';
import { type DosageForm, dosageForms, routesOf } from '../../clinical/doses/route.ts';
import { unitOf } from '../../clinical/doses/unit.ts';
import type { MedicineFields } from '../../contract/extension/medicines.ts';
import type { drug } from '../db/schema/drugs.ts';
import { type CatalogueGeneric, columnsOfGeneric } from '../medicines/columnsOfGeneric.ts';
import { spellings } from '../search/pinyin.ts';
import type { KnownNames } from './knownNames.ts';
import { medicineContradictions } from './medicineContradictions.ts';
import { nameProblems } from './medicineNames.ts';
import { type Problem, problem } from './problems.ts';

type Row = typeof drug.$inferSelect;
export type Generics = ReadonlyMap<string, CatalogueGeneric>;
/** What the clinical tables know of medicines. */
export type KnownMedicines = Omit<KnownNames, 'generics'> & { readonly generics: Generics };

const text = (value: string | null) => value ?? '';
const orNull = (value: string) => (value === '' ? null : value);

/** A stored medicine as its fields. */
export const fieldsOf = (row: Row, price: number): MedicineFields => ({
  code: row.code,
  genericCode: row.genericCode,
  name: row.name,
  nameEn: row.nameEn,
  tradeName: text(row.tradeName),
  tradeNameEn: text(row.tradeNameEn),
  specification: row.specification,
  specificationEn: row.specificationEn,
  dosageForm: row.dosageForm,
  manufacturer: row.manufacturer,
  manufacturerEn: row.manufacturerEn,
  approvalNo: text(row.approvalNo),
  minUnit: row.minUnit,
  packUnit: row.packUnit,
  packFactor: row.packFactor,
  strength: row.strength,
  strengthUnit: text(row.strengthUnit),
  defaultDose: row.defaultDose,
  defaultDoseUnit: text(row.defaultDoseUnit),
  defaultFrequency: text(row.defaultFrequency),
  defaultRoute: text(row.defaultRoute),
  price,
  prescriptionOnly: row.prescriptionOnly,
  highAlert: row.highAlert,
  antibioticLevel: row.antibioticLevel ?? 0,
});

/** The initials by which a Chinese name is found. */
export const initialsOf = (name: string): string => (spellings(name)[1] ?? '').toUpperCase();

/** The columns that store a medicine's fields; the initials follow the name. */
export function columnsOf({ price: _, ...fields }: MedicineFields, generics: Generics) {
  return {
    ...fields,
    tradeName: orNull(fields.tradeName),
    tradeNameEn: orNull(fields.tradeNameEn),
    approvalNo: orNull(fields.approvalNo),
    strengthUnit: orNull(fields.strengthUnit),
    defaultDoseUnit: orNull(fields.defaultDoseUnit),
    defaultFrequency: orNull(fields.defaultFrequency),
    defaultRoute: orNull(fields.defaultRoute),
    pinyin: initialsOf(fields.name),
    ...columnsOfGeneric(generics.get(fields.genericCode)),
  };
}

const unitCode = (spelling: string) => unitOf(spelling)?.code ?? spelling;

/** The fields without spaces around texts, and with the code of each unit. */
export function normalised(fields: MedicineFields): MedicineFields {
  const trimmed = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  ) as MedicineFields;
  const { minUnit, packUnit, strengthUnit, defaultDoseUnit } = trimmed;
  return {
    ...trimmed,
    minUnit: unitCode(minUnit),
    packUnit: unitCode(packUnit),
    strengthUnit: unitCode(strengthUnit),
    defaultDoseUnit: unitCode(defaultDoseUnit),
  };
}

const unknownUnit = (field: string, unit: string): Problem[] =>
  unit === '' || unitOf(unit) ? [] : [problem(field, `没有单位“${unit}”`, `There is no unit “${unit}”`)];

const pairProblem = (field: string, amount: number | null, unit: string): Problem[] =>
  (amount === null) === (unit === '')
    ? []
    : [problem(field, '数值和单位须同时填写', 'Fill in both the number and its unit, or neither')];

function routeProblem({ dosageForm, defaultRoute }: MedicineFields): Problem[] {
  const routes: readonly string[] | null = routesOf(dosageForm);
  return defaultRoute === '' || routes === null || routes.includes(defaultRoute)
    ? []
    : [
        problem(
          'defaultRoute',
          `该剂型不能以“${defaultRoute}”给药，可用：${routes.join('、')}`,
          `This form is not given by “${defaultRoute}”, only by ${routes.join(', ')}`,
        ),
      ];
}

function genericProblems({ genericCode, antibioticLevel }: MedicineFields, generics: Generics): Problem[] {
  const generic = generics.get(genericCode);
  if (!generic)
    return [
      problem(
        'genericCode',
        `临床规则表中没有通用名“${genericCode}”，其检查将无法进行`,
        `The clinical tables have no generic “${genericCode}”, so it could not be checked`,
      ),
    ];
  return antibioticLevel < generic.antibioticLevel
    ? [
        problem(
          'antibioticLevel',
          `该通用名的抗菌药物级别不能低于 ${generic.antibioticLevel}`,
          `The antibiotic level of this generic is at least ${generic.antibioticLevel}`,
        ),
      ]
    : [];
}

/** What makes these fields no medicine that can be prescribed and checked. */
export function medicineProblems(fields: MedicineFields, known: KnownMedicines): Problem[] {
  const { generics } = known;
  const { code, dosageForm, minUnit, packUnit, strength, strengthUnit, defaultDose, defaultDoseUnit } = fields;
  const { defaultFrequency } = fields;
  return [
    ...(/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(code)
      ? []
      : [
          problem(
            'code',
            '只能使用字母、数字、点、下划线和连字符',
            'Use letters, digits, dots, underscores and hyphens only',
          ),
        ]),
    ...genericProblems(fields, generics),
    ...nameProblems(fields, known),
    ...(dosageForms.includes(dosageForm as DosageForm)
      ? []
      : [problem('dosageForm', `没有剂型“${dosageForm}”`, `There is no dosage form “${dosageForm}”`)]),
    ...unknownUnit('minUnit', minUnit),
    ...unknownUnit('packUnit', packUnit),
    ...unknownUnit('strengthUnit', strengthUnit),
    ...unknownUnit('defaultDoseUnit', defaultDoseUnit),
    ...pairProblem('strength', strength, strengthUnit),
    ...pairProblem('defaultDose', defaultDose, defaultDoseUnit),
    ...(defaultFrequency === '' || (frequencyCodes as readonly string[]).includes(defaultFrequency)
      ? []
      : [problem('defaultFrequency', `没有频次“${defaultFrequency}”`, `There is no frequency “${defaultFrequency}”`)]),
    ...routeProblem(fields),
    ...medicineContradictions(fields, generics.get(fields.genericCode)),
  ];
}
