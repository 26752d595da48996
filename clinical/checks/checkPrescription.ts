import { levelAt } from '../settings/ruleBounds.ts';
import type { ClinicalSettings } from '../settings/settings.ts';
import { allergy } from './allergy.ts';
import { antibacterialLevel } from './antibacterials.ts';
import { careful, type RuleFault } from './careful.ts';
import { oncePerChange } from './changes.ts';
import { childDose, childDoseKnown } from './childDose.ts';
import { asNeededMaximum, leastInterval } from './dosing.ts';
import { duplicateClass, duplicateIngredient, repeatedLine } from './duplicates.ts';
import { elder } from './elderCriteria.ts';
import type { CheckInput, Rule } from './facts.ts';
import { type Finding, type RuleCode, type RuleHit, type UnavailableCheck, unavailable } from './finding.ts';
import { indication } from './indication.ts';
import { interaction } from './interaction.ts';
import { kidneyDose } from './kidneyDose.ts';
import { gravity } from './level.ts';
import { maxDailyDose, maxSingleDose } from './maxDose.ts';
import { atEveryMoment, atEveryStep } from './moments.ts';
import { onlineBan } from './onlineBan.ts';
import { pregnancyPrevention } from './pregnancyPrevention.ts';
import { routeMismatch } from './routeMismatch.ts';
import { sexMismatch } from './sexMismatch.ts';
import { kidney, lactation, liver, pregnancy } from './specialState.ts';
import { sumDailyDose } from './sumDose.ts';
import { courseDays, periodDose, timesPerDay } from './sumPeriod.ts';
import { excessPacks, supplyDays, tooFewPacks } from './suppliedDays.ts';
import type { RuleTables } from './tables.ts';
import { child, guardianMissing, minimumAge } from './unsuitableAge.ts';
import { portion, unusualDose } from './unusualDose.ts';
import { diagnosisRequired, skinTest, stock, tooManyDrugs } from './wholePrescription.ts';

/** Findings of the rules, and checks that could not run. `available` is false if anything was left unchecked. */
export type CheckReport = {
  available: boolean;
  hits: RuleHit[];
  unavailable: UnavailableCheck[];
  /** Rules that threw, which is a fault of the rule; what they left out is in `unavailable`. */
  faults: RuleFault[];
};

/** Rules that report under another name. */
const reportedAs = {
  sumDailyDose: 'maxDailyDose',
  childDose: 'childDailyDose',
  childDoseKnown: 'childDailyDose',
} satisfies Record<string, RuleCode>;

type Rules = Readonly<Partial<Record<RuleCode | keyof typeof reportedAs, Rule>>>;

/**
 * Rules about the prescription as a whole, about what is dispensed, about whom it is for, and about all steps of a course
 * together.
 */
const wholeRules: Rules = {
  diagnosisRequired,
  tooManyDrugs,
  supplyDays,
  excessPacks,
  tooFewPacks,
  periodDose,
  courseDays,
  leastInterval,
  stock,
  antibacterialLevel,
  sexMismatch,
  pregnancyPrevention,
  indication,
};

/** Rules that compare lines with their times of day; each looks at every step of a taper and at the loading dose. */
const comparingRules: Rules = { repeatedLine, duplicateIngredient, duplicateClass };

/** Rules about what is taken; each also looks at each of unequal doses of a day. */
const takenRules: Rules = {
  guardianMissing,
  onlineBan,
  minimumAge,
  child,
  elder,
  pregnancy,
  lactation,
  liver,
  kidney,
  allergy,
  interaction,
  maxSingleDose,
  maxDailyDose,
  sumDailyDose,
  childDose,
  childDoseKnown,
  timesPerDay,
  kidneyDose,
  asNeededMaximum,
  portion,
  unusualDose,
  routeMismatch,
  skinTest,
};

const isReportedAs = (name: string): name is keyof typeof reportedAs => Object.hasOwn(reportedAs, name);

/** Each rule with the code under which it is reported. */
const named = (rules: Rules): { ruleCode: RuleCode; rule: Rule }[] =>
  Object.entries(rules).map(([name, rule]) => ({
    // The keys of `Rules` are rule codes and the names in `reportedAs`.
    ruleCode: isReportedAs(name) ? reportedAs[name] : (name as RuleCode),
    rule,
  }));

const rules = [
  ...named(wholeRules),
  ...named(comparingRules).map(({ ruleCode, rule }) => ({ ruleCode, rule: atEveryStep(rule) })),
  ...named(takenRules).map(({ ruleCode, rule }) => ({ ruleCode, rule: atEveryMoment(rule) })),
];

/** Rules reported as not checked for a line whose product is unknown; the patient-specific ones are covered by them. */
const aboutMedicines: readonly RuleCode[] = [
  'onlineBan',
  'minimumAge',
  'pregnancy',
  'lactation',
  'liver',
  'kidney',
  'allergy',
  'duplicateIngredient',
  'duplicateClass',
  'interaction',
  'maxSingleDose',
  'maxDailyDose',
  'portion',
  'excessPacks',
  'routeMismatch',
  'antibacterialLevel',
  'sexMismatch',
  'pregnancyPrevention',
  'indication',
];

const unknownMedicines = ({ lines }: CheckInput): Finding[] =>
  lines.flatMap(({ medicine }, lineIndex) =>
    medicine ? [] : aboutMedicines.map((ruleCode) => unavailable(ruleCode, 'drugUnknown', lineIndex)),
  );

const byGravity = (a: RuleHit, b: RuleHit) =>
  gravity[b.level] - gravity[a.level] || (a.lineIndex ?? -1) - (b.lineIndex ?? -1);

/** Applies every rule that the hospital has not switched off. It runs on the platform; browsers request its report. */
export function checkPrescription(input: CheckInput, tables: RuleTables, settings: ClinicalSettings): CheckReport {
  const faults: RuleFault[] = [];
  const note = (fault: RuleFault) => void faults.push(fault);
  const found = rules.flatMap(({ ruleCode, rule }) => careful(ruleCode, rule, note)(input, tables, settings));
  const all = [...unknownMedicines(input), ...found];
  const findings = all.filter(({ ruleCode }) => settings.rules[ruleCode] !== 'off');
  const hits = findings.flatMap((finding): RuleHit[] => {
    if (finding.kind !== 'hit') return [];
    const { kind: _, atMost, ...found } = finding;
    const set = levelAt(found.ruleCode, found.level, settings.rules[found.ruleCode]);
    const level = atMost !== null && gravity[set] > gravity[atMost] ? atMost : set;
    const together = found.params.together === undefined || set === found.level ? {} : { together: set };
    return [{ ...found, params: { ...found.params, ...together }, level, needReason: level === 'warn' }];
  });
  const left = findings.flatMap((finding): UnavailableCheck[] => {
    if (finding.kind !== 'unavailable') return [];
    const { kind: _, ...check } = finding;
    return [check];
  });
  return { available: left.length === 0, hits: oncePerChange(hits).toSorted(byGravity), unavailable: left, faults };
}
