import { writtenAllergies } from '../../clinical/allergies/allergyText.ts';
import { checkPrescription } from '../../clinical/checks/checkPrescription.ts';
import type { CheckInput, CheckLine } from '../../clinical/checks/facts.ts';
import { type Reason, subjectOf } from '../../clinical/checks/reasons.ts';
import { type Reported, reportedIn } from '../../clinical/checks/reported.ts';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import { type Amount, inUnit } from '../../clinical/doses/dose.ts';
import { timesPerDayOf } from '../../clinical/doses/frequency.ts';
import { quantityOf } from '../../clinical/doses/quantity.ts';
import { unitOf } from '../../clinical/doses/unit.ts';
import { ageInMonths } from '../../clinical/patient/age.ts';
import { sexOf } from '../../clinical/patient/sex.ts';
import { defaultSettings } from '../../clinical/settings/settings.ts';
import { medicineFactsOf, readGenerics, type WholeGeneric } from '../clinicalTables/medicineFacts.ts';
import { readRuleTables } from '../clinicalTables/tables.ts';
import type { SeedPatient } from './patients.ts';
import type { Product, Scenario } from './tableSchemas.ts';
import { readDemoTable } from './tables.ts';

/** A line of a demonstration prescription; the product is named by its code, prices are in cents. */
export type SeedLine = {
  product: string;
  dose: Amount;
  frequency: string;
  route: string;
  days: number;
  quantity: number;
  price: number;
};

/** A prescription of the demonstration that passes the safety checks. */
export type Prescribed = {
  rxType: number;
  diagnosis: string;
  lines: SeedLine[];
  amount: number;
  findings: Reported[];
  overrides: (Reason & { severity: string })[];
};

export type Chosen = { product: Product; generic: WholeGeneric; line: SeedLine };

/** The tables that prescribing needs. */
export type Pharmacy = {
  generics: ReadonlyMap<string, WholeGeneric>;
  products: readonly Product[];
  tables: RuleTables;
};

export const openPharmacy = (): Pharmacy => ({
  generics: readGenerics(),
  products: readDemoTable('products').rows,
  tables: readRuleTables(),
});

const forChildren = new Set(['granules', 'syrup', 'oral-suspension', 'oral-drops', 'oral-solution', 'tablet-chewable']);

/** The smallest part of a unit in a child's dose: a quarter of a sachet, half of a tablet. */
const partOf = ({ dosageForm }: Product): number =>
  dosageForm === 'granules' || dosageForm === 'powder' ? 0.25 : dosageForm === 'tablet-chewable' ? 0.5 : 1;

/** The usual dose; for a child limited by weight, in parts of a unit or in steps of ten. */
function doseFor(product: Product, { childMaxDailyPerKg: perKg }: WholeGeneric, weightKg: number | null): Amount {
  const { defaultDose, defaultFrequency, ...packing } = product;
  const perDay = timesPerDayOf(defaultFrequency) ?? 4;
  const usual = perKg && inUnit(defaultDose, perKg.unit, packing);
  if (!perKg || !usual?.ok || weightKg === null) return defaultDose;
  const most = (perKg.value * weightKg * 0.75) / perDay;
  if (Number(usual.base.n) / Number(usual.base.d) <= most) return defaultDose;
  const isCounted = unitOf(packing.minUnit)?.dimension === 'count';
  const piece = isCounted ? inUnit({ value: 1, unit: packing.minUnit }, perKg.unit, packing) : null;
  const step = piece?.ok ? (Number(piece.base.n) / Number(piece.base.d)) * partOf(product) : 10;
  return { value: Math.max(1, Math.floor(most / step)) * step, unit: perKg.unit };
}

