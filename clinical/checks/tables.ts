/** Wording that a table carries itself, in both languages. */
export type LocalText = { en: string; zh: string };

/** Several names as one enumeration, each of them once. */
export const listed = (names: readonly LocalText[]): LocalText => ({
  en: [...new Set(names.map(({ en }) => en))].join(', '),
  zh: [...new Set(names.map(({ zh }) => zh))].join('、'),
});

/** How serious a finding is: worth knowing, to be justified in writing, or not to be issued. */
export type Level = 'info' | 'warn' | 'block';

/** What a table row speaks of: one ingredient, or every drug of a class. */
export type Target = { kind: 'ingredient' | 'class'; code: string };

/** Two kinds of drugs that should not meet in one patient. */
export type Interaction = { code: string; a: Target; b: Target; level: Level; text: LocalText; source: string };

/** Ingredients of which an allergy to one speaks against the others. `code` is an allergen in its own right. */
export type CrossAllergyGroup = {
  code: string;
  text: LocalText;
  ingredients: string[];
  /** Groups that react with this one now and then (penicillins and cephalosporins): a warning, not a ban. */
  related: string[];
  source: string;
};

/** What may not be prescribed online: an ingredient, a class, a kind of control, or everything injected. */
export type OnlineBan = {
  code: string;
  covers:
    | { kind: 'ingredient'; code: string }
    | { kind: 'class'; code: string }
    | { kind: 'control'; controlType: number }
    | { kind: 'injection'; exceptClasses: string[] };
  level: Level;
  text: LocalText;
  source: string;
};

/** A therapeutic class of which one patient needs one drug only. */
export type DuplicateClass = { code: string; level: Level; text: LocalText; source: string };

/** The versioned tables that the checks read. One that could not be loaded is null: "not checked", never "nothing found". */
export type RuleTables = {
  version: number;
  interactions: readonly Interaction[] | null;
  crossAllergy: readonly CrossAllergyGroup[] | null;
  onlineBans: readonly OnlineBan[] | null;
  duplicateClasses: readonly DuplicateClass[] | null;
  /** How ingredients are called, by code: an allergen that stands in no list here cannot be checked. */
  names: Readonly<Record<string, LocalText>>;
};
