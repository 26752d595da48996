import { z } from 'zod';
import { limitKinds } from '../../clinical/checks/facts.ts';
import { bindings, effects, pathways, propertyGroups, strengths } from '../../clinical/checks/properties.ts';
import { dosageForms, routeCodes } from '../../clinical/doses/route.ts';
import { Amount, Code, Initials, Text } from '../tableFile.ts';

/** Lactation alone may be `unknown`: nobody has read a text about it. */
const Suitability = z.enum(['forbidden', 'caution']).nullable();

/**
 * When a public text that says the same was opened, and which; null where nobody has read one yet. The source may be
 * another text than the one that was read.
 */
const reading = { read: z.iso.date().nullable().default(null), text: z.string().min(1).nullable().default(null) };

/** A medicine by its generic name: ingredients, classes, cautions and maximum doses. */
export const Generic = z.strictObject({
  code: Code,
  name: Text,
  pinyin: Initials,
  atc: z.string().regex(/^[A-Z]\d{2}[A-Z]{1,2}(\d{2})?$/),
  ingredients: z.array(Code).min(1),
  classes: z.array(Code).min(1),
  /** 0 ordinary, 1 narcotic, 2 psychotropic class I, 3 psychotropic class II, 4 toxic, radioactive or precursor. */
  controlType: z.int().min(0).max(4),
  suitability: z.strictObject({
    pregnancy: Suitability,
    lactation: z.enum(['forbidden', 'caution', 'unknown']).nullable(),
    child: Suitability,
    elder: Suitability,
    liver: Suitability,
    kidney: Suitability,
  }),
  minAgeMonths: z.int().positive().nullable(),
  /** Completed weeks of pregnancy from which it is forbidden, although earlier it needs only care. */
  forbiddenFromWeek: z.int().positive().nullable().default(null),
  maxSingleDose: Amount.nullable(),
  maxDailyDose: Amount.nullable(),
  /** The most a child may have in a day for each kilogram. */
  childMaxDailyPerKg: Amount.nullable(),
  /** The most a child may have at once for each kilogram. */
  childMaxSinglePerKg: Amount.nullable(),
  /** Maximum doses by age, `toMonths` excluded. */
  ageBands: z.array(
    z.strictObject({
      fromMonths: z.int().nonnegative(),
      toMonths: z.int().positive(),
      maxSingle: Amount.nullable(),
      maxDaily: Amount.nullable(),
    }),
  ),
  /** Daily maxima by kidney function; without one the medicine is forbidden below it. */
  kidneyLimits: z.array(
    z.strictObject({
      belowEgfr: z.int().positive(),
      maxDaily: Amount.nullable(),
      /** Days between two such doses, for a limit that is lower than one dose a day. */
      everyDays: z.int().positive().nullable().default(null),
    }),
  ),
  /** Days between two doses of a medicine taken weekly or monthly. */
  everyDays: z.int().positive().nullable(),
  skinTest: z.boolean(),
  /** 0 no antibiotic, 1 unrestricted, 2 restricted, 3 special. */
  antibioticLevel: z.int().min(0).max(3),
  /** The text that says that labels name no maximum; null where they name one, or nobody has read it. */
  unpublished: z.string().min(1).nullable().default(null),
  /** The day on which a public text with the same adult maximum was opened, and which one. */
  ...reading,
});
export type Generic = z.infer<typeof Generic>;

/** A code with its label, for frequencies, routes, forms, units and classes. */
export const Labelled = z.strictObject({ code: Code, label: Text, sort: z.int() });
export type Labelled = z.infer<typeof Labelled>;

