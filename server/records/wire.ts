import { RecordStatus } from '../../clinical/lifecycle/record.ts';
import type { addCaseAddendum, getCase } from '../../contract/http/record.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language, Staff } from '../accounts/caller.ts';
import type { Person } from '../accounts/peopleQueries.ts';
import { inLanguage } from '../db/inLanguage.ts';
import type { caseAddendum, caseInfo } from '../db/schema/orders.ts';
import { signerIn } from '../signatures/signer.ts';

export type RecordRow = typeof caseInfo.$inferSelect;
export type Diagnosed = Pick<RecordRow, 'diagnosisList'>;
type StoredDiagnosis = Diagnosed['diagnosisList'][number];

/** Older records have one name, in the language in which the diagnosis was chosen. */
export const hasBothNames = ({ nameEn }: StoredDiagnosis): boolean => nameEn !== undefined;

/** Diagnoses of the hospital's list by their ids. */
export type Listed = ReadonlyMap<string, { readonly code: string; readonly name: string; readonly nameEn: string }>;

/** The diagnoses in the reader's language. For an older record the list translates a name that it still has. */
export function diagnosesOnWire({ diagnosisList }: Diagnosed, listed: Listed, language: Language) {
  const nameOf = (one: StoredDiagnosis): string => {
    const row = hasBothNames(one) ? undefined : listed.get(one.id);
    const known = row && [row.name, row.nameEn].includes(one.name) ? row : one;
    return inLanguage(language, known.name, known.nameEn ?? null);
  };
  return diagnosisList.map((one) => ({ id: one.id, code: one.code, name: nameOf(one), main: one.main }));
}

export type Addendum = ReplyInputOf<typeof addCaseAddendum>;

/** An addendum and what its author is called now. */
export type KnownAddendum = { row: typeof caseAddendum.$inferSelect; authorName: string };

/** An addendum with its author as they were called then, or else as they are called now. */
export function addendumOnWire({ row, authorName }: KnownAddendum, language: Language): Addendum {
  const { id, reason, text, createTime } = row;
  const signer = signerIn(row.signer, language);
  return {
    id,
    doctorName: signer?.name ?? authorName,
    doctorTitle: signer?.title ?? null,
    doctorDept: signer?.dept ?? null,
    reason,
    text,
    createTime,
  };
}

/** What a record is shown with: its doctor as they are called now, its addenda, and names that it lacks. */
export type Around = { doctor: Person; addenda: readonly KnownAddendum[]; listed: Listed };

/** A stored record for a reader; `renewLink` signs its files for them. */
export function recordOnWire(
  row: RecordRow,
  { doctor, addenda, listed }: Around,
  by: Staff,
  renewLink: (url: string) => string,
): NonNullable<ReplyInputOf<typeof getCase>> {
  const { id, orderId, patientId, chiefComplaint, presentIllness, pastHistory, allergyHistory, personalHistory } = row;
  const { familyHistory, physicalExam, auxiliaryExam, treatmentAdvice, attachments } = row;
  const { status, version, updateTime, signTime } = row;
  const signer = signerIn(row.signer, by.language);
  const picture = signer === null ? doctor.signUrl : signer.picture && renewLink(signer.picture);
  return {
    id,
    orderId,
    patientId,
    chiefComplaint,
    presentIllness,
    pastHistory,
    allergyHistory,
    personalHistory,
    familyHistory,
    physicalExam,
    auxiliaryExam,
    diagnosisList: diagnosesOnWire(row, listed, by.language),
    treatmentAdvice,
    attachments: attachments.map(renewLink),
    status,
    version,
    updateTime,
    signTime,
    doctorName: signer?.name ?? doctor.name,
    doctorTitle: signer?.title ?? null,
    doctorDept: signer?.dept ?? null,
    doctorSignUrl: status === RecordStatus.signed ? picture : null,
    addenda: addenda.map((one) => addendumOnWire(one, by.language)),
  };
}
