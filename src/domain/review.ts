import { verificationCodes } from '../../contract/extension/audit.ts';

export type VerificationCode = (typeof verificationCodes)[number];

/** Which of the ten verifications the auditor has ticked. */
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
