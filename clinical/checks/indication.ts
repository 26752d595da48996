import { categoryOf, isInGroups, shareCategory } from '../diagnoses/icd10.ts';
import { groupsOf, type IndicationChange, isFor } from '../diagnoses/indicationChange.ts';
import { meaningOf } from '../diagnoses/vagueDiagnoses.ts';
import { type KnownLine, knownLines, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import type { Indication } from './patientTables.ts';

/**
 * Codes that name no reason for a medicine: examinations, vaccinations, donors, advice, repeat prescriptions, allergies to
 * medicines, illness or death without a name, codes kept free, and causes from outside.
 */
const saysNothing = [
  'R69',
  'R95-R99',
  'U50-U81',
  'U86-U99',
  'V00-Y99',
  'Z00-Z14',
  'Z17-Z19',
  'Z23-Z28',
  'Z52',
  'Z66-Z71',
  'Z73-Z79',
  'Z88',
];

/** Whether a code names a reason that a medicine may be compared with. */
export const saysSomething = (code: string): boolean => !isInGroups(code, saysNothing);

/** What a medicine is for by the tables; null if they do not say. */
function useOf({ line, medicine }: KnownLine, rows: readonly Indication[]): Indication | null {
  const about = rows.filter(({ code }) => code === medicine.genericCode);
  return (
    about.find(({ routes }) => routes.some((route) => route === line.route)) ??
    about.find(({ routes }) => routes.length === 0) ??
    null
  );
}

const changeOf = (changes: Readonly<Record<string, IndicationChange>>, code: string): IndicationChange | null =>
  Object.hasOwn(changes, code) ? (changes[code] ?? null) : null;

/** Whether a medicine is for a diagnosis, or for a disease that a symptom or a factor of health may stand for. */
function fits(code: string, use: Indication | null, change: IndicationChange | null): boolean {
  const category = categoryOf(code);
  return category !== null && (isFor(category, use, change) || shareCategory(meaningOf(code), groupsOf(use, change)));
}

/**
 * Finds medicines that are for none of the diagnoses, where a symptom fits the diseases that it may stand for. Codes that
 * name no reason are left out, and a diagnosis without a code of ICD-10 is reported, because it cannot be compared.
 */
export const indication: Rule = (input, { indications }, settings) => {
  if (!indications) return [unavailable('indication', 'tableMissing')];
  const coded = input.diagnoses.flatMap((code) => (code !== null && categoryOf(code) !== null ? [code] : []));
  const reasons = coded.filter(saysSomething);
  // A prescription without a diagnosis is refused by its own rule.
  if (input.diagnoses.length === 0 || (coded.length > 0 && reasons.length === 0)) return [];
  return knownLines(input).flatMap((one): Finding[] => {
    const { medicine, lineIndex } = one;
    const use = useOf(one, indications);
    const change = changeOf(settings.indications, medicine.genericCode);
    const params = { drug: medicine.name };
    if (use === null && change === null) return [unavailable('indication', 'indicationsMissing', lineIndex, params)];
    if (coded.some((code) => fits(code, use, change))) return [];
    if (use?.any && change === null) return [];
    if (coded.length < input.diagnoses.length)
      return [unavailable('indication', 'diagnosisNotCoded', lineIndex, params)];
    return [hit('indication', { level: 'warn', lineIndex, params, source: change || !use ? 'Hospital' : use.source })];
  });
};
