import * as z from 'zod/mini';
import type { getQualification } from '../../../contract/http/account.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { problem, requiredText } from '../forms/fields.ts';

export type StoredQualification = NonNullable<ReplyOf<typeof getQualification>>;

const chosen = z.string().check(z.refine((value) => value !== '', { error: problem('common.form.required') }));
const pictures = z.array(z.string());

/** Form fields of the certificates. */
export const QualificationFields = z.object({
  practiceCertNo: requiredText(60),
  qualificationCertNo: requiredText(60),
  titleCode: chosen,
  deptId: chosen,
  idCardFront: pictures,
  idCardBack: pictures,
  practiceCertUrls: pictures,
  qualificationCertUrls: pictures,
  titleCertUrls: pictures,
});
export type QualificationFields = z.infer<typeof QualificationFields>;

const one = (url: string | null | undefined) => (url ? [url] : []);
const code = (value: number | undefined) => (value ? String(value) : '');

type Certificates = Omit<StoredQualification, 'id' | 'expireTime' | 'prescribesMeanwhile' | 'revision'>;

/** The latest submission: the revision of approved certificates, if there is one. */
export const newestOf = (stored: StoredQualification | null): Certificates | null => stored?.revision ?? stored;

const isApproved = ({ auditStatus, expireTime }: StoredQualification, now: number): boolean =>
  auditStatus === 1 && (!expireTime || expireTime > now);

/** A state of prescribing; the hospital may suspend it while newer certificates are reviewed. */
export type Prescribing = 'inForce' | 'suspended' | 'notInForce';

/** Whether the doctor may prescribe with these certificates now. */
export function prescribingNow(stored: StoredQualification, now: number): Prescribing {
  if (!isApproved(stored, now)) return 'notInForce';
  return stored.prescribesMeanwhile === false && stored.revision?.auditStatus === 0 ? 'suspended' : 'inForce';
}

/** Whether the doctor may prescribe while certificates that are handed in now are reviewed. */
export function prescribingMeanwhile(stored: StoredQualification, now: number): Prescribing {
  if (!isApproved(stored, now)) return 'notInForce';
  return stored.prescribesMeanwhile === false ? 'suspended' : 'inForce';
}

/** Converts stored certificates to form fields. */
export const fieldsOf = (stored: Certificates | null): QualificationFields => ({
  practiceCertNo: stored?.practiceCertNo ?? '',
  qualificationCertNo: stored?.qualificationCertNo ?? '',
  titleCode: code(stored?.titleCode),
  deptId: code(stored?.deptId),
  idCardFront: one(stored?.idCardFront),
  idCardBack: one(stored?.idCardBack),
  practiceCertUrls: stored?.practiceCertUrls ?? [],
  qualificationCertUrls: stored?.qualificationCertUrls ?? [],
  titleCertUrls: stored?.titleCertUrls ?? [],
});

/** Converts form fields to the request body. */
export const certificatesOf = ({ titleCode, deptId, idCardFront, idCardBack, ...rest }: QualificationFields) => ({
  ...rest,
  practiceCertNo: rest.practiceCertNo.trim(),
  qualificationCertNo: rest.qualificationCertNo.trim(),
  titleCode: Number(titleCode),
  deptId: Number(deptId),
  idCardFront: idCardFront[0] ?? null,
  idCardBack: idCardBack[0] ?? null,
});
