import * as z from 'zod/mini';
import { PatientFactId } from './ids.ts';
import { type Bounds, measureBounds } from './settingBounds.ts';
import { Ms, someText, text, wholeBetween } from './values.ts';

const State = z.enum(['yes', 'no', 'unknown']);
const number = ({ min, max }: Bounds) => z.number().check(z.minimum(min), z.maximum(max));
/** A height in metres is refused with the value in centimetres. */
const centimetres = z
  .number()
  .check(
    z.minimum(measureBounds.height.min, 'must be in centimetres; 1.2 m is 120'),
    z.maximum(measureBounds.height.max),
  );
/** A creatinine in milligrams per decilitre is refused with its unit. */
const micromoles = z
  .number()
  .check(
    z.minimum(measureBounds.creatinine.min, 'must be in µmol/L; 1 mg/dL is 88.4'),
    z.maximum(measureBounds.creatinine.max),
  );
const weeks = wholeBetween(measureBounds.week);

/**
 * One statement about a patient: weight in kg, height in cm, pregnancy in completed weeks, eGFR in ml/min/1.73 m²,
 * creatinine in µmol/l. An allergy without a code was written as text. The platform marks an implausible measure.
 */
export const FactValue = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('allergy'),
    code: z.nullable(text(60)),
    text: someText(300),
    reaction: text(200),
    severity: z.enum(['mild', 'moderate', 'severe', 'unknown']),
  }),
  z.object({ kind: z.literal('noKnownAllergy') }),
  z.object({ kind: z.literal('weight'), kg: number(measureBounds.weight), implausible: z.optional(z.boolean()) }),
  z.object({ kind: z.literal('height'), cm: centimetres, implausible: z.optional(z.boolean()) }),
  z.object({ kind: z.literal('pregnancy'), state: State, week: z.nullable(weeks) }),
  z.object({ kind: z.literal('lactation'), state: State }),
  z.object({
    kind: z.literal('contraception'),
    state: z.enum(['inUse', 'sterile', 'menopause', 'abstinent', 'none']),
    note: text(200),
  }),
  z.object({ kind: z.literal('liver'), state: State, note: text(200) }),
  z.object({
    kind: z.literal('kidney'),
    state: State,
    egfr: z.nullable(number(measureBounds.egfr)),
    creatinine: z.nullable(micromoles),
    implausible: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('smoking'),
    state: z.enum(['never', 'former', 'current', 'unknown']),
    perDay: z.nullable(number({ min: 0, max: 200 })),
  }),
  z.object({ kind: z.literal('alcohol'), state: z.enum(['never', 'occasional', 'regular', 'unknown']) }),
  z.object({ kind: z.literal('medicine'), genericCode: z.nullable(text(60)), name: someText(200), dose: text(200) }),
]);
export type FactValue = z.infer<typeof FactValue>;

export const LocalText = z.object({ en: z.string(), zh: z.string() });

/**
 * One value that somebody gave: `name` is the label of a coded allergen or medicine, `by` the doctor who recorded or
 * confirmed it, `time` when. `id` is null for what is only written, in the place that `origin` names.
 */
export const FactClaim = z.object({
  id: z.nullable(PatientFactId),
  value: FactValue,
  name: z.nullable(LocalText),
  confirmed: z.boolean(),
  origin: z.enum(['doctor', 'patient', 'intake', 'file', 'record', 'history', 'complaint']),
  by: z.nullable(LocalText),
  time: z.nullable(Ms),
  outdated: z.boolean(),
  /** The text of an allergy only denies allergies to other things than medicines, so that it names none. */
  deniesOthers: z.optional(z.boolean()),
});

/**
 * What is known about one kind of fact, in both languages; a kind without an entry is unknown. `contradictory` has what a
 * doctor confirmed, then what was stated otherwise, and `needed` says that patients of this sex and age are asked for it.
 */
export const FactEntry = z.object({
  kind: z.enum([
    ...(['allergies', 'medicines', 'pregnancy', 'lactation', 'contraception', 'kidney', 'liver'] as const),
    ...(['weight', 'height', 'smoking', 'alcohol'] as const),
  ]),
  standing: z.enum(['confirmed', 'stated', 'outdated', 'contradictory', 'unknown']),
  claims: z.array(FactClaim),
  needed: z.optional(z.boolean()),
});
