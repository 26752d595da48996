import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { childDose, childDoseKnown } from '../../../clinical/checks/childDose.ts';
import type { CheckInput, PatientFacts, Rule } from '../../../clinical/checks/facts.ts';
import { maxDailyDose, maxSingleDose } from '../../../clinical/checks/maxDose.ts';
import { periodDose } from '../../../clinical/checks/sumPeriod.ts';
import { child, minimumAge } from '../../../clinical/checks/unsuitableAge.ts';
import type { Amount } from '../../../clinical/doses/dose.ts';
import { inUnit } from '../../../clinical/doses/dose.ts';
import type { Rational } from '../../../clinical/doses/rational.ts';
import { isSystemicSite, siteOf } from '../../../clinical/doses/route.ts';
import { growthValues } from '../../../clinical/measures/growth.ts';
import { defaultSettings } from '../../../clinical/settings/settings.ts';
import { readRuleTables } from '../../../server/clinicalTables/tables.ts';
import { formulary, judge, lineOf, type Stocked, someone } from './scan.ts';

const tables = readRuleTables();

/** What one patient of an age and a weight is written: the adult maximum of one dose, or that of a day at once. */
type Written = { one: Stocked; most: Amount; ageMonths: number; kg: number };

/** The rules that judge how much a child may have; those that speak most often come first. */
const doseRules: readonly Rule[] = [
  minimumAge,
  child,
  childDoseKnown,
  maxDailyDose,
  maxSingleDose,
  childDose,
  periodDose,
];

const inputFor = (patient: PatientFacts, lines: CheckInput['lines']): CheckInput => ({
  patient,
  lines,
  rxType: 3,
  diagnoses: ['Z71.9'],
  prescriberTitle: 1,
  outpatient: true,
  guardianConfirmed: true,
  active: [],
  activeUnknown: [],
});

/** Whether no rule about doses says anything, or leaves anything unchecked. */
function isSilent({ one, most, ageMonths, kg }: Written): boolean {
  const line = {
    ...{ medicine: one.medicine, dose: most, frequency: one.generic.everyDays ? 'qw' : 'qd', days: 7 },
    ...{ route: one.product.defaultRoute, quantity: 1, stock: 1 },
  };
  const input = inputFor(someone(ageMonths, kg), [line]);
  const saysNothing = (rule: Rule) =>
    rule(input, tables, defaultSettings).every((finding) => finding.kind === 'hit' && finding.level === 'info');
  return doseRules.every(saysNothing);
}

const isSystemic = ({ product }: Stocked) => isSystemicSite(siteOf(product.dosageForm, product.defaultRoute));
const systemic = formulary.filter(isSystemic);
/** One product of each generic and route: its maxima hold for all of them. */
const oneOfEach = systemic.filter(
  (one, at) =>
    systemic.findIndex(
      ({ generic, product }) => generic === one.generic && product.defaultRoute === one.product.defaultRoute,
    ) === at,
);

const weightsAt = (ageMonths: number) =>
  [-3, 0, 3].flatMap((sd) => {
    const [kg] = growthValues(tables.growth ?? [], 'weight', { sex: 'male', ageMonths }, sd);
    return kg === undefined ? [] : [Number(kg.toFixed(1))];
  });

/** Ages in months on both sides of the limits that labels name, to seventeen years. */
const ages = [
  0, 1, 2, 3, 5, 6, 9, 11, 12, 18, 23, 24, 36, 48, 60, 72, 84, 96, 108, 120, 132, 143, 144, 156, 168, 180, 192, 204,
];

const adultMaxima = ({ generic }: Stocked): Amount[] =>
  generic.maxSingleDose && generic.maxSingleDose.value === generic.maxDailyDose?.value
    ? [generic.maxSingleDose]
    : [generic.maxSingleDose, generic.maxDailyDose].flatMap((most) => most ?? []);

