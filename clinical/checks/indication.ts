import { categoryOf, isInGroups, readGroups } from '../icd10.ts';
import type { ClinicalSettings } from '../settings.ts';
import { type KnownLine, knownLines, type Rule } from './facts.ts';
import { type Finding, hit, unavailable } from './finding.ts';
import type { Indication } from './patientTables.ts';

/**
 * Diagnoses that say too little to compare a medicine with: general symptoms (R50-R69), abnormal findings (R70-R99),
 * provisional codes (U) and contacts with health services (Z).
 */
const general = ['R50-R99', 'U00-Z99'];

type Use = Pick<Indication, 'groups' | 'any' | 'source'>;

/** What a medicine is for, by the hospital or else by the tables; null if nobody knows. */
function useOf({ line, drug }: KnownLine, rows: readonly Indication[], { indications }: ClinicalSettings): Use | null {
  const own = Object.hasOwn(indications, drug.genericCode) ? indications[drug.genericCode] : undefined;
  const groups = own === undefined ? null : readGroups(own);
  if (groups) return { groups, any: groups.length === 0, source: 'Hospital' };
  const about = rows.filter(({ code }) => code === drug.genericCode);
  return (
    about.find(({ routes }) => routes.some((route) => route === line.route)) ??
    about.find(({ routes }) => routes.length === 0) ??
    null
  );
}

/**
 * Finds medicines that are for none of the diagnoses. A general diagnosis counts as fitting; a diagnosis without a code
 * of ICD-10 cannot be compared, which is said.
 */
export const indication: Rule = (input, { indications }, settings) => {
  if (!indications) return [unavailable('indication', 'tableMissing')];
  const categories = input.diagnoses.map((code) => (code === null ? null : categoryOf(code)));
  const known = categories.flatMap((category) => category ?? []);
  // A prescription without a diagnosis is refused by its own rule.
  if (categories.length === 0 || known.some((category) => isInGroups(category, general))) return [];
  return knownLines(input).flatMap((one): Finding[] => {
    const { drug, lineIndex } = one;
    const use = useOf(one, indications, settings);
    const params = { drug: drug.name };
    if (use === null) return [unavailable('indication', 'indicationsMissing', lineIndex, params)];
    if (use.any || known.some((category) => isInGroups(category, use.groups))) return [];
    if (known.length < categories.length) return [unavailable('indication', 'diagnosisNotCoded', lineIndex, params)];
    return [hit('indication', { level: 'warn', lineIndex, params, source: use.source })];
  });
};
