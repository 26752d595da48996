import { type AllergyStatement, quoteOf } from '../allergies/allergyReader.ts';
import { nonMedicineAllergen } from './patientFacts.ts';
import type { Claim, FactEntry } from './summaryShape.ts';

/** Claims of what is only written about allergies; a written allergy has no code, so that nothing can check it. */
export const writtenClaims = (statements: readonly AllergyStatement[]): Claim[] =>
  statements.map(({ text, place, denied, deniesOthers }) => ({
    id: null,
    value: denied
      ? { kind: 'noKnownAllergy' }
      : { kind: 'allergy', code: null, text, reaction: '', severity: 'unknown' },
    name: null,
    confirmed: false,
    origin: place,
    by: null,
    time: null,
    outdated: false,
    ...(deniesOthers ? { deniesOthers } : {}),
  }));

const partsOf = (text: string) =>
  text
    .split(/[;；、\n]+/)
    .map((part) => quoteOf(part).toLowerCase())
    .filter((part) => part !== '');

/** The texts that stored statements repeat, so that what was written is not shown beside its own code. */
function covering(stored: readonly Claim[]) {
  const texts = stored.flatMap(({ value }) => (value.kind === 'allergy' ? [value.text] : []));
  const whole = new Set(texts.map((text) => quoteOf(text).toLowerCase()));
  return (text: string) => whole.has(quoteOf(text).toLowerCase()) || partsOf(text).every((part) => whole.has(part));
}

const isDenial = ({ value }: Claim) => value.kind === 'noKnownAllergy';

/** Denials that still count beside allergies: a stored one, and the one in the record of today. */
const stillDenies = ({ id, origin }: Claim) => id !== null || origin === 'record';

/**
 * The patient's allergies from all claims. An older denial in the file ends with the first allergy; one that was stated or
 * written since contradicts it.
 */
export function allergiesEntry(claims: readonly Claim[]): FactEntry[] {
  const stored = claims.filter(({ id }) => id !== null);
  const isCovered = covering(stored);
  const allergies = claims.filter(
    ({ id, value }) => value.kind === 'allergy' && (id !== null || !isCovered(value.text)),
  );
  const denials = claims.filter(isDenial);
  if (allergies.length > 0) {
    const against = denials.filter(stillDenies);
    const isDenied = against.length > 0 && !allergies.every(isOfNoMedicine);
    const standing = isDenied ? 'contradictory' : allergies.every(isConfirmed) ? 'confirmed' : 'stated';
    return [{ kind: 'allergies', standing, claims: [...allergies, ...against] }];
  }
  const denial = denials.find(isConfirmed) ?? denials[0];
  return denial ? [{ kind: 'allergies', standing: denial.confirmed ? 'confirmed' : 'stated', claims: [denial] }] : [];
}

/** A denial is about medicines, so that an allergy to pollen does not contradict it. */
const isOfNoMedicine = ({ value }: Claim) => value.kind === 'allergy' && value.code === nonMedicineAllergen;
const isConfirmed = ({ confirmed }: Claim) => confirmed;

/**
 * The allergies of an entry, each named once: a statement that is only written loses what a stored one or an earlier text
 * names already.
 */
export function shownAllergies({ claims }: FactEntry): Claim[] {
  const named: string[] = [];
  return claims.flatMap((claim): Claim[] => {
    const { value, name, id } = claim;
    if (value.kind !== 'allergy') return [];
    const repeats = (part: string) => named.some((one) => one === part || one.includes(part));
    const parts = value.text.split(/[;；、\n]+/).flatMap((part) => part.trim() || []);
    const left = id === null ? parts.filter((part) => !repeats(part.toLowerCase())) : parts;
    named.push(...[value.text, name?.en ?? '', name?.zh ?? ''].flatMap((one) => one.toLowerCase() || []));
    if (left.length === 0) return [];
    const text = left.length === parts.length ? value.text : left.join(/[、；]/.test(value.text) ? '；' : '; ');
    return [{ ...claim, value: { ...value, text } }];
  });
}
