import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { certificateFields } from '../http/account.ts';
import { DoctorId, QualificationId } from '../ids.ts';
import { Int, Ms, reasonText } from '../values.ts';

/** Certificates of a colleague that wait for the hospital's decision; `approved` are those in force until it. */
const CertificateReview = z.object({
  id: QualificationId,
  doctorId: DoctorId,
  name: z.string(),
  username: z.string(),
  deptName: z.string(),
  ...certificateFields,
  updateTime: Ms,
  approved: z.nullable(z.object({ practiceCertNo: z.string(), expireTime: z.nullish(Ms) })),
});
export type CertificateReview = z.infer<typeof CertificateReview>;

/** Certificates that wait for a review, oldest first; only for staff with the right to review them. */
export const listCertificateReviews = operation({
  method: 'GET',
  path: '/doctor/qualification/reviews',
  source: 'ours',
  access: 'staff',
  reply: z.array(CertificateReview),
});

/** Approves waiting certificates until a later time, or rejects them with a reason for the doctor; never one's own. */
export const decideCertificates = operation({
  method: 'POST',
  path: '/doctor/qualification/decide',
  source: 'ours',
  access: 'staff',
  body: z.union([
    z.object({ id: QualificationId, approve: z.literal(true), expireTime: Int.check(z.minimum(0)) }),
    z.object({ id: QualificationId, approve: z.literal(false), reason: reasonText(500) }),
  ]),
  reply: z.literal(true),
});
