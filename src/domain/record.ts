import * as z from 'zod/mini';
import { CaseFields, type CaseInfo } from '../../contract/http/record.ts';

/** A record nobody has written into yet. */
export const emptyCase: CaseFields = {
  chiefComplaint: '',
  presentIllness: '',
  pastHistory: '',
  allergyHistory: '',
  personalHistory: '',
  familyHistory: '',
  physicalExam: '',
  auxiliaryExam: '',
  diagnosisList: [],
  treatmentAdvice: '',
  attachments: [],
};

/** The fields of a stored record, without who stored it and when. */
export const fieldsOf = (record: CaseInfo): CaseFields => ({
  chiefComplaint: record.chiefComplaint,
  presentIllness: record.presentIllness,
  pastHistory: record.pastHistory,
  allergyHistory: record.allergyHistory,
  personalHistory: record.personalHistory ?? '',
  familyHistory: record.familyHistory ?? '',
  physicalExam: record.physicalExam,
  auxiliaryExam: record.auxiliaryExam,
  diagnosisList: record.diagnosisList,
  treatmentAdvice: record.treatmentAdvice,
  attachments: record.attachments ?? [],
});

/** A signed record is locked. */
export const RecordStatus = { draft: 0, signed: 1 } as const;

const typed = z.string();
/** Fields as they are typed: what the platform would refuse is kept as well, so that the doctor can correct it. */
const TypedFields = z.object({
  ...CaseFields.shape,
  chiefComplaint: typed,
  presentIllness: typed,
  pastHistory: typed,
  allergyHistory: typed,
  personalHistory: z.nullish(typed),
  familyHistory: z.nullish(typed),
  physicalExam: typed,
  auxiliaryExam: typed,
  treatmentAdvice: typed,
}) satisfies z.ZodMiniType<CaseFields>;

/** The copy of an unsaved record kept on this machine; `version` is the stored one it was written on. */
export const RecordDraft = z.object({ fields: TypedFields, version: z.int() });
export type RecordDraft = z.infer<typeof RecordDraft>;

/** Whether two records say the same. */
export const sameFields = (a: CaseFields, b: CaseFields): boolean => JSON.stringify(a) === JSON.stringify(b);

const required = ['chiefComplaint', 'presentIllness', 'treatmentAdvice'] as const;

export type MissingField = (typeof required)[number] | 'diagnosisList';

/** What an outpatient record still lacks before it can be signed: complaint, illness, diagnosis and advice (domain-rules 4.2). */
export const missingForSigning = (fields: CaseFields): readonly MissingField[] => [
  ...required.filter((name) => fields[name].trim() === ''),
  ...(fields.diagnosisList.length === 0 ? (['diagnosisList'] as const) : []),
];
