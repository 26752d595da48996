import type * as z from 'zod/mini';
import { RecordStatus } from '../../clinical/lifecycle/record.ts';
import type { CaseInfo, saveCase } from '../../contract/http/record.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { Staff } from '../accounts/caller.ts';
import { loadPeople } from '../accounts/people.ts';
import type { caseInfo } from '../db/schema/orders.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { signerIn } from '../signatures/signer.ts';
import { readAddenda } from './addenda.ts';

export type Save = RequestOf<typeof saveCase>;
type Row = typeof caseInfo.$inferSelect;

/** The content that a save stores; omitted fields become empty. */
export const contentOf = ({ chiefComplaint, presentIllness, pastHistory, allergyHistory, ...rest }: Save) => ({
  chiefComplaint,
  presentIllness,
  pastHistory,
  allergyHistory,
  personalHistory: rest.personalHistory ?? null,
  familyHistory: rest.familyHistory ?? null,
  physicalExam: rest.physicalExam,
  auxiliaryExam: rest.auxiliaryExam,
  diagnosisList: rest.diagnosisList,
  treatmentAdvice: rest.treatmentAdvice,
  attachments: rest.attachments ?? [],
  status: rest.status,
});

/** A stored record for the wire; `renewLink` signs its files for the reader. */
export async function recordOnWire(
  store: Tenanted,
  row: Row,
  by: Staff,
  renewLink: (url: string) => string,
): Promise<z.input<typeof CaseInfo>> {
  const { id, orderId, patientId, chiefComplaint, presentIllness, pastHistory, allergyHistory, personalHistory } = row;
  const { familyHistory, physicalExam, auxiliaryExam, diagnosisList, treatmentAdvice, attachments } = row;
  const { status, version, updateTime, signTime } = row;
  const person = await loadPeople(store, [row.doctorId], by.language, renewLink);
  const signer = signerIn(row.signer, by.language);
  const picture = signer === null ? person(row.doctorId).signUrl : signer.picture && renewLink(signer.picture);
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
    diagnosisList,
    treatmentAdvice,
    attachments: attachments.map(renewLink),
    status,
    version,
    updateTime,
    signTime,
    doctorName: signer?.name ?? person(row.doctorId).name,
    doctorTitle: signer?.title ?? null,
    doctorDept: signer?.dept ?? null,
    doctorSignUrl: status === RecordStatus.signed ? picture : null,
    addenda: await readAddenda(store, id, by.language),
  };
}
