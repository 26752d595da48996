import type { ClinicalSettings } from '../settings.ts';
import { type SupplyFacts, supplyOf } from '../supply.ts';
import { type CheckLine, knownLines, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';

const source = 'Prescription Management Measures, art. 19';

const usualDays = ({ supplyDays }: ClinicalSettings, rxType: number): number =>
  ({ 1: supplyDays.emergency, 2: supplyDays.paediatric, 3: supplyDays.chronic })[rxType] ?? supplyDays.ordinary;

const suppliedBy = (line: CheckLine): SupplyFacts | null =>
  line.drug ? supplyOf(line, line.drug.packing, line.drug.maxDailyDose) : null;

/**
 * More days than usual require a written reason; more than the maximum are blocked. The days are those for which the
 * packs last, so a short course with many packs is a long supply.
 */
export const supplyDays: Rule = ({ lines, rxType }, _, settings) =>
  lines.flatMap((line, lineIndex): Finding[] => {
    const [usual, { longest }] = [usualDays(settings, rxType), settings.supplyDays];
    const days = Math.max(line.days, suppliedBy(line)?.lastsDays ?? 0);
    if (days <= usual) return [];
    const level = days > longest ? 'block' : 'warn';
    const packs = days > line.days ? { packs: line.quantity } : {};
    return [hit('supplyDays', { level, lineIndex, params: { days, usual, longest, ...packs }, source })];
  });

/** Packs beyond the course require a written reason. */
export const excessPacks: Rule = (input, _, { sparePacks }) =>
  knownLines(input).flatMap(({ line, drug, lineIndex }): Finding[] => {
    const supply = suppliedBy(line);
    if (!supply) return [unavailable('excessPacks', 'doseNotComparable', lineIndex, { drug: drug.name })];
    const excess = line.quantity - supply.needed;
    if (excess <= sparePacks) return [];
    const params = { drug: drug.name, quantity: line.quantity, needed: supply.needed, excess, days: line.days };
    return [hit('excessPacks', { level: 'warn', lineIndex, params, source })];
  });
