import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { DiseaseId, DoctorDiseaseId } from '../ids.ts';
import { PageQuery, page, text } from '../values.ts';

/** A diagnosis of the ICD-10 table, searchable by its pinyin initials. */
export const Disease = z.object({ id: DiseaseId, code: z.string(), name: z.string(), pinyin: z.nullish(z.string()) });
export type Disease = z.infer<typeof Disease>;

export const pageDiseases = operation({
  method: 'GET',
  path: '/doctor/disease/western/page',
  source: 'ours',
  access: 'clinician',
  query: z.extend(PageQuery, { name: z.optional(text(100)), code: z.optional(text(20)) }),
  reply: page(Disease),
});

export const createDoctorDisease = operation({
  method: 'POST',
  path: '/doctor/disease/western/create',
  source: 'ours',
  access: 'doctor',
  body: z.object({ diseaseWesternId: DiseaseId }),
  reply: DoctorDiseaseId,
});

export const findDoctorDiseases = operation({
  method: 'GET',
  path: '/doctor/disease/western/findDiseaseWesternByDoctorId',
  source: 'ours',
  access: 'doctor',
  reply: z.array(z.extend(Disease, { doctorDiseaseWesternId: DoctorDiseaseId })),
});

export const deleteDoctorDisease = operation({
  method: 'DELETE',
  path: '/doctor/disease/western/delete',
  source: 'specification',
  access: 'doctor',
  query: z.object({ doctorDiseaseWesternId: DoctorDiseaseId }),
  reply: z.literal(true),
});
