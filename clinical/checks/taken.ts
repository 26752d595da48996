import type { Packing } from '../doses/dose.ts';
import { add, isAbove, type Rational, ratio, times, toText } from '../doses/rational.ts';
import type { Regimen } from '../doses/regimen.ts';
import { type Site, siteOf } from '../doses/route.ts';
import type { LocalText } from '../words/localText.ts';
import { type CheckInput, knownLines, type MedicineIdentity } from './facts.ts';
import { type Finding, hit, type Params, type RuleCode } from './finding.ts';

/** How a medicine is taken, by a line of the prescription or by an earlier one. */
export type Taken = { medicine: MedicineIdentity; packing: Packing; course: Regimen; route: string | null };

/** What is taken at one place of the body: by this prescription, and what the patient still has from earlier ones. */
export type AllTaken = { now: readonly Taken[]; before: readonly Taken[] };

/** What contains an ingredient and acts at the same place: a cream does not add to a tablet. */
export function takenAt(site: Site, ingredient: string, input: CheckInput): AllTaken {
  const isThere = ({ medicine, route }: Taken) =>
    medicine.ingredients.includes(ingredient) && siteOf(medicine.dosageForm, route) === site;
  const now = knownLines(input).map(
    ({ line, medicine }): Taken => ({ medicine, packing: medicine.packing, course: line, route: line.route }),
  );
  const before = (input.active ?? []).flatMap((medicine): Taken[] => {
    const { course } = medicine;
    return course ? [{ medicine, packing: course.packing, course, route: course.route ?? null }] : [];
  });
  return { now: now.filter(isThere), before: before.filter(isThere) };
}

/** An amount in all medicines together, the part of it in the lines of this prescription, and how many medicines it counts. */
export type Together = { all: Rational; own: Rational; count: number };

const sum = (amounts: readonly Rational[]) => amounts.reduce(add, ratio(0));
const renewable = ({ medicine }: Taken) => `${medicine.genericCode} ${medicine.dosageForm}`;

/**
 * Adds up what is taken, as far as the amounts are known. A line that renews an earlier prescription, the same medicine in
 * the same form, replaces it, so of both the larger counts.
 */
export function together({ now, before }: AllTaken, amountOf: (taken: Taken) => Rational | null): Together {
  const amounts = (of: readonly Taken[], medicine: string) =>
    of.filter((taken) => renewable(taken) === medicine).flatMap((taken) => amountOf(taken) ?? []);
  const medicines = [...new Set([...now, ...before].map(renewable))];
  const found = medicines.map((medicine) => {
    const [ours, earlier] = [amounts(now, medicine), amounts(before, medicine)];
    return { count: Math.max(ours.length, earlier.length), own: sum(ours), before: sum(earlier) };
  });
  return {
    all: sum(found.map((one) => (isAbove(one.before, one.own) ? one.before : one.own))),
    own: sum(found.map(({ own }) => own)),
    count: found.reduce((count, one) => count + one.count, 0),
  };
}

/** The name of an ingredient whose amount is a sum. */
export const inAll = ({ en, zh }: LocalText): LocalText => ({
  en: `${en} in all medicines together`,
  zh: `${zh}（各药合计）`,
});

/**
 * Compares a sum with a maximum: a reason above it, refused above twice of it. What still runs from an earlier prescription
 * never refuses by itself.
 */
export function aboveTogether(
  ruleCode: RuleCode,
  { all, own }: Together,
  most: Rational,
  { params, ...about }: { lineIndex: number; params: Params; source: string },
): Finding[] {
  if (!isAbove(all, most)) return [];
  const isOwn = isAbove(own, most);
  const level = isOwn && isAbove(all, times(most, ratio(2))) ? 'block' : 'warn';
  const atMost = isOwn ? null : 'warn';
  return [hit(ruleCode, { ...about, level, atMost, params: { ...params, taken: toText(all), max: toText(most) } })];
}
