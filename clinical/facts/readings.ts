import type { PatientFacts, SpecialState } from '../checks/facts.ts';
import { filtrationOf } from '../checks/kidneyMeasures.ts';
import type { LocalText } from '../words/localText.ts';
import { timeSince } from './ageing.ts';
import { impairedBelowEgfr, nonMedicineAllergen, type StateAnswer } from './patientFacts.ts';
import { type Claim, claimsOf, entryOf, type PatientSummary } from './summaryShape.ts';

/** Kinds whose age matters to the checks. */
export type AgeingKind = SpecialState | 'weight' | 'height';

/**
 * The patient as the checks must see them. `candidates` are the patients that may be true, one for each combination of
 * values that contradict each other, the confirmed ones first. `current` has only what is not outdated, and `outdated`
 * says how old the rest is.
 */
export type Readings = {
  readonly candidates: readonly PatientFacts[];
  readonly current: PatientFacts;
  readonly outdated: Readonly<Partial<Record<AgeingKind, LocalText>>>;
};

type Base = Pick<PatientFacts, 'ageMonths' | 'sex' | 'prevention'>;
type Part = Omit<PatientFacts, keyof Base | 'allergens' | 'allergiesAsked' | 'uncodedAllergies'>;
type Edit = (part: Part) => Part;

const nothing: Part = {
  weightKg: null,
  heightCm: null,
  egfr: null,
  creatinine: null,
  pregnancyWeek: null,
  states: { pregnancy: 'unknown', lactation: 'unknown', liver: 'unknown', kidney: 'unknown' },
};

const withState =
  (state: SpecialState, answer: StateAnswer): Edit =>
  (part) => ({ ...part, states: { ...part.states, [state]: answer } });

/** An implausible measure that no doctor confirmed is likely a slip, so that it counts for no check. */
export const counts = ({ value, confirmed }: Claim): boolean =>
  confirmed || !('implausible' in value && value.implausible === true);

/** What one claim says to the checks. */
function editOf(claim: Claim, base: Base): Edit | null {
  const { value } = claim;
  if (!counts(claim)) return null;
  switch (value.kind) {
    case 'weight':
      return (part) => ({ ...part, weightKg: value.kg });
    case 'height':
      return (part) => ({ ...part, heightCm: value.cm });
    case 'pregnancy':
      return (part) => ({ ...withState('pregnancy', value.state)(part), pregnancyWeek: value.week });
    case 'lactation':
    case 'liver':
      return withState(value.kind, value.state);
    case 'kidney': {
      const { egfr, creatinine } = value;
      return (part) => {
        const derived = filtrationOf({ ...base, ...part, egfr: null, creatinine }).found?.value ?? null;
        const isImpaired = [egfr, derived].some((rate) => rate !== null && rate < impairedBelowEgfr);
        return { ...withState('kidney', isImpaired ? 'yes' : value.state)(part), egfr, creatinine };
      };
    }
    default:
      return null;
  }
}

/** An outdated "yes" stays in force, to be safe; everything else outdated is not known any more. */
function currentEdit(claim: Claim, base: Base): Edit | null {
  const edit = editOf(claim, base);
  if (!edit || !claim.outdated) return edit;
  const { value } = claim;
  if (!('state' in value) || value.kind === 'smoking' || value.kind === 'alcohol') return null;
  if (value.kind === 'contraception') return null;
  if (value.kind !== 'kidney') return value.state === 'yes' ? edit : null;
  return (part) => (edit(part).states.kidney === 'yes' ? withState('kidney', 'yes')(part) : part);
}

/** The kidneys come last, because a child's function follows from the height too. */
const ageing: readonly AgeingKind[] = ['pregnancy', 'lactation', 'liver', 'weight', 'height', 'kidney'];

/** How old a kind is if all that is known of it is outdated, and the checks must not rely on it. */
function outdatedIn(summary: PatientSummary, at: number): Readings['outdated'] {
  const found = ageing.flatMap((kind) => {
    const claims = entryOf(summary, kind).claims.filter(counts);
    const newest = claims.toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0))[0];
    const isOld = newest?.time != null && claims.every(({ outdated }) => outdated);
    return isOld && newest.time !== null ? [[kind, timeSince(newest.time, at)] as const] : [];
  });
  return Object.fromEntries(found);
}

function allergiesIn(summary: PatientSummary) {
  const entry = entryOf(summary, 'allergies');
  const allergies = claimsOf(entry, 'allergy').filter(({ value }) => value.code !== nonMedicineAllergen);
  return {
    allergens: [...new Set(allergies.flatMap(({ value }) => value.code ?? []))],
    uncodedAllergies: [...new Set(allergies.flatMap(({ value }) => (value.code === null ? [value.text] : [])))],
    allergiesAsked: entry.claims.some(({ id, origin }) => id !== null || origin === 'file' || origin === 'record'),
  };
}

/** Every combination of one claim of each kind; contradictions are few, so that there are at most 64. */
const combinations = (choices: readonly (readonly Edit[])[]): Part[] =>
  choices.reduce<Part[]>(
    (parts, edits) => (edits.length === 0 ? parts : parts.flatMap((part) => edits.map((edit) => edit(part)))),
    [nothing],
  );

/** Reads a summary for the checks. */
export function readingsOf(summary: PatientSummary, base: Base, at: number): Readings {
  const entries = ageing.map((kind) => entryOf(summary, kind));
  const allergies = allergiesIn(summary);
  const whole = (part: Part): PatientFacts => ({ ...base, ...part, ...allergies });
  const edits = (read: typeof editOf) =>
    entries.map(({ claims }) => claims.flatMap((claim) => read(claim, base) ?? []).slice(0, 2));
  const [current = nothing] = combinations(edits(currentEdit));
  return {
    candidates: combinations(edits(editOf)).map(whole),
    current: whole(current),
    outdated: outdatedIn(summary, at),
  };
}
