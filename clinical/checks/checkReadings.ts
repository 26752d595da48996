import type { AgeingKind, Readings } from '../facts/readings.ts';
import { ageingSubject } from '../facts/words.ts';
import type { ClinicalSettings } from '../settings/settings.ts';
import { type CheckReport, checkPrescription } from './checkPrescription.ts';
import type { CheckInput } from './facts.ts';
import type { RuleHit, UnavailableCheck } from './finding.ts';
import { gravity } from './level.ts';
import type { RuleTables } from './tables.ts';

const placeOf = ({ ruleCode, lineIndex }: Pick<RuleHit, 'ruleCode' | 'lineIndex'>) => `${ruleCode} ${lineIndex ?? ''}`;
const lowestMax = (hits: readonly RuleHit[]) =>
  Math.min(...hits.map(({ params: { max } }) => (max === undefined ? Infinity : Number(max))));

/** Sorts the findings of one rule on one line: the gravest first, then the most, then those with the lowest maximum. */
const byStrictness = (a: readonly RuleHit[], b: readonly RuleHit[]) =>
  Math.max(...b.map(({ level }) => gravity[level])) - Math.max(...a.map(({ level }) => gravity[level])) ||
  b.length - a.length ||
  lowestMax(a) - lowestMax(b);

/** For each rule and line the strictest findings of all candidates; of equals those of the first. */
function strictest(reports: readonly CheckReport[]): RuleHit[] {
  const places = [...new Set(reports.flatMap(({ hits }) => hits.map(placeOf)))];
  const foundAt = (place: string) =>
    reports.map(({ hits }) => hits.filter((hit) => placeOf(hit) === place)).filter((found) => found.length > 0);
  return places
    .flatMap((place) => foundAt(place).toSorted(byStrictness)[0] ?? [])
    .toSorted((a, b) => gravity[b.level] - gravity[a.level] || (a.lineIndex ?? -1) - (b.lineIndex ?? -1));
}

const lacking: Readonly<Partial<Record<UnavailableCheck['why'], AgeingKind>>> = {
  weightUnknown: 'weight',
  kidneyFunctionUnknown: 'kidney',
};

/** A check that only lacks what is outdated says so, with the age in words. */
function asOutdated(check: UnavailableCheck, { outdated }: Readings): UnavailableCheck {
  const kinds: readonly string[] = Object.keys(outdated);
  const isKind = (kind: string): kind is AgeingKind => kinds.includes(kind);
  const lacked = lacking[check.why] ?? check.ruleCode;
  const kind = isKind(lacked) ? lacked : null;
  const age = kind && outdated[kind];
  if (!kind || !age) return check;
  return { ...check, why: 'factOutdated', params: { ...check.params, fact: ageingSubject[kind], kind, age } };
}

/** What no run could check, each once; a finding of the same rule and line says more. */
function unchecked(checks: readonly UnavailableCheck[], hits: readonly RuleHit[]): UnavailableCheck[] {
  const keyOf = ({ why, ...check }: UnavailableCheck) => `${placeOf(check)} ${why} ${JSON.stringify(check.params)}`;
  const keys = checks.map(keyOf);
  const isFound = ({ ruleCode, lineIndex }: UnavailableCheck) =>
    hits.some((hit) => hit.ruleCode === ruleCode && (lineIndex === null || hit.lineIndex === lineIndex));
  return checks.filter(
    (check, index) => keys.indexOf(keyOf(check)) === index && !(isAboutPatient(check) && isFound(check)),
  );
}

const aboutPatient: ReadonlySet<UnavailableCheck['why']> = new Set([
  'weightUnknown',
  'stateUnknown',
  'kidneyFunctionUnknown',
  'creatinineImplausible',
  'factOutdated',
]);
const isAboutPatient = ({ why }: UnavailableCheck) => aboutPatient.has(why);

/**
 * Checks a prescription with every value that may be true of the patient, and answers with the strictest findings. Checks
 * that need an outdated fact still use it, and are reported as not checked unless they found something.
 */
export function checkReadings(
  input: Omit<CheckInput, 'patient'>,
  readings: Readings,
  tables: RuleTables,
  settings: ClinicalSettings,
): CheckReport {
  const run = (patient: CheckInput['patient']) => checkPrescription({ ...input, patient }, tables, settings);
  const reports = readings.candidates.map(run);
  const hits = strictest(reports);
  const known = reports.flatMap(({ unavailable }) => unavailable);
  const isNew = (check: UnavailableCheck) =>
    !known.some((one) => placeOf(one) === placeOf(check) && one.why === check.why);
  const hasOld = Object.keys(readings.outdated).length > 0;
  const old = hasOld
    ? run(readings.current)
        .unavailable.filter(isNew)
        .map((check) => asOutdated(check, readings))
    : [];
  const unavailable = unchecked([...known, ...old], hits);
  const faults = reports.flatMap((report) => report.faults);
  return { available: unavailable.length === 0, hits, unavailable, faults };
}
