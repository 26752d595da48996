import {
  childFunction,
  clearance,
  type Formula,
  filtration,
  isChild,
  type Measured,
} from '../checks/kidneyMeasures.ts';
import type { LocalText } from '../words/localText.ts';
import { counts } from './readings.ts';
import { claimsOf, entryOf, type PatientSummary } from './summaryShape.ts';

/**
 * A kidney function that a formula makes of what is recorded. `time` is that of the creatinine, and `outdated` says that
 * the checks no longer rely on it.
 */
export type KidneyRate = {
  readonly formula: Exclude<Formula, 'recorded'>;
  readonly value: number;
  readonly creatinine: number;
  readonly time: number | null;
  /** The weight or height that the formula took. */
  readonly weightKg: number | null;
  readonly heightCm: number | null;
  readonly outdated: boolean;
};

type Who = Pick<Measured, 'ageMonths' | 'sex'>;

/** The functions that follow from one creatinine with one weight and one height. */
function ratesFrom(measured: Measured & { creatinine: number }, time: number | null, outdated: boolean): KidneyRate[] {
  const found = isChild(measured)
    ? [childFunction(measured).found]
    : [clearance(measured).found, filtration(measured).found];
  return found.flatMap((one) => {
    if (!one || one.formula === 'recorded') return [];
    const { formula, value } = one;
    const { creatinine } = measured;
    const weightKg = formula === 'cockcroftGault' ? measured.weightKg : null;
    const heightCm = formula === 'schwartz' ? measured.heightCm : null;
    return [{ formula, value, creatinine, time, weightKg, heightCm, outdated }];
  });
}

/**
 * The derived values of a summary, one of each formula: of what is current, the lowest, as the checks take the value that
 * gives the stricter finding.
 */
export function kidneyRatesOf(summary: PatientSummary, who: Who): KidneyRate[] {
  const of = <Kind extends 'kidney' | 'weight' | 'height'>(kind: Kind) =>
    claimsOf(
      { ...entryOf(summary, kind), claims: entryOf(summary, kind).claims.filter((claim) => counts(claim)) },
      kind,
    );
  const nothing = [null];
  const [weights, heights] = [of('weight'), of('height')];
  const rates = of('kidney').flatMap((kidney) =>
    (weights.length > 0 ? weights : nothing).flatMap((weight) =>
      (heights.length > 0 ? heights : nothing).flatMap((height) => {
        const { creatinine } = kidney.value;
        if (creatinine === null) return [];
        const measures = { weightKg: weight?.value.kg ?? null, heightCm: height?.value.cm ?? null };
        return ratesFrom({ ...who, ...measures, egfr: null, creatinine }, kidney.time, kidney.outdated).map((rate) => {
          const taken = rate.weightKg === null ? (rate.heightCm === null ? null : height) : weight;
          return { ...rate, outdated: rate.outdated || taken?.outdated === true };
        });
      }),
    ),
  );
  const strictest = rates.toSorted((a, b) => Number(a.outdated) - Number(b.outdated) || a.value - b.value);
  return strictest.filter(({ formula }, at) => strictest.findIndex((one) => one.formula === formula) === at);
}

const words = (en: string, zh: string): LocalText => ({ en, zh });
const names: Readonly<Record<KidneyRate['formula'], { name: LocalText; unit: string; by: LocalText }>> = {
  cockcroftGault: {
    name: words('Creatinine clearance', '肌酐清除率'),
    unit: 'ml/min',
    by: words('Cockcroft–Gault', 'Cockcroft-Gault公式'),
  },
  ckdEpi: { name: words('eGFR', 'eGFR'), unit: 'ml/min/1.73\u00a0m²', by: words('CKD-EPI 2021', 'CKD-EPI 2021公式') },
  schwartz: { name: words('eGFR', 'eGFR'), unit: 'ml/min/1.73\u00a0m²', by: words('Schwartz', 'Schwartz公式') },
};

/** What the value is called, the value, and what it was made of; `date` is the day of the creatinine. */
export function rateWords(rate: KidneyRate, date: LocalText | null) {
  const { name, unit, by } = names[rate.formula];
  const [size, sizeUnit] = rate.weightKg === null ? [rate.heightCm, 'cm'] : [rate.weightKg, 'kg'];
  const creatinine = `${rate.creatinine}\u00a0µmol/L`;
  const [en, zh] = [date === null ? '' : ` of ${date.en}`, date === null ? '' : `（${date.zh}）`];
  return {
    name,
    value: words(`${rate.value}\u00a0${unit}`, `${rate.value}\u00a0${unit}`),
    source: words(
      `by ${by.en}, from creatinine ${creatinine}${en}${size === null ? '' : ` and ${size}\u00a0${sizeUnit}`}`,
      `按${by.zh}，由肌酐${creatinine}${zh}${size === null ? '' : `及${size}\u00a0${sizeUnit}`}推算`,
    ),
  };
}
