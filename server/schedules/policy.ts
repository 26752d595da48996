import type { StaffRow } from '../accounts/accountQueries.ts';
import type { Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { isDoctor } from '../db/roles.ts';

/** Whether this person heads the department of a doctor, whose plan they then see and change. */
export const isHeadOf = (head: StaffRow, member: StaffRow): boolean =>
  head.headsDept && head.deptId !== null && head.deptId === member.deptId && isDoctor(member);

/** The name of the department that this doctor heads; null if none. */
export const headedBy = ({ headsDept, deptId, deptName, deptNameEn }: StaffRow, language: Language): string | null =>
  headsDept && deptId !== null ? inLanguage(language, deptName, deptNameEn) : null;
