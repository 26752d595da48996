import { checkPrescription } from '../../../clinical/checks/checkPrescription.ts';
import type { CheckLine, MedicineFacts, PatientFacts } from '../../../clinical/checks/facts.ts';
import type { RuleCode } from '../../../clinical/checks/finding.ts';
import type { Amount } from '../../../clinical/doses/dose.ts';
import { supplyOf } from '../../../clinical/doses/supply.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { medicineFactsOf, readGenerics, type WholeGeneric } from '../../../server/clinicalTables/medicineFacts.ts';
import { readRuleTables } from '../../../server/clinicalTables/tables.ts';
import type { Product } from '../../../server/demo/tableSchemas.ts';
import { readDemoTable } from '../../../server/demo/tables.ts';
import { patient as grownMan } from '../checks/sample.ts';

const generics = readGenerics();
const tables = readRuleTables();

/** A product of the formulary with its generic and the facts that the checks read. */
export type Stocked = { product: Product; generic: WholeGeneric; medicine: MedicineFacts };

/** Every product of the formulary. */
export const formulary: readonly Stocked[] = readDemoTable('products').rows.flatMap((product) => {
  const generic = generics.get(product.generic);
  const { name, dosageForm, minUnit, strength, packUnit, packFactor, defaultDose } = product;
  const packing = { minUnit, strength, packUnit, packFactor };
  return generic
    ? [{ product, generic, medicine: medicineFactsOf(generic, { name, dosageForm, packing, usualDose: defaultDose }) }]
    : [];
});

/** The product of a generic in a form, the first of the medicine list without one. */
export function stocked(code: string, form?: string): Stocked {
  const found = formulary.find(
    ({ product }) => product.generic === code && (form === undefined || product.dosageForm === form),
  );
  if (!found) throw new Error(`no product of ${code} ${form ?? ''}`);
  return found;
}

type Written = { dose: Amount; frequency: string; days: number } & Partial<Pick<CheckLine, 'maxTimes' | 'firstDose'>>;

/** A line of a product with the packs that it needs. */
export function lineOf({ product, medicine }: Stocked, written: Written): CheckLine {
  const line = { ...written, medicine, route: product.defaultRoute, quantity: 1, stock: 10_000 };
  return { ...line, quantity: supplyOf(line, medicine.packing, medicine.maxDailyDose)?.needed ?? 1 };
}

/** Someone of this age in months and weight in kg about whom nothing else is to be considered. */
export const someone = (ageMonths: number, weightKg: number): PatientFacts => ({ ...grownMan, ageMonths, weightKg });

/** The hospital of these tests: supply, stock and online bans are no subject of them. */
const settings = {
  ...defaultSettings,
  rules: {
    supplyDays: 'off',
    excessPacks: 'off',
    onlineBan: 'off',
    skinTest: 'off',
    sexMismatch: 'off',
    antibacterialLevel: 'off',
  },
} as const;

/** What the checks say of one line: findings above a note, and what they could not check, as short words. */
export function judge(patient: PatientFacts, line: CheckLine, only?: readonly RuleCode[]): string[] {
  const report = checkPrescription(
    {
      patient,
      rxType: 3,
      diagnoses: ['Z71.9'],
      prescriberTitle: 1,
      outpatient: true,
      guardianConfirmed: true,
      lines: [line],
      active: [],
      activeUnknown: [],
    },
    tables,
    settings,
  );
  const counts = ({ ruleCode }: { ruleCode: RuleCode }) => !only || only.includes(ruleCode);
  return [
    ...report.hits.filter((hit) => counts(hit) && hit.level !== 'info').map((hit) => `${hit.level} ${hit.ruleCode}`),
    ...report.unavailable.filter(counts).map(({ ruleCode, why }) => `unchecked ${ruleCode} ${why}`),
  ];
}
