import { eq, type SQL, sql } from 'drizzle-orm';
import { patient } from '../db/schema/patients.ts';
import { staff } from '../db/schema/staff.ts';
import type { Tenanted } from '../db/tenanted.ts';

export type StaffRow = typeof staff.$inferSelect;

/** The only form in which account names are compared: without differences of case and width. */
export const accountForm = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();

/** The rows of an account name, as a condition of a query. Stored names are ASCII (`Username`), which `lower` folds as well. */
export const hasAccount = (typed: string): SQL => eq(sql`lower(${staff.username})`, accountForm(typed));

/** A member of staff by account name, mobile number or id. */
export const findStaffByUsername = (store: Tenanted, username: string) => store.first(staff, hasAccount(username));
export const findStaffByMobile = (store: Tenanted, mobile: string) => store.first(staff, eq(staff.mobile, mobile));
export const findStaffById = (store: Pick<Tenanted, 'first'>, id: string) => store.first(staff, eq(staff.id, id));

/** A patient by the mobile number with which they sign in. */
export const findPatientByMobile = (store: Tenanted, mobile: string) =>
  store.first(patient, eq(patient.mobile, mobile));

export const setPassword = (store: Tenanted, id: string, passwordHash: string) =>
  store.change(
    staff,
    { passwordHash, mustChangePassword: false, passwordGivenTime: null, passwordUsed: false },
    eq(staff.id, id),
  );
