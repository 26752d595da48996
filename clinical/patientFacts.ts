/** How severe an allergic reaction was. */
export const severities = ['mild', 'moderate', 'severe', 'unknown'] as const;
export type Severity = (typeof severities)[number];

/** Whether a state of the patient applies; `unknown` was asked and could not be answered. */
export const answers = ['yes', 'no', 'unknown'] as const;
export type StateAnswer = (typeof answers)[number];

export const smokingStates = ['never', 'former', 'current', 'unknown'] as const;
export const alcoholStates = ['never', 'occasional', 'regular', 'unknown'] as const;

/** Code of an allergy to something that is no medicine, such as pollen or food; no check concerns it. */
export const nonDrugAllergen = 'non-drug';

/**
 * One statement about a patient. Weights in kg, heights in cm, pregnancy in completed weeks, eGFR in ml/min/1.73 m²,
 * creatinine in µmol/l. An allergy without a code was written as text and is not checked.
 */
export type FactValue =
  | { kind: 'allergy'; code: string | null; text: string; reaction: string; severity: Severity }
  | { kind: 'noKnownAllergy' }
  | { kind: 'weight'; kg: number }
  | { kind: 'height'; cm: number }
  | { kind: 'pregnancy'; state: StateAnswer; week: number | null }
  | { kind: 'lactation'; state: StateAnswer }
  | { kind: 'liver'; state: StateAnswer; note: string }
  | { kind: 'kidney'; state: StateAnswer; egfr: number | null; creatinine: number | null }
  | { kind: 'smoking'; state: (typeof smokingStates)[number]; perDay: number | null }
  | { kind: 'alcohol'; state: (typeof alcoholStates)[number] }
  | { kind: 'medicine'; genericCode: string | null; name: string; dose: string };

export type FactKind = FactValue['kind'];

/** A patient has one current value of these kinds, and any number of the others. */
const several: ReadonlySet<FactKind> = new Set(['allergy', 'medicine']);

const subjectOf = (value: FactValue): string => {
  if (value.kind === 'allergy') return value.code ?? value.text.trim().toLowerCase();
  return value.kind === 'medicine' ? (value.genericCode ?? value.name.trim().toLowerCase()) : '';
};

/** Whether two statements are about the same thing, so that the later one replaces the earlier one. */
export const isSameSubject = (a: FactValue, b: FactValue): boolean =>
  a.kind === b.kind && (!several.has(a.kind) || subjectOf(a) === subjectOf(b));

/** Whether an allergy is the code of one that was written without a code. */
const codes = (added: FactValue, current: FactValue): boolean =>
  added.kind === 'allergy' &&
  current.kind === 'allergy' &&
  added.code !== null &&
  current.code === null &&
  added.text.trim() === current.text.trim();

/** Whether a new statement ends a current one: the same subject, its code, or a denial beside an allergy. */
export const endsFact = (added: FactValue, current: FactValue): boolean =>
  isSameSubject(added, current) ||
  codes(added, current) ||
  (added.kind === 'allergy' && current.kind === 'noKnownAllergy');

/** Whether a new statement contradicts a current one that a person must resolve first. */
export const contradicts = (added: FactValue, current: FactValue): boolean =>
  added.kind === 'noKnownAllergy' && current.kind === 'allergy';

/** A statement with whether a doctor confirmed it, and when it was made. */
export type KnownFact = { readonly value: FactValue; readonly confirmed: boolean; readonly createTime: number };

const weekMs = 7 * 86_400_000;
const longestPregnancy = 44;

/** Completed weeks of pregnancy now, from those at the time of the statement; null once no pregnancy lasts so long. */
export function weekNow(week: number, statedAt: number, now: number): number | null {
  const weeks = week + Math.max(0, Math.floor((now - statedAt) / weekMs));
  return weeks > longestPregnancy ? null : weeks;
}

/** What the checks and the banner need of the current statements. */
export type FactSummary = {
  /** Codes of confirmed allergies. */
  readonly allergens: readonly string[];
  /** Allergies without a confirmed code, as written. */
  readonly uncodedAllergies: readonly string[];
  /** Written statements that a confirmed allergy covers. */
  readonly codedTexts: readonly string[];
  readonly allergiesAsked: boolean;
  readonly weightKg: number | null;
  readonly heightCm: number | null;
  readonly pregnancy: StateAnswer | null;
  readonly pregnancyWeek: number | null;
  readonly lactation: StateAnswer | null;
  readonly liver: StateAnswer | null;
  readonly kidney: StateAnswer | null;
  readonly egfr: number | null;
  /** Serum creatinine in µmol/l. */
  readonly creatinine: number | null;
  /** Long-term medicines: code of the generic, or null with the name as written. */
  readonly medicines: readonly { readonly genericCode: string | null; readonly name: string }[];
};

/** eGFR below which the kidney function counts as impaired (KDIGO stage G3a and below). */
const impairedBelowEgfr = 60;

/**
 * Reduces the statements of a patient that hold now to what the checks need. An unconfirmed state counts, to be safe.
 */
export function summariseFacts(facts: readonly KnownFact[], now: number): FactSummary {
  const all = <Kind extends FactKind>(kind: Kind) =>
    facts.flatMap(({ value, ...stated }) =>
      value.kind === kind ? [{ value: value as Extract<FactValue, { kind: Kind }>, ...stated }] : [],
    );
  const one = <Kind extends FactKind>(kind: Kind) => all(kind).at(-1)?.value ?? null;
  const allergies = all('allergy');
  const coded = allergies.flatMap(({ value, confirmed }) =>
    confirmed && value.code !== null ? [{ value, code: value.code }] : [],
  );
  const [kidney, pregnancy] = [one('kidney'), all('pregnancy').at(-1)];
  const isImpaired = kidney?.egfr != null && kidney.egfr < impairedBelowEgfr;
  return {
    allergens: coded.map(({ code }) => code).filter((code) => code !== nonDrugAllergen),
    uncodedAllergies: allergies.flatMap(({ value }) => (coded.some((one) => one.value === value) ? [] : [value.text])),
    codedTexts: coded.map(({ value }) => value.text),
    allergiesAsked: allergies.length > 0 || all('noKnownAllergy').some(({ confirmed }) => confirmed),
    weightKg: one('weight')?.kg ?? null,
    heightCm: one('height')?.cm ?? null,
    pregnancy: pregnancy?.value.state ?? null,
    pregnancyWeek:
      pregnancy?.value.state === 'yes' && pregnancy.value.week !== null
        ? weekNow(pregnancy.value.week, pregnancy.createTime, now)
        : null,
    lactation: one('lactation')?.state ?? null,
    liver: one('liver')?.state ?? null,
    kidney: isImpaired ? 'yes' : (kidney?.state ?? null),
    egfr: kidney?.egfr ?? null,
    creatinine: kidney?.creatinine ?? null,
    medicines: all('medicine').map(({ value: { genericCode, name } }) => ({ genericCode, name })),
  };
}
