import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { createStaff, updateStaff } from '../../contract/extension/administration.ts';
import type { RequestOf } from '../../contract/operation.ts';
import { findStaffByMobile, findStaffByUsername, type StaffRow } from '../accounts/accountQueries.ts';
import { type ActorContext, type CallContext, UserType } from '../accounts/caller.ts';
import { given } from '../accounts/givenPassword.ts';
import { endSessionsOf } from '../accounts/sessions.ts';
import { findDepartment, isInDictionary } from '../db/choices.ts';
import { done, type Outcome, type Refused, refusedWith } from '../db/outcome.ts';
import { flagsOf, isDoctor, roleOf } from '../db/roles.ts';
import { consultConfig, staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { beginAbsence } from '../orders/absence.ts';
import { findForChange, lockStaff, recordChange, refusalOfLast } from './staffLock.ts';
import { runningOf } from './staffQueries.ts';

type Fields = Omit<RequestOf<typeof updateStaff>, 'id' | 'version'>;
/** What a new doctor offers until they set up their services: nothing, with the usual lengths in minutes. */
const noServices = [
  { consultType: 1, durationMin: 2_880 },
  { consultType: 2, durationMin: 30 },
  { consultType: 3, durationMin: 30 },
].map((kind) => ({ ...kind, enabled: false, price: 0 }));

/** Gives a doctor the services to set up, unless they have them from an earlier time as a doctor. */
async function addServices(tx: Transaction, doctorId: string) {
  if ((await tx.count(consultConfig, eq(consultConfig.doctorId, doctorId))) > 0) return;
  await tx.addAll(
    consultConfig,
    noServices.map((kind) => ({ ...kind, doctorId })),
  );
}

type Place = Pick<StaffRow, 'deptId' | 'deptName' | 'deptNameEn'>;

/** The columns of a department in use; `current` is where the person works already, which may be retired or gone. */
async function departmentOf(
  tx: Transaction,
  { deptId, role }: Fields,
  current: Place | null,
): Promise<Place | Refused> {
  const unknown = refusedWith(Code.badRequest, 'departmentUnknown', { field: 'deptId' });
  if (deptId === null) return role === 'doctor' ? unknown : { deptId: null, deptName: '', deptNameEn: '' };
  const found = await findDepartment(tx, deptId, [current?.deptId ?? null]);
  if (found) return { deptId: found.id, deptName: found.name, deptNameEn: found.nameEn };
  if (current?.deptId !== String(deptId)) return unknown;
  const { deptName, deptNameEn } = current;
  return { deptId: current.deptId, deptName, deptNameEn };
}

/** Refuses a title that the hospital does not have; `current` is the person's present one, which stays. */
async function refusalOfTitle(tx: Transaction, { titleCode }: Fields, current: number | null): Promise<Refused | null> {
  if (titleCode === null || (await isInDictionary(tx, 'member_doctor_title', titleCode, [current]))) return null;
  return refusedWith(Code.badRequest, 'titleUnknown', { field: 'titleCode' });
}

async function takenBy(tx: Transaction, { mobile }: Fields, own: string | null): Promise<Refused | null> {
  const other = await findStaffByMobile(tx, mobile);
  return other && other.id !== own ? refusedWith(Code.badRequest, 'mobileTaken', { field: 'mobile' }) : null;
}

const columnsOf = ({ name, nameEn, mobile, role, titleCode, headsDept, reviewsCertificates }: Fields) => ({
  ...flagsOf(role),
  name: name.trim(),
  nameEn: nameEn.trim(),
  mobile,
  titleCode,
  headsDept: role === 'doctor' && headsDept,
  reviewsCertificates: role !== 'administrator' && reviewsCertificates,
});

/** Creates an account whose password must be changed at the first sign-in. */
export async function addStaff(
  tx: Transaction,
  context: ActorContext,
  { username, ...fields }: Omit<RequestOf<typeof createStaff>, 'clientRequestId'>,
  passwordHash: string,
): Promise<Outcome<{ id: string }>> {
  const { at } = context;
  await lockStaff(tx);
  if (await findStaffByUsername(tx, username))
    return refusedWith(Code.badRequest, 'usernameTaken', { field: 'username', username });
  const refusal = (await takenBy(tx, fields, null)) ?? (await refusalOfTitle(tx, fields, null));
  if (refusal) return refusal;
  const works = await departmentOf(tx, fields, null);
  if ('ok' in works) return works;
  const columns = { ...columnsOf(fields), ...works, username, ...given(passwordHash, at) };
  const { id } = await tx.add(staff, { ...columns, createTime: at });
  if (fields.role === 'doctor') await addServices(tx, id);
  await recordChange(tx, context, 'create', id, { role: fields.role });
  return done({ id });
}

async function refusalOfRole(tx: Transaction, before: StaffRow, { role }: Fields): Promise<Refused | null> {
  if (role === roleOf(before)) return null;
  const last = await refusalOfLast(tx, before);
  if (last || !isDoctor(before)) return last;
  const running = (await runningOf(tx, [before.id])).get(before.id) ?? 0;
  return running > 0
    ? refusedWith(Code.administrationRefused, 'rolesKeptByConsultations', { field: 'role', running })
    : null;
}

/** Changes a member of staff. A new role ends their sessions, which were opened with the rights of the old one. */
export const changeStaff = (
  { id, version, ...fields }: RequestOf<typeof updateStaff>,
  context: CallContext,
): Promise<Outcome<{ version: number }>> =>
  context.store.attempt(async (tx) => {
    const { at } = context;
    const found = await findForChange(tx, context, { id, version });
    if (!found.ok) return found;
    const before = found.data;
    const refusal =
      (await refusalOfRole(tx, before, fields)) ??
      (await takenBy(tx, fields, id)) ??
      (await refusalOfTitle(tx, fields, before.titleCode));
    if (refusal) return refusal;
    const works = await departmentOf(tx, fields, before);
    if ('ok' in works) return works;
    if (fields.role === 'doctor') await addServices(tx, id);
    const operatesPlatform = before.operatesPlatform && fields.role === 'administrator';
    const columns = { ...columnsOf(fields), ...works, operatesPlatform };
    const changed = Object.entries(columns).flatMap(([name, value]) =>
      before[name as keyof StaffRow] === value ? [] : [name],
    );
    await tx.change(staff, { ...columns, version: version + 1 }, eq(staff.id, id));
    if (fields.role !== roleOf(before)) {
      if (isDoctor(before) && !before.disabled) await beginAbsence(tx, context, before, { why: 'role' });
      await endSessionsOf(tx, { userType: UserType.staff, userId: id }, null, 'role changed', at);
    }
    const lost = before.operatesPlatform && !operatesPlatform ? { operatesPlatform } : {};
    tx.announce({ type: 'person.changed', userId: id, part: 'account' });
    // Templates of another department are theirs now.
    if (changed.includes('deptId')) tx.announce({ type: 'own.changed', staffIds: [id], part: 'templates' });
    await recordChange(tx, context, 'update', id, { changed, role: fields.role, ...lost });
    return done({ version: version + 1 });
  });
