import * as z from 'zod/mini';
import { blanksForSigning, lackingForSigning, sections } from '../../clinical/lifecycle/record.ts';
import { CaseFields, type CaseInfo } from '../../contract/http/record.ts';
import type { CaseId, OrderId, PatientId } from '../../contract/ids.ts';
import type { SectionName } from '../../contract/limits.ts';
import type { Diagnosis } from '../../contract/shared.ts';

type Diagnoses = readonly Diagnosis[];

/** Makes one diagnosis the main one; a non-empty list always has exactly one. */
export function withMain(list: Diagnoses, id: Diagnosis['id']): Diagnoses {
  const main = list.some((one) => one.id === id) ? id : list[0]?.id;
  return list.map((one) => ({ ...one, main: one.id === main }));
}

const mainOf = (list: Diagnoses) => list.find((one) => one.main)?.id ?? list[0]?.id;

/** Adds a diagnosis; the first one becomes the main one. */
export function withDiagnosis(list: Diagnoses, added: Omit<Diagnosis, 'main'>): Diagnoses {
  if (list.some((one) => one.id === added.id)) return list;
  const { id, code, name } = added;
  return withMain([...list, { id, code, name, main: false }], mainOf(list) ?? id);
}

export function withoutDiagnosis(list: Diagnoses, id: Diagnosis['id']): Diagnoses {
  const rest = list.filter((one) => one.id !== id);
  const main = mainOf(list);
  return rest.length === 0 || main === undefined ? rest : withMain(rest, main);
}

/** Whether two lists contain the same diagnoses with the same main one. */
export const sameDiagnoses = (a: Diagnoses, b: Diagnoses): boolean =>
  a.length === b.length && a.every((one, index) => one.id === b[index]?.id && one.main === b[index]?.main);

/** Sections that have one line in the form and on paper. */
export const isOneLine = (name: SectionName): boolean => name === 'chiefComplaint';

/** Joins the lines of a text into one: by a Chinese semicolon in a text with Chinese characters, else by "; ". */
export const oneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(/\p{Script=Han}/u.test(text) ? '；' : '; ');

/** An empty record. */
export const emptyRecord: CaseFields = {
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

/** A stored record's fields, without author and time. */
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

export type SignedBy = Pick<CaseInfo, 'doctorName' | 'doctorTitle' | 'doctorDept'>;

/** Who signed, with title and department as they were then. */
export const signedAs = ({ doctorName, doctorTitle, doctorDept }: SignedBy) => [doctorName, doctorTitle, doctorDept];

const typed = z.string();
/** Fields as typed, including what the platform would refuse, so that the doctor can correct it. */
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

/** The local draft of a record; `version` is the stored version it is based on. */
export const RecordDraft = z.object({ fields: TypedFields, version: z.int() });
export type RecordDraft = z.infer<typeof RecordDraft>;

/** A diagnosis is named in the language of each reading, so its name does not count. */
const withoutNames = (list: Diagnoses) => list.map(({ id, code, main }) => ({ id, code, main }));

/** A link to a file is signed anew for each reading, so its query does not count. */
const contentOf = (fields: CaseFields) =>
  JSON.stringify({
    ...fields,
    diagnosisList: withoutNames(fields.diagnosisList),
    attachments: fields.attachments?.map((url) => url.split('?')[0]),
  });

/** Whether two records have the same content. */
export const sameFields = (a: CaseFields, b: CaseFields): boolean => contentOf(a) === contentOf(b);

/** The fields of a local copy, with the names that the stored record gives its diagnoses in the language of now. */
export function namedAsStored(fields: CaseFields, stored: Pick<CaseFields, 'diagnosisList'> | null): CaseFields {
  const names = new Map(stored?.diagnosisList.map(({ id, name }) => [id, name]));
  const diagnosisList = fields.diagnosisList.map((one) => ({ ...one, name: names.get(one.id) ?? one.name }));
  return { ...fields, diagnosisList };
}

/** The parts of a record that two versions are compared by. */
const compared = [...sections, 'diagnosisList'] as const;
export type ComparedName = (typeof compared)[number];

/** The parts in which two versions of a record differ. */
export const differing = (a: CaseFields, b: CaseFields): readonly ComparedName[] =>
  compared.filter((name) =>
    name === 'diagnosisList' ? !sameDiagnoses(a[name], b[name]) : (a[name] ?? '') !== (b[name] ?? ''),
  );

export type MissingField = SectionName | 'diagnosisList';

/** What keeps a record from being signed: complaint, illness, diagnosis or advice is empty, or a section has a blank. */
export const missingForSigning = (fields: CaseFields): readonly MissingField[] => [
  ...lackingForSigning(fields),
  ...blanksForSigning(fields).map(({ name }) => name),
];

/** The consultation and patient that a record belongs to. */
export type RecordInput = { readonly orderId: OrderId; readonly patientId: PatientId };

/** The platform's version of the record and the locally stored copy, if any. */
export type LoadedRecord = { readonly stored: CaseInfo | null; readonly draft: RecordDraft | null };

export type SaveInput = RecordInput & {
  readonly id: CaseId | null;
  readonly version: number;
  readonly fields: CaseFields;
  readonly sign: boolean;
};

/** `refused` is final (consultation over). A lost connection rejects the actor and is retried. */
export type SaveOutcome =
  | { readonly outcome: 'saved'; readonly id: CaseId; readonly version: number; readonly at: number }
  | { readonly outcome: 'conflict'; readonly current: CaseInfo }
  | { readonly outcome: 'signedElsewhere'; readonly current: CaseInfo }
  | { readonly outcome: 'refused'; readonly message: string };

/** What is known of a change on the platform; null after a gap, in which changes may have been missed. */
export type RecordNews = { readonly version: number | null; readonly status: number | null };