const written = (from: number, to: number): Written[] =>
  oneOfEach.flatMap((one) =>
    adultMaxima(one).flatMap((most) =>
      ages
        .filter((age) => age >= from && age < to)
        .flatMap((ageMonths) => weightsAt(ageMonths).map((kg) => ({ one, most, ageMonths, kg }))),
    ),
  );

const numberOf = ({ n, d }: Rational) => Number(n) / Number(d);

/** The largest amount that the data name for a child of this age and weight, read from the rows alone; null without one. */
function mostOfData({ one: { generic, product, medicine }, most, ageMonths, kg }: Written): number | null {
  const perKg = [generic.childMaxSinglePerKg, generic.childMaxDailyPerKg].flatMap((one) =>
    one ? [{ value: one.value * kg, unit: one.unit }] : [],
  );
  const bands = generic.ageBands
    .filter(({ fromMonths, toMonths }) => ageMonths >= fromMonths && ageMonths < toMonths)
    .flatMap(({ maxSingle, maxDaily }) => [maxSingle, maxDaily].flatMap((one) => one ?? []));
  const rows = generic.limits
    .filter(({ routes }) => routes.length === 0 || routes.includes(product.defaultRoute))
    .filter(({ fromMonths, toMonths }) => ageMonths >= fromMonths && (toMonths === null || ageMonths < toMonths))
    .filter(({ per, toMonths }) => per.endsWith('PerKg') || (['dose', 'day'].includes(per) && toMonths !== null))
    .map(({ per, value, unit }) => ({ value: per.endsWith('PerKg') ? value * kg : value, unit }));
  const amounts = [...perKg, ...bands, ...rows].flatMap((amount) => {
    const converted = inUnit(amount, most.unit, medicine.packing);
    return converted.ok ? [numberOf(converted.base)] : [];
  });
  return amounts.length > 0 ? Math.max(...amounts) : null;
}

/** Medicines of which children may have what adults have, from an age; the file names the reasons. */
const allowed = new Map(
  readFileSync(new URL('./adult-doses-for-children.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((part) => part.trim()))
    .map(([code = '', months = '']) => [code, Number(months)] as const),
);

const shown = ({ one, most, ageMonths, kg }: Written) =>
  `${one.product.code} ${most.value} ${most.unit}, ${ageMonths} months, ${kg} kg`;

test('below twelve years no adult maximum is silent at any weight unless the data name a dose as large', () => {
  const all = written(0, 144);
  const silent = all.filter(isSilent);
  const wrong = silent.filter((one) => {
    if (one.ageMonths >= (allowed.get(one.one.generic.code) ?? 144)) return false;
    const most = mostOfData(one);
    return most === null || most < one.most.value * 0.9999;
  });
  process.stderr.write(`adult maxima for children: ${all.length} written, ${silent.length} silent by the data\n`);
  expect(all.length).toBeGreaterThan(30_000);
  expect(wrong.map(shown)).toEqual([]);
});

test('from twelve to seventeen an adult maximum is silent only from its weight, or by a value per kilogram', () => {
  const all = written(144, 216).filter(({ one, kg }) => kg < (one.medicine.adultKg ?? 35));
  const wrong = all.filter(isSilent).filter((one) => {
    const most = mostOfData(one);
    return most === null || most < one.most.value * 0.9999;
  });
  expect(all.length).toBeGreaterThan(1_000);
  expect(wrong.map(shown)).toEqual([]);
});

test('the whole check says of the same lines what the rules about doses say', () => {
  const some = written(0, 216).filter((_, at) => at % 97 === 0);
  const differing = some.filter((one) => {
    const line = lineOf(one.one, { dose: one.most, frequency: one.one.generic.everyDays ? 'qw' : 'qd', days: 7 });
    return !isSilent(one) && judge(someone(one.ageMonths, one.kg), line).length === 0;
  });
  expect(some.length).toBeGreaterThan(300);
  expect(differing.map(shown)).toEqual([]);
});
