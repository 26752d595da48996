import type { RuleFault } from '../../clinical/checks/careful.ts';
import { checkReadings } from '../../clinical/checks/checkReadings.ts';
import type { CheckInput, MedicineFacts, MedicineIdentity } from '../../clinical/checks/facts.ts';
import type { UnavailableCheck } from '../../clinical/checks/finding.ts';
import { reportedIn } from '../../clinical/checks/reported.ts';
import type { RuleTables } from '../../clinical/checks/tables.ts';
import { preventionAnswers } from '../../clinical/facts/prevention.ts';
import { readingsOf } from '../../clinical/facts/readings.ts';
import { claimsOf, entryOf } from '../../clinical/facts/summaryShape.ts';
import { ageInMonths } from '../../clinical/patient/age.ts';
import { sexOf } from '../../clinical/patient/sex.ts';
import { type LocalText, listed } from '../../clinical/words/localText.ts';
import { hospitalDay } from '../db/hospitalDay.ts';
import type { Check, LineProblem, RxFacts } from './facts.ts';
import { courseOf } from './readLines.ts';
import type { Finding } from './storedPrescription.ts';

/** The facts of a medicine that depend on its generic name. */
export type Generic = Pick<
  MedicineFacts,
  | 'classes'
  | 'controlType'
  | 'suitability'
  | 'minAgeMonths'
  | 'forbiddenFromWeek'
  | 'maxSingleDose'
  | 'maxDailyDose'
  | 'childMaxDailyPerKg'
  | 'childMaxSinglePerKg'
  | 'ageBands'
  | 'kidneyLimits'
  | 'kidneyMeasure'
  | 'kidneySource'
  | 'maximaText'
  | 'listedMaxima'
  | 'hasNoPublishedMaximum'
  | 'childFigures'
  | 'limits'
  | 'adultKg'
  | 'everyDays'
  | 'antibioticLevel'
> & { code: string; ingredients: readonly string[]; skinTest: boolean };

type Names = RuleTables['names'];
type Listed = NonNullable<RxFacts['lines'][number]['medicine']>;

const nameOf = ({ name, nameEn }: Pick<Listed, 'name' | 'nameEn'>): LocalText => ({ zh: name, en: nameEn || name });

const amount = (value: number | null, unit: string | null) =>
  value === null || unit === null ? null : { value, unit };

/** A product as the rules need it; null when its generic is unknown, which makes it "not checked". */
function factsOf(medicine: Listed, generics: ReadonlyMap<string, Generic>): MedicineFacts | null {
  const generic = generics.get(medicine.genericCode);
  if (!generic) return null;
  const { genericCode, dosageForm, minUnit, packUnit, packFactor, strength, strengthUnit } = medicine;
  const { code: _, ...known } = generic;
  return {
    ...known,
    name: nameOf(medicine),
    productId: medicine.id,
    genericCode,
    dosageForm,
    packing: { minUnit, strength: amount(strength, strengthUnit), packUnit, packFactor },
    antibioticLevel: Math.max(medicine.antibioticLevel ?? 0, generic.antibioticLevel),
    usualDose: amount(medicine.defaultDose, medicine.defaultDoseUnit),
  };
}

/** A long-term medicine by its generic, taken by mouth; null when nobody gave it a code. */
function identityOf(
  genericCode: string | null,
  name: LocalText,
  generics: ReadonlyMap<string, Generic>,
): MedicineIdentity | null {
  const generic = genericCode === null ? undefined : generics.get(genericCode);
  if (!generic) return null;
  const { code, ingredients, classes } = generic;
  return { genericCode: code, ingredients, classes, dosageForm: 'tablet', name };
}

/** A medicine's name in both languages by its generic; one without a code has only the name as it was written. */
function statedName(genericCode: string | null, written: string, generics: ReadonlyMap<string, Generic>, names: Names) {
  const { ingredients = [] } = (genericCode && generics.get(genericCode)) || {};
  const known = ingredients.flatMap((ingredient) => names[ingredient] ?? []);
  return known.length > 0 && known.length === ingredients.length ? listed(known) : { zh: written, en: written };
}

