import type { ClinicalSettings } from '../settings/settings.ts';
import { minAgeOf } from './doseLimits.ts';
import { knownLines, type Rule } from './facts.ts';
import { hit, unavailable } from './finding.ts';

const source = 'Medicine table';

/** A prescription for a small child requires a guardian to be present. */
export const guardianMissing: Rule = ({ patient, guardianConfirmed }, _, { guardianBelowMonths }) => {
  if (guardianConfirmed) return [];
  if (patient.ageMonths === null) return [unavailable('guardianMissing', 'ageUnknown')];
  if (patient.ageMonths >= guardianBelowMonths) return [];
  const params = { years: Math.floor(guardianBelowMonths / 12) };
  return [
    hit('guardianMissing', { level: 'block', params, source: 'Rules for online diagnosis and treatment, art. 19' }),
  ];
};

/** Some medicines, or some of their forms, have a minimum age. */
export const minimumAge: Rule = (input) =>
  knownLines(input).flatMap((known) => {
    const least = minAgeOf(known);
    if (!least) return [];
    const { medicine, lineIndex } = known;
    const { ageMonths } = input.patient;
    if (ageMonths === null) return [unavailable('minimumAge', 'ageUnknown', lineIndex)];
    if (ageMonths >= least.months) return [];
    const params = { drug: medicine.name, minMonths: least.months, ageMonths };
    return [hit('minimumAge', { level: 'block', lineIndex, params, source: least.source })];
  });

const ageGroup =
  (group: 'child' | 'elder', isIn: (ageMonths: number, settings: ClinicalSettings) => boolean): Rule =>
  (input, _, settings) =>
    knownLines(input).flatMap(({ medicine, lineIndex }) => {
      const suitability = medicine.suitability[group];
      if (suitability === null) return [];
      const { ageMonths } = input.patient;
      if (ageMonths === null) return [unavailable(group, 'ageUnknown', lineIndex)];
      if (!isIn(ageMonths, settings)) return [];
      const level = suitability === 'forbidden' ? 'block' : 'info';
      return [hit(group, { level, lineIndex, params: { drug: medicine.name, ageMonths }, source })];
    });

/** Some medicines are forbidden for children, or allowed only with care. */
export const child = ageGroup('child', (ageMonths, { childBelowMonths }) => ageMonths < childBelowMonths);

/** Some medicines are forbidden for old people, or allowed only with care. */
export const elder = ageGroup('elder', (ageMonths, { elderFromMonths }) => ageMonths >= elderFromMonths);
