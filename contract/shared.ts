import * as z from 'zod/mini';
import { FactEntry } from './factValue.ts';
import { DiseaseId, PatientId } from './ids.ts';
import { Int, Ms, page, text } from './values.ts';

/** 0 unknown, 1 male, 2 female. */
export const Gender = Int;

/** Patient data shown in every pane header. */
export const PatientBrief = z.object({
  id: PatientId,
  name: z.string(),
  gender: Gender,
  birthday: z.nullish(z.string()),
  age: Int,
  ageText: z.string(),
  avatar: z.nullish(z.string()),
  mobile: z.string(),
  allergy: z.nullish(z.string()),
  /** 0 no, 1 yes, 2 unknown. */
  pregnant: z.nullish(Int),
  /** Completed weeks of pregnancy now. */
  pregnancyWeek: z.nullish(Int),
  lactating: z.nullish(Int),
  liver: z.nullish(Int),
  kidney: z.nullish(Int),
  weightKg: z.nullish(z.number()),
  /** When the weight was stated. */
  weightTime: z.nullish(Ms),
  firstVisit: z.nullish(z.boolean()),
  /** Everything known about the patient, with its standing; the fields above follow from it. */
  facts: z.nullish(z.array(FactEntry)),
});
export type PatientBrief = z.infer<typeof PatientBrief>;

/** A diagnosis in a record or on a prescription; `code` is ICD-10. */
export const Diagnosis = z.object({ id: DiseaseId, code: text(20), name: text(200), main: z.boolean() });
export type Diagnosis = z.infer<typeof Diagnosis>;

/** A file on the platform, opened through a signed link that expires. */
export const FileRef = z.object({
  url: text(1000),
  name: text(300),
  size: z.nullish(Int),
  type: z.nullish(text(100)),
});
export type FileRef = z.infer<typeof FileRef>;

/** A page of a list that is counted up to a limit; with `atLeast` there are more than `total`. */
export const longPage = <T extends z.ZodMiniType>(row: T) => z.extend(page(row), { atLeast: z.nullish(z.boolean()) });
