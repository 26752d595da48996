import type { expiringCertificates, pageStaff } from '../../contract/extension/administration.ts';
import type { listDepartments } from '../../contract/extension/hospital.ts';
import type { HospitalSettingVersion } from '../../contract/extension/hospitalSettings.ts';
import type { listIdentityRequests } from '../../contract/extension/identity.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { StaffRow } from '../accounts/accountQueries.ts';
import type { Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { roleOf } from '../db/roles.ts';
import type { identityRequest, qualification } from '../db/schema/staff.ts';
import type { department, hospitalSettingVersion } from '../db/schema/tenants.ts';

type StaffOnWire = ReplyInputOf<typeof pageStaff>['list'][number];
type DepartmentRow = typeof department.$inferSelect;

const numberOf = (id: string | null) => (id === null ? null : Number(id));

/** A member of staff with their sessions and consultations. */
export const staffOnWire = (
  row: StaffRow,
  work: Pick<StaffOnWire, 'openSessions' | 'runningConsultations' | 'lastSignIn'>,
  language: Language,
): StaffOnWire => ({
  id: row.id,
  username: row.username,
  name: row.name,
  nameEn: row.nameEn,
  mobile: row.mobile,
  role: roleOf(row),
  deptId: numberOf(row.deptId),
  deptName: inLanguage(language, row.deptName, row.deptNameEn),
  titleCode: row.titleCode,
  headsDept: row.headsDept,
  reviewsCertificates: row.reviewsCertificates,
  disabled: row.disabled,
  operatesPlatform: row.operatesPlatform,
  mustChangePassword: row.mustChangePassword,
  ...work,
  version: row.version,
});

/** A department with the number of its people. */
export const departmentOnWire = (
  { id, name, nameEn, retired, version }: DepartmentRow,
  people: number,
): ReplyInputOf<typeof listDepartments>[number] => ({ id: Number(id), name, nameEn, retired, version, people });

/** A certificate that expires soon or has expired. */
export const certificateOnWire = (
  { certificate, doctor }: { certificate: typeof qualification.$inferSelect; doctor: StaffRow },
  { at, language }: { at: number; language: Language },
): ReplyInputOf<typeof expiringCertificates>[number] => ({
  doctorId: doctor.id,
  username: doctor.username,
  name: inLanguage(language, doctor.name, doctor.nameEn),
  deptName: inLanguage(language, doctor.deptName, doctor.deptNameEn),
  practiceCertNo: certificate.practiceCertNo,
  expireTime: certificate.expireTime ?? at,
});

/** A change of the hospital's settings with who made it. */
export const settingChangeOnWire = (
  {
    changed: { version, time, changes },
    name,
    nameEn,
  }: { changed: typeof hospitalSettingVersion.$inferSelect; name: string; nameEn: string },
  language: Language,
): HospitalSettingVersion => ({ version, time, changes, by: inLanguage(language, name, nameEn) });

/** A request for another name, title or department with the present ones. */
export const identityRequestOnWire = (
  { request, person }: { request: typeof identityRequest.$inferSelect; person: StaffRow },
  wanted: DepartmentRow | null,
  language: Language,
): ReplyInputOf<typeof listIdentityRequests>[number] => ({
  id: request.id,
  staffId: request.staffId,
  username: person.username,
  present: {
    name: person.name,
    nameEn: person.nameEn,
    titleCode: person.titleCode,
    deptName: inLanguage(language, person.deptName, person.deptNameEn),
  },
  wanted: {
    name: request.name,
    nameEn: request.nameEn,
    titleCode: request.titleCode,
    deptId: numberOf(request.deptId),
    deptName: wanted && inLanguage(language, wanted.name, wanted.nameEn),
  },
  createTime: request.createTime,
});
