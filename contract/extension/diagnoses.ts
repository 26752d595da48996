import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { DiseaseId } from '../ids.ts';
import { PageQuery, page, someText, text } from '../values.ts';

/** An everyday name or abbreviation; the bar separates them in files. */
const word = someText(60).check(z.regex(/^[^|\n]*$/, 'has a bar or a line break'));

export const DiagnosisFields = z.object({
  code: someText(20),
  name: someText(120),
  nameEn: text(200),
  words: z.array(word).check(z.maxLength(20)),
});
export type DiagnosisFields = z.infer<typeof DiagnosisFields>;

/** A diagnosis of the hospital's list. `revision` is the number of its last change, which each change names. */
const CatalogueDiagnosis = z.extend(DiagnosisFields, { id: DiseaseId, revision: z.int(), retired: z.boolean() });
export type CatalogueDiagnosis = z.infer<typeof CatalogueDiagnosis>;

export const pageDiagnoses = operation({
  method: 'GET',
  path: '/administration/diagnoses',
  source: 'ours',
  access: 'administrator',
  query: z.extend(PageQuery, {
    keyword: z.optional(text(100)),
    state: z._default(z.enum(['all', 'current', 'retired']), 'all'),
  }),
  reply: page(CatalogueDiagnosis),
});

/** Adds a diagnosis (`id` null), or changes the one whose last change is `revision`; its code stays. */
export const saveDiagnosis = operation({
  method: 'POST',
  path: '/administration/diagnosis/save',
  source: 'ours',
  access: 'administrator',
  body: z.extend(DiagnosisFields, { id: z.nullable(DiseaseId), revision: z.nullable(z.int()) }),
  reply: z.object({ id: DiseaseId, revision: z.int() }),
});

/** Takes a diagnosis out of what doctors find, or puts it back; records that have it keep it. */
export const retireDiagnosis = operation({
  method: 'POST',
  path: '/administration/diagnosis/retire',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: DiseaseId, revision: z.int(), retired: z.boolean() }),
  reply: z.object({ revision: z.int() }),
});
