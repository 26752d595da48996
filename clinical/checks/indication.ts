import { categoryOf, isInGroups } from '../icd10.ts';
import { type IndicationChange, isFor } from '../indicationChange.ts';
import { type KnownLine, knownLines, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import type { Indication } from './patientTables.ts';

/**
 * Diagnoses that may be what any medicine is for, which the tables do not say: general symptoms (R50-R69), abnormal
 * findings (R70-R99), provisional codes (U), and of the contacts with health services those for an infection, for
 * reproduction, for care, for a way of life or with a history.
 */
const general = ['R50-R99', 'U00-U99', 'Z14-Z69', 'Z72', 'Z77-Z99'];

/** Contacts that name no reason for a medicine: examinations, advice, repeat prescriptions; and causes from outside. */
const contacts = ['V00-Y99', 'Z00-Z13', 'Z70-Z71', 'Z73-Z76'];

/** Whether the diagnoses say too little to compare a medicine with: one that fits any, or nothing but contacts. */
const sayTooLittle = (known: readonly string[]): boolean =>
  known.some((category) => isInGroups(category, general)) ||
  (known.length > 0 && known.every((category) => isInGroups(category, contacts)));

/** What a medicine is for by the tables; null if they do not say. */
function useOf({ line, drug }: KnownLine, rows: readonly Indication[]): Indication | null {
  const about = rows.filter(({ code }) => code === drug.genericCode);
  return (
    about.find(({ routes }) => routes.some((route) => route === line.route)) ??
    about.find(({ routes }) => routes.length === 0) ??
    null
  );
}

const changeOf = (changes: Readonly<Record<string, IndicationChange>>, code: string): IndicationChange | null =>
  Object.hasOwn(changes, code) ? (changes[code] ?? null) : null;

/**
 * Finds medicines that are for none of the diagnoses. A general diagnosis counts as fitting, a contact only without any
 * other diagnosis; a diagnosis without a code of ICD-10 cannot be compared, which is said.
 */
export const indication: Rule = (input, { indications }, settings) => {
  if (!indications) return [unavailable('indication', 'tableMissing')];
  const categories = input.diagnoses.map((code) => (code === null ? null : categoryOf(code)));
  const known = categories.flatMap((category) => category ?? []);
  // A prescription without a diagnosis is refused by its own rule.
  if (categories.length === 0 || sayTooLittle(known)) return [];
  return knownLines(input).flatMap((one): Finding[] => {
    const { drug, lineIndex } = one;
    const use = useOf(one, indications);
    const change = changeOf(settings.indications, drug.genericCode);
    const params = { drug: drug.name };
    if (use === null && change === null) return [unavailable('indication', 'indicationsMissing', lineIndex, params)];
    if (known.some((category) => isFor(category, use, change))) return [];
    if (use?.any && change === null) return [];
    if (known.length < categories.length) return [unavailable('indication', 'diagnosisNotCoded', lineIndex, params)];
    return [hit('indication', { level: 'warn', lineIndex, params, source: change || !use ? 'Hospital' : use.source })];
  });
};
