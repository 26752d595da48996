import type { RouteCode } from '../doses/route.ts';
import type { LocalText } from '../words/localText.ts';

/** An ingredient that a woman who may become pregnant takes only with contraception; `date` is that of the source. */
export type PreventionDuty = {
  /** Code of the ingredient. */
  code: string;
  /** Routes for which the source asks for nothing, such as creams. */
  exemptRoutes: readonly RouteCode[];
  /** False where its label allows it in pregnancy after weighing the risks: then the check of pregnancy asks for a reason. */
  refusesPregnancy: boolean;
  /** Groups of ICD-10 for which it is given so that pregnancy begins. */
  unlessFor: readonly string[];
  text: LocalText;
  source: string;
  date: string | null;
};

/** A medicine that is for one sex only: an ingredient, or everything given by a route. */
export type SexBound = {
  code: string;
  covers: { kind: 'ingredient'; code: string } | { kind: 'route'; code: RouteCode };
  notFor: 'female' | 'male';
  /** Groups of ICD-10 for which it is given to both, such as pulmonary hypertension. */
  unlessFor: readonly string[];
  text: LocalText;
  source: string;
};

/**
 * What a medicine is for: groups of ICD-10 such as "J20-J22" or "L40". `any` marks medicines for symptoms that occur in
 * every disease. Without routes the row is about all of them.
 */
export type Indication = {
  /** Code of the generic. */
  code: string;
  routes: readonly RouteCode[];
  groups: readonly string[];
  any: boolean;
  source: string;
};
