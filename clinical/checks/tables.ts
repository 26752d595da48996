import { z } from 'zod/mini';

const Code = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]*$/));
const Text = z.object({ en: z.string().check(z.minLength(1)), zh: z.string().check(z.minLength(1)) });
const Level = z.enum(['info', 'warn', 'block']);

/** Wording that a table carries itself, in both languages. */
export type LocalText = z.infer<typeof Text>;

/** What a table row speaks of: one ingredient, or every drug of a class. */
export const Target = z.object({ kind: z.enum(['ingredient', 'class']), code: Code });
export type Target = z.infer<typeof Target>;

/** Two kinds of drugs that should not meet in one patient. */
export const Interaction = z.object({ code: Code, a: Target, b: Target, level: Level, text: Text, source: z.string() });
export type Interaction = z.infer<typeof Interaction>;

/** Ingredients of which one allergy speaks against the others. `code` is also an allergen of its own. */
export const CrossAllergyGroup = z.object({
  code: Code,
  text: Text,
  ingredients: z.array(Code),
  /** Groups that react with this one now and then (penicillins and cephalosporins): a warning, no ban. */
  related: z.array(Code),
  source: z.string(),
});
export type CrossAllergyGroup = z.infer<typeof CrossAllergyGroup>;

/** What may not be prescribed online: an ingredient, a class, a kind of control, or everything injected. */
export const OnlineBan = z.object({
  code: Code,
  covers: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ingredient'), code: Code }),
    z.object({ kind: z.literal('class'), code: Code }),
    z.object({ kind: z.literal('control'), controlType: z.int() }),
    z.object({ kind: z.literal('injection'), exceptClasses: z.array(Code) }),
  ]),
  level: Level,
  text: Text,
  source: z.string(),
});
export type OnlineBan = z.infer<typeof OnlineBan>;

/** A therapeutic class of which one patient needs one drug only. */
export const DuplicateClass = z.object({ code: Code, level: Level, text: Text, source: z.string() });
export type DuplicateClass = z.infer<typeof DuplicateClass>;

/** The versioned tables that the checks read. A table that could not be loaded is null: "not checked", never "nothing found". */
export const RuleTables = z.object({
  version: z.int(),
  interactions: z.nullable(z.array(Interaction)),
  crossAllergy: z.nullable(z.array(CrossAllergyGroup)),
  onlineBans: z.nullable(z.array(OnlineBan)),
  duplicateClasses: z.nullable(z.array(DuplicateClass)),
});
export type RuleTables = z.infer<typeof RuleTables>;
