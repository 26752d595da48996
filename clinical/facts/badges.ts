import type { LocalText } from '../words/localText.ts';
import { shownAllergies } from './allergies.ts';
import { impairedBelowEgfr, nonMedicineAllergen } from './patientFacts.ts';
import { type Claim, entryOf, type FactEntry, type PatientSummary, type SummaryKind } from './summaryShape.ts';
import {
  allergenWords,
  allergiesNotRecordedWords,
  noKnownAllergyWords,
  outdatedWords,
  statesWords,
  valueWords,
} from './words.ts';

/** A fact as a banner shows it. `icon` and `tone` say how grave it is. */
export type FactBadge = {
  readonly key: string;
  readonly kind: SummaryKind;
  readonly icon: 'danger' | 'unknown' | 'safe' | 'child' | 'weight';
  readonly tone: 'danger' | 'warning' | 'neutral' | 'info';
  readonly text: LocalText;
  /** The name of the allergen alone; null for what names none. */
  readonly allergen: LocalText | null;
  readonly entry: FactEntry;
};

const words = (en: string, zh: string): LocalText => ({ en, zh });
const joined = (texts: readonly LocalText[]): LocalText => ({
  en: texts.map(({ en }) => en).join(' · '),
  zh: texts.map(({ zh }) => zh).join(' · '),
});

/** A person says a value; a document has one. */
const isSaid = ({ origin }: Claim) => origin === 'patient' || origin === 'intake' || origin === 'doctor';

/** What was confirmed, and beside it what was stated otherwise. */
const statedBeside = (claim: Claim): LocalText => {
  const value = valueWords(claim);
  const { en, zh } = statesWords[claim.origin];
  const [inEnglish, inChinese] = isSaid(claim) ? [' ', ''] : [': ', '：'];
  return words(
    `${en}${inEnglish}${value.en.charAt(0).toLowerCase()}${value.en.slice(1)}`,
    `${zh}${inChinese}${value.zh}`,
  );
};

const capitalised = ({ en, zh }: LocalText): LocalText => words(`${en.charAt(0).toUpperCase()}${en.slice(1)}`, zh);

function allergyBadge(claim: Claim, entry: FactEntry): FactBadge {
  const { en, zh } = allergenWords(claim);
  const { value, origin } = claim;
  const isWritten = origin === 'record' || origin === 'history' || origin === 'complaint';
  const isPartOnly = claim.deniesOthers === true;
  const isOther = value.kind === 'allergy' && value.code === nonMedicineAllergen;
  const text =
    isWritten || isPartOnly
      ? words(`Allergy history: ${en}`, `过敏史：${zh}`)
      : words(`Allergic to ${en}`, `对${zh}过敏`);
  return {
    key: `${origin} ${en}`,
    kind: 'allergies',
    icon: isPartOnly ? 'unknown' : 'danger',
    tone: isPartOnly ? 'warning' : isOther ? 'neutral' : 'danger',
    text,
    allergen: allergenWords(claim),
    entry,
  };
}

/** Badges of the allergies; "none" differs from "not asked", and neither covers an allergy that anybody named. */
export function allergyBadges(summary: PatientSummary): FactBadge[] {
  const entry = entryOf(summary, 'allergies');
  const badge = { kind: 'allergies', allergen: null, entry } as const;
  if (entry.claims.length === 0)
    return [{ ...badge, key: 'unknown', icon: 'unknown', tone: 'warning', text: allergiesNotRecordedWords }];
  const allergies = shownAllergies(entry);
  const denial = entry.claims.find(({ value }) => value.kind === 'noKnownAllergy');
  if (allergies.length === 0)
    return [{ ...badge, key: 'none', icon: 'safe', tone: 'neutral', text: noKnownAllergyWords }];
  const against =
    denial && entry.standing === 'contradictory'
      ? [
          {
            ...badge,
            key: 'denied',
            icon: 'unknown' as const,
            tone: 'warning' as const,
            text: capitalised(statedBeside(denial)),
          },
        ]
      : [];
  return [...allergies.map((claim) => allergyBadge(claim, entry)), ...against];
}

const applies = ({ value }: Claim): boolean =>
  ('state' in value && value.state === 'yes') ||
  (value.kind === 'kidney' && value.egfr !== null && value.egfr < impairedBelowEgfr);

/** The day of a time in the reader's form, the same in both languages of the text. */
export type DateOf = (time: number) => LocalText;

/** The values of an entry; with `dateOf` each with its day. */
function entryText({ claims }: FactEntry, outdated: boolean, dateOf: DateOf | null = null): LocalText {
  const [first, second] = claims;
  const dated = (claim: Claim | undefined, text: (claim: Claim) => LocalText) =>
    claim ? [text(claim), ...(dateOf && claim.time !== null ? [dateOf(claim.time)] : [])] : [];
  return joined([...dated(first, valueWords), ...dated(second, statedBeside), ...(outdated ? [outdatedWords] : [])]);
}

const isOld = ({ claims }: FactEntry) => claims.length > 0 && claims.every(({ outdated }) => outdated);

/** Badges of the states that apply, that are doubted, or whose denial is outdated. */
function stateBadges(summary: PatientSummary): FactBadge[] {
  const kinds = ['pregnancy', 'lactation', 'liver', 'kidney'] as const;
  return kinds.flatMap((kind): FactBadge[] => {
    const entry = entryOf(summary, kind);
    const isDoubted = entry.standing === 'contradictory';
    const isYes = entry.claims.some(applies);
    const isFemale = kind === 'pregnancy' || kind === 'lactation';
    if (!isYes && !isDoubted && !(isOld(entry) && (!isFemale || entry.needed))) return [];
    const icon = isYes ? (isFemale ? 'child' : 'danger') : 'unknown';
    const tone = isYes || isDoubted ? 'warning' : 'neutral';
    return [{ key: kind, kind, icon, tone, text: entryText(entry, isOld(entry)), allergen: null, entry }];
  });
}

function pregnancyQuestion(summary: PatientSummary): FactBadge[] {
  const entry = entryOf(summary, 'pregnancy');
  const [claim] = entry.claims;
  const isUnknown = !claim || ('state' in claim.value && claim.value.state === 'unknown' && entry.claims.length === 1);
  if (!entry.needed || !isUnknown) return [];
  const text = claim ? words('Pregnancy not known', '是否怀孕不详') : words('Pregnancy not asked', '未询问是否怀孕');
  return [{ key: 'pregnancy', kind: 'pregnancy', icon: 'unknown', tone: 'neutral', text, allergen: null, entry }];
}

function weightBadge(summary: PatientSummary, dateOf: DateOf): FactBadge[] {
  const entry = entryOf(summary, 'weight');
  const badge = { key: 'weight', kind: 'weight', icon: 'weight', allergen: null, entry } as const;
  if (entry.claims.length === 0)
    return entry.needed ? [{ ...badge, tone: 'warning', text: words('Weight not recorded', '体重未记录') }] : [];
  const doubted = entry.standing === 'contradictory' || isOld(entry);
  const tone = doubted ? 'warning' : entry.needed ? 'info' : 'neutral';
  return [{ ...badge, tone, text: entryText(entry, isOld(entry), dateOf) }];
}

/** What everybody who treats or checks must see of a patient, the gravest first, apart from the allergies. */
export const otherBadges = (summary: PatientSummary, dateOf: DateOf): FactBadge[] => [
  ...stateBadges(summary),
  ...pregnancyQuestion(summary),
  ...weightBadge(summary, dateOf),
];
