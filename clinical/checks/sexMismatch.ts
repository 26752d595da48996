import { isInGroups } from '../diagnoses/icd10.ts';
import { listed } from '../words/localText.ts';
import { type CheckInput, type KnownLine, knownLines, type Rule } from './facts.ts';
import { hit, unavailable } from './finding.ts';
import type { SexBound } from './patientTables.ts';

function isCovered({ line, medicine }: KnownLine, { covers, unlessFor }: SexBound, { diagnoses }: CheckInput): boolean {
  if (diagnoses.some((code) => code !== null && isInGroups(code, unlessFor))) return false;
  return covers.kind === 'route' ? line.route === covers.code : medicine.ingredients.includes(covers.code);
}

/** Finds medicines for the other sex: off-label use, or the wrong patient. One finding a line, the first row's. */
export const sexMismatch: Rule = (input, { sexBound }) => {
  if (!sexBound) return [unavailable('sexMismatch', 'tableMissing')];
  const bound = knownLines(input).map((known) => ({
    ...known,
    rows: sexBound.filter((row) => isCovered(known, row, input)),
  }));
  if (input.patient.sex === 'unknown') {
    const medicines = bound.flatMap(({ medicine, rows }) => (rows.length > 0 ? [medicine.name] : []));
    return medicines.length > 0
      ? [unavailable('sexMismatch', 'sexNotRecorded', null, { drugs: listed(medicines) })]
      : [];
  }
  return bound.flatMap(({ medicine, lineIndex, rows }) => {
    const row = rows.find(({ notFor }) => notFor === input.patient.sex);
    if (!row) return [];
    const { text, source, notFor } = row;
    const params = { drug: medicine.name, ...(notFor === 'male' ? { inMan: 1 } : { inWoman: 1 }) };
    return [hit('sexMismatch', { level: 'warn', lineIndex, params, text, source })];
  });
};
