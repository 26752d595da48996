import { and, eq } from 'drizzle-orm';
import { staff } from './schema/staff.ts';

/** The role of a member of staff: an administrator, a reviewer, or else a doctor. At most one of the flags is true. */
export type RoleFlags = { readonly isAuditor: boolean; readonly isAdministrator: boolean };
export type Role = 'doctor' | 'auditor' | 'administrator';

export const roleOf = ({ isAuditor, isAdministrator }: RoleFlags): Role =>
  isAdministrator ? 'administrator' : isAuditor ? 'auditor' : 'doctor';

export const flagsOf = (role: Role): RoleFlags => ({
  isAuditor: role === 'auditor',
  isAdministrator: role === 'administrator',
});

export const isDoctor = (who: RoleFlags): boolean => roleOf(who) === 'doctor';

/** The doctors among the staff, as a condition of a query. */
export const doctorsOnly = and(eq(staff.isAuditor, false), eq(staff.isAdministrator, false));
