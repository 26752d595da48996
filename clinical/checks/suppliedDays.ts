import { isAsNeeded } from '../doses/frequency.ts';
import { daysOf } from '../doses/regimen.ts';
import { siteOf } from '../doses/route.ts';
import { type SupplyFacts, supplyOf } from '../doses/supply.ts';
import { rxTypeOf } from '../lifecycle/prescription.ts';
import { type CheckInput, type CheckLine, knownLines, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';

const source = 'Prescription Management Measures, art. 19';

const suppliedBy = (line: CheckLine): SupplyFacts | null =>
  line.medicine ? supplyOf(line, line.medicine.packing, line.medicine.maxDailyDose) : null;

/** Days for which the patient still has this medicine, for the same place of the body, from earlier prescriptions. */
function restOf({ active }: CheckInput, { medicine, route }: CheckLine): number {
  const site = medicine && siteOf(medicine.dosageForm, route);
  const same = (active ?? []).filter(
    ({ genericCode, dosageForm, course }) =>
      genericCode === medicine?.genericCode && siteOf(dosageForm, course?.route) === site,
  );
  return Math.max(0, ...same.map(({ daysLeft }) => daysLeft ?? 0));
}

/**
 * More days than usual require a written reason; more than the maximum are blocked. The days are those for which the
 * packs last, so a short course with many packs is a long supply. What the patient still has counts unless the hospital
 * decided otherwise, and never refuses.
 */
export const supplyDays: Rule = (input, _, settings) =>
  input.lines.flatMap((line, lineIndex): Finding[] => {
    const [usual, { longest }] = [settings.supplyDays[rxTypeOf(input.rxType)], settings.supplyDays];
    const course = daysOf(line);
    const own = Math.max(course, suppliedBy(line)?.lastsDays ?? 0);
    const rest = settings.supplyCountsRest ? restOf(input, line) : 0;
    const days = own + rest;
    if (days <= usual) return [];
    const level = own > longest ? 'block' : 'warn';
    const atMost = own > usual ? null : 'warn';
    const packs = own > course ? { packs: line.quantity } : {};
    const left = rest > 0 ? { left: rest } : {};
    return [
      hit('supplyDays', { level, atMost, lineIndex, params: { days, usual, longest, ...packs, ...left }, source }),
    ];
  });

/** Packs beyond the course require a written reason. */
export const excessPacks: Rule = (input, _, { sparePacks }) =>
  knownLines(input).flatMap(({ line, medicine, lineIndex }): Finding[] => {
    const supply = suppliedBy(line);
    if (!supply) return [unavailable('excessPacks', 'doseNotComparable', lineIndex, { drug: medicine.name })];
    const excess = line.quantity - supply.needed;
    if (excess <= sparePacks) return [];
    const params = { drug: medicine.name, quantity: line.quantity, needed: supply.needed, excess, days: daysOf(line) };
    return [hit('excessPacks', { level: 'warn', lineIndex, params, source })];
  });

/**
 * Packs that end before the course require a written reason, unless what the patient still has of the same medicine fills
 * the gap. A medicine taken as needed may last longer than at its maximum. A dose that cannot be compared is reported by
 * `excessPacks`.
 */
export const tooFewPacks: Rule = (input) =>
  knownLines(input).flatMap(({ line, medicine, lineIndex }): Finding[] => {
    const supply = suppliedBy(line);
    if (!supply || isAsNeeded(line.frequency) || line.quantity >= supply.needed) return [];
    const days = daysOf(line);
    const { needed, lastsDays: lasts } = supply;
    const left = restOf(input, line);
    if (left > 0 && lasts + left >= days) return [];
    const params = {
      drug: medicine.name,
      quantity: line.quantity,
      needed,
      missing: needed - line.quantity,
      days,
      lasts,
    };
    return [hit('tooFewPacks', { level: 'warn', lineIndex, params, source: 'Medicine table' })];
  });
