import * as z from 'zod/mini';
import { operation } from '../define.ts';
import { AccountId, DoctorId } from '../ids.ts';
import { Flag } from '../values.ts';

/** The signed-in person, and whether they are a reviewer. The specification's apiGetInfoByAccount. */
export const getDoctorInfo = operation({
  method: 'GET',
  path: '/doctor/auth/get-doctor-info',
  source: 'specification',
  access: 'staff',
  reply: z.object({
    memberAccountId: AccountId,
    doctorId: DoctorId,
    name: z.string(),
    avatar: z.nullish(z.string()),
    mobile: z.nullish(z.string()),
    isAuditor: Flag,
    roles: z.nullish(z.array(z.string())),
    /** Whether the password must be changed before any other call. Ours. */
    mustChangePassword: z.optional(z.boolean()),
    hospitalName: z.nullish(z.string()),
  }),
});