/** A diagnosis by its code of WHO's ICD-10, fifth edition. */
export const Diagnosis = z.strictObject({
  code: z.string().regex(/^[A-Z]\d{2}(\.\d)?$/),
  name: Text,
  pinyin: Initials,
  chronic: z.boolean(),
  /** Everyday names and abbreviations by which doctors look for it, in both languages. */
  words: z.array(z.string().min(1)).default([]),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

/** One maximum with its source; what its fields mean is said at the type of the checks. */
export const DoseLimit = z.strictObject({
  generic: Code,
  per: z.enum(limitKinds),
  routes: z.array(z.enum(routeCodes)).default([]),
  forms: z.array(z.enum(dosageForms)).default([]),
  fromMonths: z.int().nonnegative().default(0),
  toMonths: z.int().positive().nullable().default(null),
  value: z.number().positive(),
  unit: z.string().min(1),
  days: z.int().positive().nullable().default(null),
  source: z.string().min(1),
  ...reading,
});

/** What a generic's label assumes: the measure of its kidney limits, and the weight of its adult maxima in kg. */
export const LabelBasis = z.strictObject({
  generic: Code,
  kidneyMeasure: z.enum(['egfr', 'clearance']).default('egfr'),
  adultKg: z.number().positive().nullable().default(null),
  source: z.string().min(1),
  ...reading,
});

/** A public list of maximum daily doses. `adultKg` is the adult's weight if the figures are per kilogram. */
export const MaximaList = z.strictObject({
  code: Code,
  /** The name of the list in findings. */
  name: z.string().min(1),
  adultKg: z.number().positive().nullable(),
  source: z.string().min(1),
  date: z.iso.date().nullable(),
  read: z.iso.date(),
});

/** A generic's maximum per day for adults in a public list. */
export const PublicMaximum = z.strictObject({
  generic: Code,
  list: Code,
  value: z.number().positive(),
  unit: z.string().min(1),
  /** Why the figure is not comparable with this medicine as it is prescribed here; null if it is. */
  unlike: z.string().min(1).nullable().default(null),
});

/** What a public text allows children: by ages as a band of the generic has them, or for each kilogram. */
export const PublicChildMaximum = z.strictObject({
  generic: Code,
  per: z.enum(['dose', 'day', 'dosePerKg', 'dayPerKg']),
  fromMonths: z.int().nonnegative().default(0),
  toMonths: z.int().positive().nullable().default(null),
  value: z.number().positive(),
  unit: z.string().min(1),
  /** The name of the text in findings, and where it says so. */
  name: z.string().min(1),
  text: z.string().min(1),
  read: z.iso.date(),
});

const Level = z.enum(['info', 'warn', 'block']);
const Target = z.strictObject({ kind: z.enum(['ingredient', 'class']), code: Code });
const Source = z.string().min(1);

export const Interaction = z.strictObject({
  code: Code,
  a: Target,
  b: Target,
  level: Level,
  text: Text,
  source: Source,
  settles: z.array(z.string()).default([]),
});

const Graded = z.enum(strengths);
const byPathway = <Value extends z.ZodType>(value: Value) => z.partialRecord(z.enum(pathways), value);

/** What is known about an ingredient, from which interactions follow. */
export const IngredientProperties = z.strictObject({
  code: Code,
  substrates: byPathway(z.enum(['sensitive', 'moderate', 'activated'])),
  narrow: z.boolean(),
  excluded: z.array(z.enum(pathways)),
  excludedInducers: z.array(z.enum(pathways)).default([]),
  excludedEffects: z.array(z.enum(effects)).default([]),
  sensitiveTo: z.array(z.enum(effects)).default([]),
  inhibits: byPathway(Graded),
  induces: byPathway(Graded),
  effects: z.partialRecord(z.enum(effects), Graded),
  reducedBy: z.partialRecord(z.enum(bindings), z.enum(['strong', 'moderate'])),
  reduces: z.partialRecord(z.enum(bindings), z.int().nonnegative()),
  absorbedLocally: z.boolean(),
  unknown: z.array(z.enum([...propertyGroups, ...effects])).default([]),
  source: Source,
});

/** An effect that adds up when two medicines have it. */
export const EffectRule = z.strictObject({
  code: z.enum(effects),
  levels: z.partialRecord(z.templateLiteral([Graded, '-', Graded]), Level),
  name: Text,
  does: Text,
  risk: Text,
  advice: Text,
  source: Source,
});

/** Kinds of medicines that harm together. */
export const Combination = z.strictObject({
  code: Code,
  kinds: z.array(z.array(Target).min(1)).min(3),
  level: Level,
  text: Text,
  source: Source,
});
export const CrossAllergyGroup = z.strictObject({
  code: Code,
  text: Text,
  ingredients: z.array(Code).min(1),
  related: z.array(Code),
  source: Source,
});
/** A published growth curve by Cole's LMS method: age in months, L, M (kg, cm or kg/m²) and S. */
export const Growth = z.strictObject({
  measure: z.enum(['weight', 'height', 'bmi']),
  sex: z.enum(['female', 'male']),
  /** The standard deviation of the outermost curve, beyond which the form asks. */
  outermostSd: z.number().positive().default(4),
  isNational: z.boolean().default(false),
  source: z.string().min(1),
  points: z.array(z.tuple([z.number().min(0), z.number(), z.number().positive(), z.number().positive()])).min(2),
});
/** Words by which people name an allergen, besides its label. */
export const AllergenWords = z.strictObject({ code: Code, words: z.array(z.string().min(1)).min(1) });
export const OnlineBan = z.strictObject({
  code: Code,
  covers: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('ingredient'), code: Code }),
    z.strictObject({
      kind: z.enum(['single', 'compound']),
      ingredients: z.array(Code).min(1),
      by: z.enum(['any', 'oral', 'systemic']),
    }),
    z.strictObject({ kind: z.literal('class'), code: Code }),
    z.strictObject({ kind: z.literal('control'), controlType: z.int() }),
    z.strictObject({ kind: z.literal('injection'), exceptClasses: z.array(Code) }),
  ]),
  level: Level,
  text: Text,
  source: Source,
  /** Names by which a product says that it contains medicines of this row which no generic is named after. */
  named: z.array(z.strictObject({ ingredients: z.array(Code).min(1), name: Text })).default([]),
});
export const DuplicateClass = z.strictObject({
  code: Code,
  classes: z.array(Code).min(1),
  level: Level,
  text: Text,
  source: Source,
});

