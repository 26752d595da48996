import * as z from 'zod/mini';
import { rejectReasonCodes, verificationCodes } from '../../contract/extension/audit.ts';
import type { Rx } from '../../contract/http/prescription.ts';

/** Reasons for rejecting a prescription, in the order of display. */
export { rejectReasonCodes as rejectReasons } from '../../contract/extension/audit.ts';

export type VerificationCode = (typeof verificationCodes)[number];

/** The ten verifications, true if the auditor has ticked them. */
export type Checklist = Readonly<Record<VerificationCode, boolean>>;

export const emptyChecklist = Object.fromEntries(verificationCodes.map((code) => [code, false])) as Checklist;

/** The four checks (四查) and the verifications that belong to each (十对), in the order of the regulation. */
export const fourChecks = [
  { check: 'prescription', codes: ['department', 'patientName', 'patientAge'] },
  { check: 'drug', codes: ['drugName', 'dosageForm', 'specification', 'quantity'] },
  { check: 'compatibility', codes: ['drugProperties', 'usageAndDosage'] },
  { check: 'rationality', codes: ['clinicalDiagnosis'] },
] as const satisfies readonly { check: string; codes: readonly VerificationCode[] }[];

export const isChecklistComplete = (checklist: Checklist): boolean =>
  verificationCodes.every((code) => checklist[code]);

/**
 * Verifications that the platform's data proves and that are ticked in advance: the patient's identity, and that drug,
 * form and strength come from the drug table. A quantity is proven if it was computed, not typed.
 */
export const provenBy = ({ patient, lines }: Rx): readonly VerificationCode[] => [
  ...(patient.name.trim() !== '' ? (['patientName'] as const) : []),
  ...(patient.birthday ? (['patientAge'] as const) : []),
  ...(lines.length > 0 ? (['drugName', 'specification'] as const) : []),
  ...(lines.length > 0 && lines.every(({ dosageForm }) => dosageForm) ? (['dosageForm'] as const) : []),
  ...(lines.length > 0 && lines.every(({ quantityManual }) => !quantityManual) ? (['quantity'] as const) : []),
];

/** An auditor's unsent comment and reasons. */
export const ReviewDraft = z.object({ comment: z.string(), reasonCodes: z.array(z.enum(rejectReasonCodes)) });
export type ReviewDraft = z.infer<typeof ReviewDraft>;
