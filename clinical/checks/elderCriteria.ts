import { isInGroups } from '../diagnoses/icd10.ts';
import { elderDiseasesOf } from './elderDiseases.ts';
import { isLocal } from './exposure.ts';
import { knownLines, type MedicineFacts, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import { gravity } from './level.ts';
import type { ElderCriterion, ElderDisease } from './tables.ts';
import { elder as suitability } from './unsuitableAge.ts';

/**
 * Medicines that published criteria ask to avoid in old age need a reason, some of them only with a disease; others that need
 * care are shown. A product that acts only where it is applied is not meant by the criteria for every disease. A line has one
 * finding: the gravest, and of two equal ones that of the disease.
 */
export const elder: Rule = (input, tables, settings) => {
  const { ageMonths } = input.patient;
  const isFor = ({ unlessFor }: ElderCriterion) =>
    !input.diagnoses.some((code) => code !== null && isInGroups(code, unlessFor));
  const criteria = (tables.elderCriteria ?? []).filter(isFor);
  const criterionOf = (medicine: MedicineFacts): readonly (ElderCriterion | ElderDisease)[] => {
    const plain = criteria.find(({ ingredient }) => medicine.ingredients.includes(ingredient));
    return [
      ...elderDiseasesOf(medicine, input, tables.elderDiseases ?? []),
      ...(plain && !isLocal(medicine.dosageForm) ? [plain] : []),
    ].toSorted((a, b) => gravity[b.level] - gravity[a.level]);
  };
  const listed = knownLines(input).flatMap(({ medicine, lineIndex }) => {
    const [row] = criterionOf(medicine);
    return row ? [{ medicine, lineIndex, row }] : [];
  });
  const lines = new Set(listed.map(({ lineIndex }) => lineIndex));
  const others = suitability(input, tables, settings).filter(
    (one) => one.kind !== 'hit' || one.level === 'block' || !lines.has(one.lineIndex ?? -1),
  );
  const avoided = listed.flatMap(({ medicine, lineIndex, row: { level, text, source } }): Finding[] => {
    if (ageMonths === null)
      return medicine.suitability.elder === null ? [unavailable('elder', 'ageUnknown', lineIndex)] : [];
    if (ageMonths < settings.elderFromMonths) return [];
    return [hit('elder', { level, lineIndex, params: { drug: medicine.name, ageMonths }, text, source })];
  });
  const missing = !tables.elderCriteria || !tables.elderDiseases;
  return [...(missing ? [unavailable('elder', 'tableMissing')] : []), ...others, ...avoided];
};
