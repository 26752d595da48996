import type { LocalText } from '../words/localText.ts';
import type { FactValue } from './patientFacts.ts';

/**
 * How far a fact can be relied on: confirmed by a doctor, only stated, too old, stated otherwise than confirmed, or not
 * known at all.
 */
export const standings = ['confirmed', 'stated', 'outdated', 'contradictory', 'unknown'] as const;
export type Standing = (typeof standings)[number];

/** What a summary has one entry of, those that can harm most first. */
export const summaryKinds = [
  'allergies',
  'medicines',
  'pregnancy',
  'lactation',
  'contraception',
  'kidney',
  'liver',
  'weight',
  'height',
  'smoking',
  'alcohol',
] as const;
export type SummaryKind = (typeof summaryKinds)[number];

/** Who said it: a doctor, the patient to a doctor, the patient in the form, or where it is only written. */
export const claimOrigins = ['doctor', 'patient', 'intake', 'file', 'record', 'history', 'complaint'] as const;
export type ClaimOrigin = (typeof claimOrigins)[number];

/**
 * One value that somebody gave. `name` is the label of a coded allergen or medicine, `by` the doctor who recorded or
 * confirmed it, `time` (epoch ms) when; a pregnancy's week is that of the summary. `id` is null if it is only written.
 */
export type Claim = {
  readonly id: string | null;
  readonly value: FactValue;
  readonly name: LocalText | null;
  readonly confirmed: boolean;
  readonly origin: ClaimOrigin;
  readonly by: LocalText | null;
  readonly time: number | null;
  readonly outdated: boolean;
  /** The text of an allergy only denies allergies to other things than medicines, so that it names none. */
  readonly deniesOthers?: boolean | undefined;
};

/** All current claims about one kind of fact: of single values what a doctor confirmed, then what was stated otherwise. */
export type FactEntry = {
  readonly kind: SummaryKind;
  readonly standing: Standing;
  readonly claims: readonly Claim[];
  /** Whether patients of this sex and age are asked for it, by the hospital's limits of age. */
  readonly needed?: boolean | undefined;
};

/** What is known about a patient; a kind without an entry is unknown. */
export type PatientSummary = readonly FactEntry[];

export const entryOf = (summary: PatientSummary, kind: SummaryKind): FactEntry =>
  summary.find((entry) => entry.kind === kind) ?? { kind, standing: 'unknown', claims: [] };

/** The claims of one kind of value, in the order of the entry. */
export const claimsOf = <Kind extends FactValue['kind']>(entry: FactEntry, kind: Kind) =>
  entry.claims.flatMap(({ value, ...claim }) =>
    value.kind === kind ? [{ ...claim, value: value as Extract<FactValue, { kind: Kind }> }] : [],
  );