function inputOf(facts: RxFacts, generics: ReadonlyMap<string, Generic>, names: Names): Omit<CheckInput, 'patient'> {
  const { lines, running, rxType, guardianConfirmed, diagnoses, summary } = facts;
  const taken = running.map(({ line, medicine, daysLeft }) => ({
    facts: medicine && factsOf(medicine, generics),
    daysLeft,
    course: courseOf(line),
    route: line.route,
    name: nameOf({ name: line.drugName, nameEn: line.drugNameEn }),
  }));
  const longTerm = claimsOf(entryOf(summary, 'medicines'), 'medicine').map(({ value: { genericCode, name } }) => ({
    name: statedName(genericCode, name, generics, names),
    medicine: identityOf(genericCode, statedName(genericCode, name, generics, names), generics),
  }));
  return {
    rxType,
    guardianConfirmed,
    diagnoses: diagnoses.map(({ code }) => code),
    prescriberTitle: facts.prescriberTitle,
    // Every consultation of this platform is online.
    outpatient: true,
    lines: lines.map(({ line, medicine, stock }) => ({
      medicine: medicine && factsOf(medicine, generics),
      ...courseOf(line),
      route: line.route,
      stock,
    })),
    active: [
      ...taken.flatMap(({ facts, daysLeft, course, route }) =>
        facts ? { ...facts, daysLeft, course: { ...course, packing: facts.packing, route } } : [],
      ),
      ...longTerm.flatMap(({ medicine }) => medicine ?? []),
    ],
    activeUnknown: [...taken, ...longTerm.map(({ medicine, name }) => ({ facts: medicine, name }))].flatMap(
      ({ facts, name }) => (facts ? [] : [name]),
    ),
  };
}

/** A line or diagnosis that cannot be prescribed as it is written: refused by its name and reason. */
const unusable = ({ index, field, why, name = { zh: '', en: '' } }: LineProblem): Finding =>
  field === 'diagnosisList'
    ? { ...refusing, ruleCode: 'unusableDiagnosis', lineIndex: null, params: { why, diagnosis: name } }
    : { ...refusing, ruleCode: 'unusableLine', lineIndex: index, params: { why, drug: name } };

const refusing = { level: 'block', needReason: false } as const;

/** What the refusal of a line says once, so that not every rule repeats it. */
const saidBy: Partial<Record<LineProblem['why'], UnavailableCheck['why']>> = {
  unknownDrug: 'drugUnknown',
  wrongUnit: 'doseNotComparable',
  unknownFrequency: 'frequencyUnknown',
};

/** Nothing was compared with a line of another prescription that cannot be read. */
const uncompared = ({ prescriptionNo, line }: RxFacts['unreadable'][number]): Finding => ({
  ruleCode: 'notChecked',
  level: 'warn',
  lineIndex: null,
  params: {
    line,
    prescription: prescriptionNo,
    rule: 'interaction',
    why: 'runningUnreadable',
    quote: `${prescriptionNo} ${line}`,
  },
  needReason: false,
});

type CheckNeeds = {
  tables: RuleTables;
  generics: readonly Generic[];
  /** Called with each rule that threw, for the log of operators. */
  onFault?: (fault: RuleFault) => void;
};

/** Runs the clinical rules on a prescription's facts. */
export function createCheck({ tables, generics, onFault = () => {} }: CheckNeeds): Check {
  const byCode = new Map(generics.map((generic) => [generic.code, generic]));
  return (facts) => {
    const { birthday, gender } = facts.patient;
    const ageMonths = birthday === null ? null : ageInMonths(birthday, hospitalDay(facts.at));
    const prevention = preventionAnswers(facts.summary, facts.prescribedAt);
    const readings = readingsOf(facts.summary, { ageMonths, sex: sexOf(gender), prevention }, facts.at);
    const report = checkReadings(inputOf(facts, byCode, tables.names), readings, tables, facts.settings);
    for (const fault of report.faults) onFault(fault);
    const isSaid = ({ lineIndex, why }: UnavailableCheck) =>
      facts.problems.some(
        (problem) => problem.index === lineIndex && (problem.why === 'unreadable' || saidBy[problem.why] === why),
      );
    const reported = reportedIn({ ...report, unavailable: report.unavailable.filter((one) => !isSaid(one)) });
    const hits = [...facts.problems.map(unusable), ...reported, ...facts.unreadable.map(uncompared)];
    return { available: true, hits };
  };
}
