import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { AddendumId, CaseId, OrderId, PatientId, RequestId } from '../ids.ts';
import { textLengths } from '../limits.ts';
import { ofSections } from '../recordSections.ts';
import { mostEntries } from '../settingBounds.ts';
import { Diagnosis } from '../shared.ts';
import { Int, Int4, Ms, reasonText, someText, text } from '../values.ts';

const written = ofSections((length) => text(length));

/** What a doctor writes into the medical record of one consultation. */
export const CaseFields = z.object({
  chiefComplaint: written.chiefComplaint,
  presentIllness: written.presentIllness,
  pastHistory: written.pastHistory,
  allergyHistory: written.allergyHistory,
  personalHistory: z.nullish(written.personalHistory),
  familyHistory: z.nullish(written.familyHistory),
  physicalExam: written.physicalExam,
  auxiliaryExam: written.auxiliaryExam,
  diagnosisList: z.array(Diagnosis).check(z.maxLength(mostEntries)),
  treatmentAdvice: written.treatmentAdvice,
  attachments: z.nullish(z.array(text(1000)).check(z.maxLength(30))),
});
export type CaseFields = z.infer<typeof CaseFields>;

/** What a doctor added to a signed record, and why. */
export const Addendum = z.object({
  id: AddendumId,
  doctorName: z.nullish(z.string()),
  /** The doctor's title and department when it was added. */
  doctorTitle: z.nullish(z.string()),
  doctorDept: z.nullish(z.string()),
  reason: z.string(),
  text: z.string(),
  createTime: Ms,
});
export type Addendum = z.infer<typeof Addendum>;

/** `status`: 0 draft, 1 signed. `version` rises with every save. */
export const CaseInfo = z.extend(CaseFields, {
  id: z.nullish(CaseId),
  orderId: OrderId,
  patientId: PatientId,
  status: Int,
  version: Int,
  updateTime: Ms,
  doctorName: z.nullish(z.string()),
  /** The doctor's title and department at the signature. */
  doctorTitle: z.nullish(z.string()),
  doctorDept: z.nullish(z.string()),
  /** The picture of the doctor's handwritten signature; only a signed record has one. */
  doctorSignUrl: z.nullish(z.string()),
  signTime: z.nullish(Ms),
  addenda: z.nullish(z.array(Addendum)),
});
export type CaseInfo = z.infer<typeof CaseInfo>;

/** Saves against `version` (0 for a new record). A stale version answers `recordChanged` with `{version, updateTime, current}`. */
export const saveCase = operation({
  method: 'POST',
  path: '/prescription/doctor/case/addOrUpdateCaseInfo',
  source: 'ours',
  access: 'doctor',
  body: z.extend(CaseFields, {
    id: z.optional(CaseId),
    orderId: OrderId,
    patientId: PatientId,
    status: Int.check(z.minimum(0), z.maximum(1)),
    version: Int4.check(z.minimum(0)),
  }),
  reply: z.object({ id: CaseId, version: Int, updateTime: Ms }),
});

export const getCase = operation({
  method: 'GET',
  path: '/prescription/doctor/case/getCaseInfoDetail',
  source: 'ours',
  access: 'clinician',
  query: z.object({ orderId: z.optional(OrderId), id: z.optional(CaseId) }),
  reply: z.nullable(CaseInfo),
});

/**
 * Adds to a signed record, of which nothing changes. Only the doctor of the consultation does, at any time; a repeat with
 * the same `clientRequestId` answers with the first addendum. A record that is not signed answers `badRequest`.
 */
export const addCaseAddendum = operation({
  method: 'POST',
  path: '/prescription/doctor/case/addAddendum',
  source: 'ours',
  access: 'doctor',
  body: z.object({
    orderId: OrderId,
    reason: reasonText(textLengths.addendumReason),
    text: someText(textLengths.addendum),
    clientRequestId: RequestId,
  }),
  reply: Addendum,
});
