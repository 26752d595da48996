import { allergyReader } from '../allergies/allergyReader.ts';
import { sexOf } from '../patient/sex.ts';
import { defaultSettings } from '../settings/settings.ts';
import { isBlank } from '../words/writtenReason.ts';
import { isOutdated } from './ageing.ts';
import { allergiesEntry, writtenClaims } from './allergies.ts';
import { neededKinds } from './kinds.ts';
import type { FactValue, StateAnswer } from './patientFacts.ts';
import { type Claim, entryOf, type PatientSummary } from './summaryShape.ts';
import { allergyText } from './words.ts';

/** What the wire's specified fields say about a patient: states 0 no, 1 yes, 2 unknown; weight in kg. */
export type BriefFields = {
  readonly allergy?: string | null | undefined;
  readonly pregnant?: number | null | undefined;
  readonly pregnancyWeek?: number | null | undefined;
  readonly lactating?: number | null | undefined;
  readonly liver?: number | null | undefined;
  readonly kidney?: number | null | undefined;
  readonly weightKg?: number | null | undefined;
  readonly weightTime?: number | null | undefined;
  readonly gender?: number | undefined;
  /** In completed years. */
  readonly age?: number | undefined;
  readonly facts?: PatientSummary | null | undefined;
};

const answers = ['no', 'yes', 'unknown'] as const;
const answerOf = (state: number | null | undefined): StateAnswer | null =>
  typeof state === 'number' ? (answers[state] ?? 'unknown') : null;

const written = (value: FactValue, time: number | null = null): Claim => ({
  id: null,
  value,
  name: null,
  confirmed: false,
  origin: 'file',
  by: null,
  time,
  outdated: false,
});

function stateEntries(brief: BriefFields): PatientSummary {
  const [pregnancy, lactation, liver, kidney] = [brief.pregnant, brief.lactating, brief.liver, brief.kidney].map(
    answerOf,
  );
  const values: FactValue[] = [
    ...(pregnancy ? [{ kind: 'pregnancy' as const, state: pregnancy, week: brief.pregnancyWeek ?? null }] : []),
    ...(lactation ? [{ kind: 'lactation' as const, state: lactation }] : []),
    ...(kidney ? [{ kind: 'kidney' as const, state: kidney, egfr: null, creatinine: null }] : []),
    ...(liver ? [{ kind: 'liver' as const, state: liver, note: '' }] : []),
  ];
  return values.flatMap((value) =>
    value.kind === 'allergy' || value.kind === 'noKnownAllergy' || value.kind === 'medicine'
      ? []
      : [{ kind: value.kind, standing: 'stated' as const, claims: [written(value)] }],
  );
}

/** Other ways to say "none" stay statements here, because their words load after the first view. */
const { allergyStatements, readAllergyText } = allergyReader(() => null);

/** The statements of one text; each allergen of a list is one, because the specified field has no other separation. */
const statementsIn = (text: string) =>
  allergyStatements({ onFile: text, inRecord: '', histories: [], complaints: [] }).flatMap((one) =>
    one.denied || readAllergyText(one.text) !== 'stated'
      ? [one]
      : text.split(/[;；、\n]+/).flatMap((part) => (isBlank(part) ? [] : [{ ...one, text: part.trim() }])),
  );

/** The weight of the specified fields, which grows old by the default limits. */
function weightEntries({ weightKg, weightTime = null, age }: BriefFields, at: number): PatientSummary {
  if (!weightKg) return [];
  const value: FactValue = { kind: 'weight', kg: weightKg };
  const ageMonths = age === undefined ? null : age * 12;
  const outdated = isOutdated(value, weightTime, { at, days: defaultSettings.factDays, ageMonths });
  const claim = { ...written(value, weightTime), outdated };
  return [{ kind: 'weight', standing: outdated ? 'outdated' : 'stated', claims: [claim] }];
}

/** The summary that came with a patient, or what the specified fields of another platform or an old copy say at a time. */
export function summaryOf(brief: BriefFields, at: number): PatientSummary {
  if (brief.facts) return brief.facts;
  return withNeeded(brief, [
    ...allergiesEntry(writtenClaims(statementsIn(brief.allergy ?? ''))),
    ...stateEntries(brief),
    ...weightEntries(brief, at),
  ]);
}

/** Where the platform does not say what this patient is asked for, the default limits of age do. */
function withNeeded({ gender = 0, age }: BriefFields, entries: PatientSummary): PatientSummary {
  if (age === undefined) return entries;
  const needed = neededKinds({ sex: sexOf(gender), ageMonths: age * 12 }, defaultSettings);
  const missing = needed.filter((kind) => !entries.some((entry) => entry.kind === kind));
  return [
    ...entries.map((entry) => (needed.includes(entry.kind) ? { ...entry, needed: true } : entry)),
    ...missing.map((kind) => ({ ...entryOf([], kind), needed: true })),
  ];
}

/** The state on the wire: yes if anybody says so, and no only if that is neither doubted nor outdated; null if unknown. */
function wireState(summary: PatientSummary, kind: 'pregnancy' | 'lactation' | 'liver' | 'kidney'): number | null {
  const { claims } = entryOf(summary, kind);
  const states = claims.flatMap(({ value, outdated }) =>
    'state' in value ? [outdated && value.state === 'no' ? 'unknown' : value.state] : [],
  );
  if (states.length === 0) return null;
  if (states.includes('yes')) return 1;
  return states.every((state) => state === 'no') ? 0 : 2;
}

/** The specified fields of a patient, from the summary. */
export function fieldsOf(summary: PatientSummary, language: 'en' | 'zh') {
  const weight = entryOf(summary, 'weight').claims[0];
  const weeks = entryOf(summary, 'pregnancy').claims.flatMap(({ value }) =>
    value.kind === 'pregnancy' && value.state === 'yes' ? (value.week ?? []) : [],
  );
  return {
    allergy: allergyText(summary)?.[language] ?? null,
    pregnant: wireState(summary, 'pregnancy'),
    pregnancyWeek: weeks[0] ?? null,
    lactating: wireState(summary, 'lactation'),
    liver: wireState(summary, 'liver'),
    kidney: wireState(summary, 'kidney'),
    weightKg: weight?.value.kind === 'weight' ? weight.value.kg : null,
    weightTime: weight?.time ?? null,
  };
}
