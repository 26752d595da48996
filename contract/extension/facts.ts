import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { FactValue, LocalText } from '../factValue.ts';
import { OrderId, PatientFactId } from '../ids.ts';
import { PatientBrief } from '../shared.ts';
import { Int, Ms, reasonText, text } from '../values.ts';

/**
 * A stored statement. `origin` says who stated it; it is unconfirmed until a doctor confirms it. `endTime` is set once a
 * later statement replaced it or a doctor withdrew it, with the reason.
 */
export const PatientFact = z.object({
  id: PatientFactId,
  value: FactValue,
  /** The label of a coded allergen or medicine. */
  name: z.nullish(LocalText),
  confirmed: z.boolean(),
  origin: z.enum(['doctor', 'patient', 'intake']),
  by: z.nullish(z.string()),
  orderId: z.nullish(OrderId),
  createTime: Ms,
  confirmedBy: z.nullish(z.string()),
  confirmTime: z.nullish(Ms),
  endTime: z.nullish(Ms),
  endedBy: z.nullish(z.string()),
  endReason: z.nullish(z.string()),
});
export type PatientFact = z.infer<typeof PatientFact>;

/** An allergen that a written statement probably means, for confirmation. */
export const AllergenOffer = z.object({ code: z.string(), name: z.string(), said: z.string() });
export type AllergenOffer = z.infer<typeof AllergenOffer>;

/** A statement that somebody wrote about allergies and that no code covers; `place` says where it was written. */
export const WrittenAllergy = z.object({
  text: z.string(),
  place: z.enum(['file', 'record', 'history', 'complaint', 'fact']),
  denied: z.boolean(),
  offers: z.array(AllergenOffer),
  /** The parts in which nothing was recognised; absent or null if there are none. They stay "not checked". */
  rest: z.nullish(z.string()),
});
export type WrittenAllergy = z.infer<typeof WrittenAllergy>;

const PatientFacts = z.object({
  patient: PatientBrief,
  current: z.array(PatientFact),
  ended: z.array(PatientFact),
  written: z.array(WrittenAllergy),
});
export type PatientFacts = z.infer<typeof PatientFacts>;

/** The patient's statements with their history, for the doctor of the order and for reviewers of its prescriptions. */
export const getPatientFacts = operation({
  method: 'GET',
  path: '/consult/patient-fact/list',
  source: 'ours',
  access: 'clinician',
  query: z.object({ orderId: OrderId }),
  reply: PatientFacts,
});

/**
 * Changes the patient's statements, of which at most `limits.currentFacts` are current; all changes are stored or none. An
 * implausible weight, height, creatinine or eGFR is refused with `implausibleMeasure` and the reason in words, unless
 * `confirmedImplausible` says that it is right.
 */
export const savePatientFacts = operation({
  method: 'POST',
  path: '/consult/patient-fact/save',
  source: 'ours',
  access: 'doctor',
  body: z.object({
    orderId: OrderId,
    changes: z
      .array(
        z.discriminatedUnion('op', [
          /** Ends the earlier statement about the same thing. */
          z.object({
            op: z.literal('add'),
            value: FactValue,
            origin: z.enum(['doctor', 'patient']),
            confirmedImplausible: z.optional(z.boolean()),
          }),
          /** May give a written allergy or medicine its code; one that was confirmed with another code stays as history. */
          z.object({
            op: z.literal('confirm'),
            id: PatientFactId,
            code: z.optional(text(60)),
            confirmedImplausible: z.optional(z.boolean()),
          }),
          /** `keep` decides for a confirmed statement against what the patient stated; `renew` confirms it again today. */
          z.object({ op: z.enum(['keep', 'renew']), id: PatientFactId }),
          z.object({ op: z.literal('withdraw'), id: PatientFactId, reason: reasonText(200) }),
        ]),
      )
      .check(z.minLength(1), z.maxLength(50)),
  }),
  reply: PatientFacts,
});

/** Searches generic medicines by name, pinyin or brand, for a long-term medicine's code. */
export const searchGenerics = operation({
  method: 'GET',
  path: '/consult/patient-fact/generics',
  source: 'ours',
  access: 'doctor',
  query: z.object({ keyword: text(100), limit: z._default(Int.check(z.minimum(1), z.maximum(50)), 10) }),
  reply: z.array(AllergenOffer),
});

/** Searches ingredients and allergy groups by name, pinyin, brand or misspelling, for an allergy's code. */
export const searchAllergens = operation({
  method: 'GET',
  path: '/consult/patient-fact/allergens',
  source: 'ours',
  access: 'doctor',
  query: z.object({ keyword: text(100), limit: z._default(Int.check(z.minimum(1), z.maximum(50)), 10) }),
  reply: z.array(AllergenOffer),
});
