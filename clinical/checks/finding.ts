import type { LocalText } from '../words/localText.ts';
import type { Level } from './level.ts';

/** Rule names; the screen has a text for each, filled with `params`. */
export type RuleCode =
  | 'diagnosisRequired'
  | 'tooManyDrugs'
  | 'supplyDays'
  | 'excessPacks'
  | 'tooFewPacks'
  | 'onlineBan'
  | 'minimumAge'
  | 'child'
  | 'elder'
  | 'guardianMissing'
  | 'pregnancy'
  | 'lactation'
  | 'liver'
  | 'kidney'
  | 'allergy'
  | 'allergyRelated'
  | 'repeatedLine'
  | 'duplicateIngredient'
  | 'duplicateClass'
  | 'interaction'
  | 'maxSingleDose'
  | 'maxDailyDose'
  | 'childDailyDose'
  | 'childSingleDose'
  | 'periodDose'
  | 'timesPerDay'
  | 'courseDays'
  | 'kidneyDose'
  | 'leastInterval'
  | 'asNeededMaximum'
  | 'portion'
  | 'unusualDose'
  | 'routeMismatch'
  | 'skinTest'
  | 'antibacterialLevel'
  | 'sexMismatch'
  | 'pregnancyPrevention'
  | 'indication'
  | 'stock';

/** Values for a rule's text. Names come in both languages, so that every reader sees their own. */
export type Params = Readonly<Record<string, string | number | LocalText>>;

/** A finding on one line, or on the whole prescription if `lineIndex` is null. */
export type RuleHit = {
  ruleCode: RuleCode;
  level: Level;
  lineIndex: number | null;
  params: Params;
  /** The table's own wording of the finding; null if the rule's text is sufficient. */
  text: LocalText | null;
  source: string;
  /** Whether the doctor may continue only with a written reason. */
  needReason: boolean;
};

/** Why a rule could not be applied. This is never the same as "nothing found". */
export type UnavailableWhy =
  | 'drugUnknown'
  | 'tableMissing'
  | 'historyMissing'
  | 'otherDrugUnknown'
  | 'ageUnknown'
  | 'weightUnknown'
  | 'heightUnknown'
  | 'sexUnknown'
  | 'creatinineUnknown'
  | 'creatinineImplausible'
  | 'noChildDose'
  | 'kidneyFunctionUnknown'
  | 'stateUnknown'
  | 'factOutdated'
  | 'allergiesNotAsked'
  | 'allergenUnknown'
  | 'allergyNotCoded'
  | 'doseNotComparable'
  | 'frequencyUnknown'
  | 'formUnknown'
  | 'propertiesMissing'
  | 'propertiesUnknown'
  | 'suitabilityUnknown'
  | 'sexNotRecorded'
  | 'diagnosisNotCoded'
  | 'indicationsMissing'
  | 'stockUnknown'
  | 'ruleFailed';

/** A rule that could not be applied to a line, or to the whole prescription if `lineIndex` is null. */
export type UnavailableCheck = {
  ruleCode: RuleCode;
  lineIndex: number | null;
  why: UnavailableWhy;
  params: Params;
};

/** Result of one rule. */
export type Finding =
  | ({
      kind: 'hit';
      /** The gravest level that a hospital can give this finding; null for any that its rule allows. */
      atMost: Level | null;
    } & Omit<RuleHit, 'needReason'>)
  | ({ kind: 'unavailable' } & UnavailableCheck);

type HitParts = {
  level: Level;
  atMost?: Level | null;
  lineIndex?: number;
  params?: Params;
  text?: LocalText;
  source: string;
};

export const hit = (ruleCode: RuleCode, { level, atMost, lineIndex, params, text, source }: HitParts): Finding => ({
  kind: 'hit',
  atMost: atMost ?? null,
  ruleCode,
  level,
  lineIndex: lineIndex ?? null,
  params: params ?? {},
  text: text ?? null,
  source,
});

export const unavailable = (
  ruleCode: RuleCode,
  why: UnavailableWhy,
  lineIndex: number | null = null,
  params: Params = {},
): Finding => ({ kind: 'unavailable', ruleCode, lineIndex, why, params });
