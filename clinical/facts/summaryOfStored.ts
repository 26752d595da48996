import type { AllergyTexts } from '../allergies/allergyReader.ts';
import { allergyStatements, readAllergyText } from '../allergies/allergyText.ts';
import type { Sex } from '../patient/sex.ts';
import type { ClinicalSettings } from '../settings/settings.ts';
import type { LocalText } from '../words/localText.ts';
import { isOutdated } from './ageing.ts';
import { allergiesEntry, writtenClaims } from './allergies.ts';
import { type AgeLimits, neededKinds } from './kinds.ts';
import { type FactValue, weekNow } from './patientFacts.ts';
import type { Claim, ClaimOrigin, FactEntry, PatientSummary, SummaryKind } from './summaryShape.ts';

/** A statement that holds now, with who made it; `createTime` and `confirmTime` in epoch ms. */
export type KnownFact = {
  readonly id: string | null;
  readonly value: FactValue;
  readonly confirmed: boolean;
  readonly origin: ClaimOrigin;
  readonly by: LocalText | null;
  readonly createTime: number;
  readonly confirmTime: number | null;
};

/** What of a hospital's settings a summary depends on. */
export type SummarySettings = AgeLimits & Pick<ClinicalSettings, 'factDays'>;

export type Known = {
  /** In the order in which they were made. */
  readonly facts: readonly KnownFact[];
  readonly texts: AllergyTexts;
  readonly sex: Sex;
  readonly ageMonths: number | null;
  readonly at: number;
  readonly settings: SummarySettings;
  /** The label of a coded allergen or medicine; null for what has no code or an unknown one. */
  readonly nameOf: (value: FactValue) => LocalText | null;
};

/** A pregnancy's week passes on. */
const valueNow = (value: FactValue, createTime: number, at: number): FactValue =>
  value.kind === 'pregnancy' && value.week !== null
    ? { ...value, week: value.state === 'yes' ? weekNow(value.week, createTime, at) : null }
    : value;

const deniesOthersIn = (value: FactValue) =>
  value.kind === 'allergy' && value.code === null && readAllergyText(value.text) === 'deniedInPart';

function claimOf({ id, value, confirmed, origin, by, createTime, confirmTime }: KnownFact, known: Known): Claim {
  const time = confirmed ? (confirmTime ?? createTime) : createTime;
  // A pregnancy ends when it must, however often it was confirmed.
  const since = value.kind === 'pregnancy' && value.state === 'yes' ? createTime : time;
  return {
    id,
    value: valueNow(value, createTime, known.at),
    name: known.nameOf(value),
    confirmed,
    origin,
    by,
    time,
    outdated: isOutdated(value, since, { ...known, days: known.settings.factDays }),
    ...(deniesOthersIn(value) ? { deniesOthers: true } : {}),
  };
}

const isInformative = (value: FactValue): boolean => !('state' in value) || value.state !== 'unknown';

/** Whether a statement says the same as what was confirmed. */
function agrees(stated: FactValue, confirmed: FactValue): boolean {
  if (stated.kind === 'weight' && confirmed.kind === 'weight') return stated.kg === confirmed.kg;
  if (stated.kind === 'height' && confirmed.kind === 'height') return stated.cm === confirmed.cm;
  if (stated.kind === 'kidney' && confirmed.kind === 'kidney' && stated.egfr !== null)
    return stated.egfr === confirmed.egfr;
  return 'state' in stated && 'state' in confirmed && stated.state === confirmed.state;
}

/** What a doctor confirmed, and what was stated otherwise; a patient who does not know contradicts nothing. */
function singleEntry(kind: SummaryKind & FactValue['kind'], known: Known): FactEntry[] {
  const facts = known.facts.filter(({ value }) => value.kind === kind);
  const confirmed = facts.findLast((fact) => fact.confirmed);
  const stated = facts.findLast((fact) => !fact.confirmed);
  const differs = stated && (!confirmed || (isInformative(stated.value) && !agrees(stated.value, confirmed.value)));
  const claims = [confirmed, differs ? stated : undefined].flatMap((fact) => (fact ? [claimOf(fact, known)] : []));
  const needed = neededKinds(known, known.settings).includes(kind) ? { needed: true } : {};
  const [first, second] = claims;
  if (!first) return needed.needed ? [{ kind, standing: 'unknown', claims, ...needed }] : [];
  if (second) return [{ kind, standing: 'contradictory', claims, ...needed }];
  const standing = first.outdated ? 'outdated' : first.confirmed ? 'confirmed' : 'stated';
  return [{ kind, standing, claims, ...needed }];
}

function medicinesEntry(known: Known): FactEntry[] {
  const claims = known.facts.flatMap((fact) => (fact.value.kind === 'medicine' ? [claimOf(fact, known)] : []));
  if (claims.length === 0) return [];
  return [{ kind: 'medicines', standing: claims.every(({ confirmed }) => confirmed) ? 'confirmed' : 'stated', claims }];
}

const singles = [
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

/**
 * Reduces everything that is known about a patient to one entry a kind. Screens, paper, lists and checks all read this,
 * so that they cannot disagree.
 */
export function summarise(known: Known): PatientSummary {
  const stated = known.facts.flatMap((fact) =>
    fact.value.kind === 'allergy' || fact.value.kind === 'noKnownAllergy' ? [claimOf(fact, known)] : [],
  );
  return [
    ...allergiesEntry([...stated, ...writtenClaims(allergyStatements(known.texts))]),
    ...medicinesEntry(known),
    ...singles.flatMap((kind) => singleEntry(kind, known)),
  ];
}