/** The product of a generic that suits the patient, with its usual dose. */
export function choose(
  code: string,
  days: number,
  isChild: boolean,
  weightKg: number | null,
  pharmacy: Pharmacy,
): Chosen[] {
  const generic = pharmacy.generics.get(code);
  const stocked = pharmacy.products.filter((product) => product.generic === code && (product.stock.central ?? 0) > 5);
  const product = (isChild ? stocked.find(({ dosageForm }) => forChildren.has(dosageForm)) : null) ?? stocked[0];
  if (!generic || !product) return [];
  const dose = isChild ? doseFor(product, generic, weightKg) : product.defaultDose;
  const { defaultFrequency: frequency, defaultRoute: route, price } = product;
  const worked = quantityOf([{ dose, frequency, days }], product);
  const line = { product: product.code, dose, frequency, route, days, quantity: worked.ok ? worked.packs : 1, price };
  return [{ product, generic, line }];
}

export const checkLine = ({ product, generic, line }: Chosen): CheckLine => ({
  medicine: medicineFactsOf(generic, {
    name: product.name,
    dosageForm: product.dosageForm,
    packing: product,
    usualDose: product.defaultDose,
  }),
  dose: line.dose,
  frequency: line.frequency,
  route: line.route,
  days: line.days,
  quantity: line.quantity,
  stock: product.stock.central ?? null,
});

/** A patient of the demonstration as input of the checks. */
export function factsOf(patient: SeedPatient, today: string): CheckInput['patient'] {
  const state = (value: 0 | 1 | 2) => (value === 1 ? 'yes' : value === 2 ? 'unknown' : 'no');
  return {
    ageMonths: ageInMonths(patient.birthday, today),
    weightKg: patient.weightKg,
    egfr: null,
    creatinine: null,
    heightCm: null,
    sex: sexOf(patient.gender),
    states: {
      pregnancy: state(patient.pregnant),
      lactation: state(patient.lactating),
      liver: state(patient.liver),
      kidney: state(patient.kidney),
    },
    pregnancyWeek: null,
    prevention: { contraception: null, deniesPregnancy: false },
    allergens: patient.allergens,
    ...writtenAllergies(patient.allergens.length > 0 && patient.allergy !== null ? [patient.allergy] : [], {
      onFile: patient.allergy,
      inRecord: '',
      histories: [],
      complaints: [],
    }),
  };
}

const reasons = {
  en: 'Benefit outweighs the risk; explained to the patient.',
  'zh-CN': '获益大于风险，已向患者说明。',
};

/** A prescription for a patient's complaint; null when no medicine is needed or none is safe. */
export function prescribe(
  scenario: Scenario,
  patient: SeedPatient,
  { today, title }: { readonly today: string; readonly title: number | null },
  pharmacy: Pharmacy,
): Prescribed | null {
  const facts = factsOf(patient, today);
  const isChild = facts.ageMonths !== null && facts.ageMonths < 144;
  const rxType = scenario.chronic ? 3 : isChild ? 2 : 0;
  const check = (chosen: readonly Chosen[]) => {
    const report = checkPrescription(
      {
        patient: facts,
        rxType,
        diagnoses: [scenario.diagnosis],
        prescriberTitle: title,
        outpatient: true,
        guardianConfirmed: true,
        lines: chosen.map(checkLine),
        active: [],
        activeUnknown: [],
      },
      pharmacy.tables,
      defaultSettings,
    );
    return reportedIn(report);
  };
  const wanted = scenario.drugs.flatMap((code) => choose(code, scenario.days, isChild, patient.weightKg, pharmacy));
  const refused = new Set(check(wanted).flatMap(({ level, lineIndex }) => (level === 'block' ? [lineIndex] : [])));
  const chosen = wanted.filter((_, index) => !refused.has(index));
  const findings = check(chosen);
  if (chosen.length === 0 || findings.some(({ level }) => level === 'block')) return null;
  const lines = chosen.map(({ line }) => line);
  return {
    rxType,
    diagnosis: scenario.diagnosis,
    lines,
    amount: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    findings,
    overrides: findings
      .filter(({ needReason }) => needReason)
      .map((finding) => ({
        ruleCode: finding.ruleCode,
        severity: finding.level,
        lineIndex: finding.lineIndex,
        about: subjectOf(finding),
        reason: reasons[patient.language],
      })),
  };
}
