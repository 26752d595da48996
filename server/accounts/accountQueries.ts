import { eq, type SQL, sql } from 'drizzle-orm';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { patient } from '../db/schema/patients.ts';
import { staff } from '../db/schema/staff.ts';
import { uiSetting } from '../db/schema/tenants.ts';

export type StaffRow = typeof staff.$inferSelect;

/** The only form in which account names are compared: without differences of case and width. */
export const accountForm = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();

/** The rows of an account name, as a condition of a query. Stored names are ASCII (`Username`), which `lower` folds as well. */
export const hasAccount = (typed: string): SQL => eq(sql`lower(${staff.username})`, accountForm(typed));

/** A member of staff by account name, mobile number or id. */
export const findStaffByUsername = (store: HospitalStore, username: string) => store.first(staff, hasAccount(username));
export const findStaffByMobile = (store: HospitalStore, mobile: string) => store.first(staff, eq(staff.mobile, mobile));
export const findStaffById = (store: Pick<HospitalStore, 'first'>, id: string) => store.first(staff, eq(staff.id, id));

/** A patient by the mobile number with which they sign in. */
export const findPatientByMobile = (store: HospitalStore, mobile: string) =>
  store.first(patient, eq(patient.mobile, mobile));

/** A person's settings of the workstation; null before the first. */
export const uiSettingOf = (store: HospitalStore, { id }: Pick<StaffRow, 'id'>) =>
  store.first(uiSetting, eq(uiSetting.userId, id));
