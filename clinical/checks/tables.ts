import type { Amount } from '../doses/dose.ts';
import type { GrowthCurve } from '../measures/growth.ts';
import type { LocalText } from '../words/localText.ts';
import type { Level } from './level.ts';
import type { Indication, PreventionDuty, SexBound } from './patientTables.ts';
import type { EffectRule, IngredientProperties } from './properties.ts';

/** The subject of a table row: one ingredient, or every medicine of a class. */
export type Target = { kind: 'ingredient' | 'class'; code: string };

/** Two kinds of medicines that interact. */
export type Interaction = {
  code: string;
  a: Target;
  b: Target;
  level: Level;
  text: LocalText;
  source: string;
  /** Findings from properties that this row judges instead, because the pair is usual treatment. */
  settles: readonly string[];
};

/** Three or more kinds of medicines that harm together; each kind is any of its targets. */
export type Combination = {
  code: string;
  kinds: readonly (readonly Target[])[];
  level: Level;
  text: LocalText;
  source: string;
};

/** Ingredients with cross-allergy: an allergy to one excludes the others. `code` is an allergen itself. */
export type CrossAllergyGroup = {
  code: string;
  text: LocalText;
  ingredients: string[];
  /** Groups that sometimes cross-react with this one (penicillins and cephalosporins): a warning, not a ban. */
  related: string[];
  source: string;
};

/** By which ways of giving a product a ban holds: any, by mouth, or all but those that act only where applied. */
export type BannedWay = 'any' | 'oral' | 'systemic';

/**
 * What must not be prescribed online. `ingredient`: every product that contains it; `single`: products of exactly these
 * ingredients; `compound`: products that contain one of these beside others.
 */
export type OnlineBan = {
  code: string;
  covers:
    | { kind: 'ingredient'; code: string }
    | { kind: 'single' | 'compound'; ingredients: readonly string[]; by: BannedWay }
    | { kind: 'class'; code: string }
    | { kind: 'control'; controlType: number }
    | { kind: 'injection'; exceptClasses: string[] };
  level: Level;
  text: LocalText;
  source: string;
  /** Names of medicines of this row which no generic is named after. */
  named?: readonly { ingredients: readonly string[]; name: LocalText }[];
};

/**
 * How much of a compound's strength is one of its ingredients: `part` in `of`, in the same unit; and the most of the
 * ingredient in a day, for a child for each kilogram.
 */
export type IngredientShare = {
  generic: string;
  ingredient: string;
  part: number;
  of: number;
  maxDaily: Amount;
  childMaxDailyPerKg: Amount | null;
};

/** An ingredient that published criteria name for old age; `unlessFor` are groups of ICD-10 for which they do not mean it. */
export type ElderCriterion = {
  ingredient: string;
  level: Level;
  unlessFor: readonly string[];
  text: LocalText;
  source: string;
};

/** Medicines that published criteria name for old age together with a disease, by the beginning of its code. */
export type ElderDisease = {
  code: string;
  medicines: readonly Target[];
  diagnoses: readonly string[];
  /** Medicines that make it safe when they are given with it. */
  unlessWith: readonly Target[];
  /** The criterion means inhalers, which act only where they are applied. */
  inhaled: boolean;
  level: Level;
  text: LocalText;
  source: string;
};

/** Classes with one mechanism, of which one patient needs one medicine only. */
export type DuplicateClass = { code: string; classes: string[]; level: Level; text: LocalText; source: string };

/** How to change from a medicine that the patient takes to another: what to stop, and what to wait for. */
export type MedicineChange = {
  code: string;
  from: Target;
  to: Target;
  how: LocalText;
  /** The wait is longer than a prescription is valid, so a refusal for taking both stands while the earlier one runs. */
  keepsRefusal: boolean;
  source: string;
  date: string;
};

/**
 * The versioned tables of the checks. A table that could not be loaded is null, which means "not checked", never
 * "nothing found".
 */
export type RuleTables = {
  version: number;
  interactions: readonly Interaction[] | null;
  properties: readonly IngredientProperties[] | null;
  effects: readonly EffectRule[] | null;
  combinations: readonly Combination[] | null;
  crossAllergy: readonly CrossAllergyGroup[] | null;
  onlineBans: readonly OnlineBan[] | null;
  duplicateClasses: readonly DuplicateClass[] | null;
  elderCriteria: readonly ElderCriterion[] | null;
  elderDiseases: readonly ElderDisease[] | null;
  changes: readonly MedicineChange[] | null;
  pregnancyPrevention: readonly PreventionDuty[] | null;
  sexBound: readonly SexBound[] | null;
  indications: readonly Indication[] | null;
  shares: readonly IngredientShare[];
  /** Names of ingredients by code. An allergen missing here cannot be checked. */
  names: Readonly<Record<string, LocalText>>;
  /** Published growth curves, for what patients weigh and measure; absent where no measure is judged. */
  growth?: readonly GrowthCurve[];
};
