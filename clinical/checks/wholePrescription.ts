import { knownLines, type Rule } from './facts.ts';
import { hit, unavailable } from './finding.ts';

const measures = (article: number) => `Prescription Management Measures, art. ${article}`;

/** A prescription requires a diagnosis. */
export const diagnosisRequired: Rule = ({ diagnoses }, _, settings) =>
  settings.diagnosisRequired && diagnoses.length === 0
    ? [hit('diagnosisRequired', { level: 'block', source: measures(6) })]
    : [];

/** The number of medicines on a prescription is limited. */
export const tooManyDrugs: Rule = ({ lines }, _, { maxDrugs }) =>
  lines.length > maxDrugs
    ? [hit('tooManyDrugs', { level: 'block', params: { count: lines.length, max: maxDrugs }, source: measures(6) })]
    : [];

/** A pharmacy cannot hand out more than its stock. */
export const stock: Rule = ({ lines }) =>
  lines.flatMap((line, lineIndex) => {
    if (line.stock === null) return [unavailable('stock', 'stockUnknown', lineIndex)];
    if (line.quantity <= line.stock) return [];
    const params = { quantity: line.quantity, stock: line.stock };
    return [hit('stock', { level: 'block', lineIndex, params, source: 'Stock of the pharmacy' })];
  });

/** Some medicines require a skin test first, which cannot be done online. */
export const skinTest: Rule = (input) =>
  knownLines(input).flatMap(({ medicine, lineIndex }) =>
    medicine.skinTest
      ? [hit('skinTest', { level: 'info', lineIndex, params: { drug: medicine.name }, source: 'Medicine table' })]
      : [],
  );
