import { isInGroups } from '../icd10.ts';
import { elder as suitability } from './age.ts';
import { isLocal } from './exposure.ts';
import { knownLines, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import type { ElderCriterion } from './tables.ts';

/**
 * Medicines that published criteria ask to avoid in old age need a reason; others that need care are shown. A product that acts
 * only where it is applied is not meant by the criteria.
 */
export const elder: Rule = (input, tables, settings) => {
  const { ageMonths } = input.patient;
  const isMeant = ({ unlessFor }: ElderCriterion) =>
    !input.diagnoses.some((code) => code !== null && isInGroups(code, unlessFor));
  const criteria = (tables.elderCriteria ?? []).filter(isMeant);
  const listed = knownLines(input).flatMap(({ drug, lineIndex }) => {
    const row = criteria.find(({ ingredient }) => drug.ingredients.includes(ingredient));
    return row && !isLocal(drug.dosageForm) ? [{ drug, lineIndex, row }] : [];
  });
  const lines = new Set(listed.map(({ lineIndex }) => lineIndex));
  const others = suitability(input, tables, settings).filter(
    (one) => one.kind !== 'hit' || one.level === 'block' || !lines.has(one.lineIndex ?? -1),
  );
  const avoided = listed.flatMap(({ drug, lineIndex, row: { level, text, source } }): Finding[] => {
    if (ageMonths === null)
      return drug.suitability.elder === null ? [unavailable('elder', 'ageUnknown', lineIndex)] : [];
    if (ageMonths < settings.elderFromMonths) return [];
    return [hit('elder', { level, lineIndex, params: { drug: drug.name, ageMonths }, text, source })];
  });
  return [...(tables.elderCriteria ? [] : [unavailable('elder', 'tableMissing')]), ...others, ...avoided];
};