/** How to change from one medicine to another of the same kind. */
export const MedicineChange = z.strictObject({
  code: Code,
  from: Target,
  to: Target,
  how: Text,
  keepsRefusal: z.boolean(),
  source: Source,
  date: z.iso.date(),
});

/** How much of a compound's strength is one of its ingredients, and the most of it in a day. */
export const IngredientShare = z.strictObject({
  generic: Code,
  ingredient: Code,
  part: z.number().positive(),
  of: z.number().positive(),
  maxDaily: Amount,
  childMaxDailyPerKg: Amount.nullable(),
});

const Route = z.enum(routeCodes);
const Group = z.string().regex(/^[A-Z]\d{2}(-[A-Z]\d{2})?$/);

/** When a public text that says the same was opened, and which; a row that nobody has compared says so in its source. */
const compared = { read: z.iso.date().nullable().default(null), readIn: z.string().min(1).nullable().default(null) };

/** An ingredient that published criteria name for old age, but not for some diagnoses. */
export const ElderCriterion = z.strictObject({
  ingredient: Code,
  level: Level,
  unlessFor: z.array(Group).default([]),
  text: Text,
  source: Source,
  ...compared,
});

/** Medicines that published criteria name for old age together with a disease. */
export const ElderDisease = z.strictObject({
  code: Code,
  medicines: z.array(Target).min(1),
  diagnoses: z.array(z.string().regex(/^[A-Z]\d{2}(\.\d)?$/)).min(1),
  unlessWith: z.array(Target).default([]),
  inhaled: z.boolean().default(false),
  level: Level,
  text: Text,
  source: Source,
  ...compared,
});

/** An ingredient for which authorities ask for contraception. */
export const PreventionDuty = z.strictObject({
  code: Code,
  exemptRoutes: z.array(Route).default([]),
  refusesPregnancy: z.boolean().default(true),
  unlessFor: z.array(Group).default([]),
  text: Text,
  source: Source,
  /** Year, or year and month, of the source; null if it carries none. */
  date: z
    .string()
    .regex(/^\d{4}(-\d{2})?$/)
    .nullable(),
  ...compared,
});

/** A medicine for one sex only. */
export const SexBound = z.strictObject({
  code: Code,
  covers: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('ingredient'), code: Code }),
    z.strictObject({ kind: z.literal('route'), code: Route }),
  ]),
  notFor: z.enum(['female', 'male']),
  unlessFor: z.array(Group).default([]),
  text: Text,
  source: Source,
  ...compared,
});

const use = {
  routes: z.array(Route).default([]),
  groups: z.array(Group).default([]),
  any: z.boolean().default(false),
  source: Source,
};

/** What the medicines of a part of the ATC classification are for. */
export const IndicationGroup = z.strictObject({ atc: z.string().regex(/^[A-Z](\d{2}[A-Z]{0,2}(\d{2})?)?$/), ...use });

/** What one generic is for, where its class says too little. */
export const Indication = z.strictObject({ code: Code, ...use });
