import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { OwnIdentity } from '../extension/identity.ts';
import { DoctorId, QualificationId } from '../ids.ts';
import { mostCertificatePictures } from '../limits.ts';
import { Int, Int4, Mobile, Ms, someName, someText, text } from '../values.ts';

const done = z.literal(true);

/** The doctor's own profile; the mobile number comes masked. */
export const getInfo = operation({
  method: 'GET',
  path: '/doctor/info/get-info',
  source: 'ours',
  access: 'staff',
  reply: z.object({
    id: DoctorId,
    name: z.string(),
    avatar: z.nullish(z.string()),
    gender: Int,
    mobile: z.string(),
    deptId: z.nullish(Int),
    deptName: z.nullish(z.string()),
    titleCode: z.nullish(Int),
    scienceTitleCode: z.nullish(Int),
    hospitalName: z.string(),
    hospLevel: z.nullish(Int),
    goodAt: z.nullish(z.string()),
    introduction: z.nullish(z.string()),
    areaId: z.nullish(Int),
    online: z.boolean(),
    signUrl: z.nullish(z.string()),
    status: Int,
    /** Name in both languages, title and department, and the request for others that waits. Ours. */
    identity: z.optional(OwnIdentity),
    /** Whether this person decides on colleagues' certificates. Ours. */
    reviewsCertificates: z.optional(z.boolean()),
    /** Whether this administrator also manages the hospitals of the platform. Ours. */
    operatesPlatform: z.optional(z.boolean()),
  }),
});

/**
 * Changes the profile. A name is a request that an administrator decides: the envelope then has `identity`, with its state
 * and what that means in both languages; the other fields take effect at once.
 */
export const updateInfo = operation({
  method: 'POST',
  path: '/doctor/info/update',
  source: 'ours',
  access: 'staff',
  body: z.object({
    name: z.optional(someName(60)),
    avatar: z.optional(text(1000)),
    gender: z.optional(Int.check(z.minimum(0), z.maximum(2))),
    goodAt: z.optional(text(500)),
    introduction: z.optional(text(2000)),
    areaId: z.optional(z.nullable(Int4)),
    signUrl: z.optional(text(1000)),
    online: z.optional(z.boolean()),
  }),
  reply: done,
});

const pictures = z.array(text(1000)).check(z.maxLength(mostCertificatePictures));

/** The certificates that a doctor submits. */
export const certificateFields = {
  idCardFront: z.nullish(text(1000)),
  idCardBack: z.nullish(text(1000)),
  practiceCertNo: someText(60),
  practiceCertUrls: pictures,
  qualificationCertNo: someText(60),
  qualificationCertUrls: pictures,
  titleCertUrls: pictures,
  titleCode: Int4,
  deptId: Int4,
};

export const createQualification = operation({
  method: 'POST',
  path: '/doctor/qualification/create',
  source: 'ours',
  access: 'clinician',
  body: z.object(certificateFields),
  reply: QualificationId,
});

export const updateQualification = operation({
  method: 'POST',
  path: '/doctor/qualification/update',
  source: 'ours',
  access: 'clinician',
  body: z.object({ id: QualificationId, ...certificateFields }),
  reply: done,
});

const review = { auditStatus: Int, auditRemark: z.nullish(z.string()), updateTime: Ms };

/**
 * The approved submission, or the newest if none is approved. `auditStatus`: 0 waits for review, 1 approved, 2 refused.
 * `revision` extends the specification: a later submission that waits for review or was refused.
 */
export const getQualification = operation({
  method: 'GET',
  path: '/doctor/qualification/get-by-doctor',
  source: 'ours',
  access: 'clinician',
  reply: z.nullable(
    z.object({
      id: QualificationId,
      ...certificateFields,
      ...review,
      expireTime: z.nullish(Ms),
      /** Whether the doctor may prescribe with the approved certificates while new ones are reviewed. Ours. */
      prescribesMeanwhile: z.optional(z.boolean()),
      revision: z.nullish(z.object({ ...certificateFields, ...review })),
    }),
  ),
});

const code = z.string().check(z.regex(/^\d{4,6}$/, 'is not a code of 4 to 6 digits'));

/** Proves the old number; the change token is then required to set the new one. A platform may answer plain `true`. */
export const checkMobileCode = operation({
  method: 'POST',
  path: '/doctor/info/check-sms-code',
  source: 'ours',
  access: 'staff',
  body: z.object({ mobile: z.optional(Mobile), code }),
  reply: z.union([z.object({ changeToken: z.string() }), done]),
});

export const resetMobile = operation({
  method: 'POST',
  path: '/doctor/info/reset-mobile',
  source: 'ours',
  access: 'staff',
  body: z.object({ mobile: Mobile, code, changeToken: z.optional(text(200)) }),
  reply: done,
});
