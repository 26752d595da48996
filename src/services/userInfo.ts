import * as z from 'zod/mini';
import { AccountId, DoctorId } from '../../contract/ids.ts';

/** The person as stored in session storage across reloads. */
export const UserInfo = z.object({
  memberAccountId: AccountId,
  doctorId: DoctorId,
  name: z.string(),
  avatar: z.nullable(z.string()),
  isAuditor: z.boolean(),
  hospitalName: z.nullable(z.string()),
});
