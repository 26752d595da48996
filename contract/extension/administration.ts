import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { DoctorId, RowId } from '../ids.ts';
import { textLengths, usernamePattern } from '../limits.ts';
import { Int, Int4, Mobile, Ms, nameText, PageQuery, page, someName, text } from '../values.ts';

export const staffRoles = ['doctor', 'auditor', 'administrator'] as const;

const RequestId = z.uuid();

/** Letters, digits and a few signs, so that an account name can be typed on every keyboard. */
export const Username = z.string().check(z.regex(usernamePattern, 'is not an account name'));

/** What an administrator writes about a member of staff. `nameEn` may stay empty. */
const staffFields = {
  name: someName(textLengths.name),
  nameEn: nameText(textLengths.name),
  mobile: Mobile,
  role: z.enum(staffRoles),
  deptId: z.nullable(Int4),
  titleCode: z.nullable(Int4),
  headsDept: z.boolean(),
  reviewsCertificates: z.boolean(),
};

/** A member of staff as the administration shows them; names in both languages, because both can be changed. */
const StaffMember = z.object({
  id: DoctorId,
  username: z.string(),
  ...staffFields,
  mobile: z.string(),
  deptName: z.string(),
  disabled: z.boolean(),
  /** Whether the person also operates the platform; then only an operator changes the account. */
  operatesPlatform: z.boolean(),
  /** Whether the person has not yet replaced the password that the administration gave them. */
  mustChangePassword: z.boolean(),
  openSessions: Int,
  runningConsultations: Int,
  lastSignIn: z.nullable(Ms),
  version: Int,
});
export type StaffMember = z.infer<typeof StaffMember>;

/** The staff, by name, pinyin, account or mobile number. */
export const pageStaff = operation({
  method: 'GET',
  path: '/admin/staff/page',
  source: 'ours',
  access: 'administrator',
  query: z.object({
    ...PageQuery.shape,
    keyword: z.optional(text(60)),
    role: z.optional(z.enum(staffRoles)),
    deptId: z.optional(Int4),
    state: z.optional(z.enum(['enabled', 'disabled'])),
  }),
  reply: page(StaffMember),
});

const OneTimePassword = z.object({ id: DoctorId, password: z.string() });
const Changed = z.object({ version: Int });

/** Creates an account. The password is for one sign-in, which must change it; a repeat gives the same. */
export const createStaff = operation({
  method: 'POST',
  path: '/admin/staff/create',
  source: 'ours',
  access: 'administrator',
  body: z.object({ clientRequestId: RequestId, username: Username, ...staffFields }),
  reply: OneTimePassword,
});

/** Changes a member of staff. A change of role ends their sessions. */
export const updateStaff = operation({
  method: 'POST',
  path: '/admin/staff/update',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: RowId, version: Int4, ...staffFields }),
  reply: Changed,
});

/**
 * Disables an account, which ends its sessions, or enables it again. `running` consultations stay with the doctor; of the
 * orders that waited for this doctor, `offered` wait for the others now and `refunded` are paid back.
 */
export const setStaffDisabled = operation({
  method: 'POST',
  path: '/admin/staff/disable',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: RowId, version: Int4, disabled: z.boolean() }),
  reply: z.object({ version: Int, running: Int, offered: z.nullish(Int), refunded: z.nullish(Int) }),
});

/** Replaces the password by one for a single sign-in, and ends the sessions of the account. */
export const resetStaffPassword = operation({
  method: 'POST',
  path: '/admin/staff/reset-password',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: RowId, clientRequestId: RequestId }),
  reply: OneTimePassword,
});

/** Forgets the wrong passwords of an account, so that its owner can sign in at once. */
export const unlockStaff = operation({
  method: 'POST',
  path: '/admin/staff/unlock',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: RowId }),
  reply: z.literal(true),
});

/** Ends all sessions of a member of staff. */
export const endStaffSessions = operation({
  method: 'POST',
  path: '/admin/staff/end-sessions',
  source: 'ours',
  access: 'administrator',
  body: z.object({ id: RowId }),
  reply: z.object({ ended: Int }),
});

const Certificate = z.object({
  doctorId: DoctorId,
  name: z.string(),
  username: z.string(),
  deptName: z.string(),
  practiceCertNo: z.string(),
  expireTime: Ms,
});

/** Approved certificates of enabled doctors that expire within `days` or have expired, the earliest first. */
export const expiringCertificates = operation({
  method: 'GET',
  path: '/admin/certificates/expiring',
  source: 'ours',
  access: 'administrator',
  query: z.object({ days: z._default(Int.check(z.minimum(1), z.maximum(366)), 90) }),
  reply: z.array(Certificate),
});
