import { inLanguage } from '../db/inLanguage.ts';
import type { qualification, staff } from '../db/schema/staff.ts';
import type { Language } from './caller.ts';

export type QualificationRow = typeof qualification.$inferSelect;

/** A submission, with renewed links to its pictures. */
export const withFreshLinks = (row: QualificationRow, renew: (url: string) => string) => ({
  ...row,
  titleCode: row.titleCode ?? 0,
  deptId: Number(row.deptId ?? 0),
  idCardFront: renew(row.idCardFront),
  idCardBack: renew(row.idCardBack),
  practiceCertUrls: row.practiceCertUrls.map(renew),
  qualificationCertUrls: row.qualificationCertUrls.map(renew),
  titleCertUrls: row.titleCertUrls.map(renew),
});

/** A submission that waits for a decision, with its doctor and the certificates in force. */
export type Submission = {
  submitted: QualificationRow;
  doctor: typeof staff.$inferSelect;
  approved: QualificationRow | null;
};

/** A submission for those who decide on it. */
export const submissionOnWire = (
  { submitted, doctor, approved }: Submission,
  language: Language,
  renew: (url: string) => string,
) => ({
  ...withFreshLinks(submitted, renew),
  doctorId: doctor.id,
  username: doctor.username,
  name: inLanguage(language, doctor.name, doctor.nameEn),
  deptName: inLanguage(language, doctor.deptName, doctor.deptNameEn),
  approved,
});
