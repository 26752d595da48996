import { eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { announceList } from '../db/announceList.ts';
import { findDepartment, isInDictionary } from '../db/choices.ts';
import { done, type Outcome, type Refused, refused, refusedWith } from '../db/outcome.ts';
import { identityRequest, staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendTrail } from '../trail/trail.ts';
import type { StaffRow } from './accountQueries.ts';
import type { StaffContext } from './caller.ts';

/** The state of a request: `closed` was replaced by a later one or withdrawn. */
export const RequestStatus = { waiting: 0, approved: 1, rejected: 2, closed: 3 } as const;

/** What a person is called. */
type Identity = Pick<StaffRow, 'name' | 'nameEn' | 'titleCode' | 'deptId'>;
export type IdentityState = 'requested' | 'unchanged' | 'withdrawn';
type Row = typeof identityRequest.$inferSelect;

const fields = ['name', 'nameEn', 'titleCode', 'deptId'] as const;

/** The fields of a request that differ from the person; null for those that stay. */
function differenceOf(person: Identity, { name, nameEn, titleCode, deptId }: Partial<Identity>) {
  const differs = <T>(wanted: T | null | undefined, present: T | null) =>
    wanted === undefined || wanted === present ? null : wanted;
  return {
    name: differs(name, person.name),
    nameEn: differs(nameEn, person.nameEn),
    titleCode: differs(titleCode, person.titleCode),
    deptId: differs(deptId, person.deptId),
  };
}

export const changedIn = (request: Partial<Record<keyof Identity, unknown>>) =>
  fields.filter((field) => (request[field] ?? null) !== null);

/** Refuses a title or department that the hospital does not have. */
export async function refusalOfIdentity(
  tx: Transaction,
  { titleCode, deptId }: Pick<Identity, 'titleCode' | 'deptId'>,
): Promise<Refused | null> {
  if (deptId && !(await findDepartment(tx, Number(deptId), [])))
    return refusedWith(Code.badRequest, 'departmentUnknown', { field: 'deptId' });
  if (titleCode && !(await isInDictionary(tx, 'member_doctor_title', titleCode, [])))
    return refusedWith(Code.badRequest, 'titleUnknown', { field: 'titleCode' });
  return null;
}

const isWaiting = (staffId: string) => [
  eq(identityRequest.staffId, staffId),
  eq(identityRequest.status, RequestStatus.waiting),
];

/** Asks for the given fields; what an earlier request asked for and this one does not mention still waits. */
export async function askForIdentity(
  tx: Transaction,
  { by, at }: StaffContext,
  given: Partial<Identity>,
): Promise<Outcome<IdentityState>> {
  const { id: staffId } = by;
  const person = await tx.locked(staff, eq(staff.id, staffId));
  if (!person) return refused(Code.unauthorised);
  const earlier = await tx.first(identityRequest, ...isWaiting(staffId));
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  const asked = differenceOf(person, { ...kept(earlier), ...Object.fromEntries(known) });
  const refusal = await refusalOfIdentity(tx, asked);
  if (refusal) return refusal;
  const names = changedIn(asked);
  if (earlier && fields.every((field) => asked[field] === earlier[field])) return done('requested');
  await tx.change(identityRequest, { status: RequestStatus.closed, decideTime: at }, ...isWaiting(staffId));
  if (names.length === 0 && earlier === null) return done('unchanged');
  const added = names.length === 0 ? null : await tx.add(identityRequest, { ...asked, staffId, createTime: at });
  await announceList(tx, 'requests');
  const detail = added ? { requested: names, identityRequest: added.id } : { withdrawn: earlier?.id };
  const entry = { action: 'update', entity: 'staff', entityId: staffId, patientId: null, purpose: null } as const;
  await appendTrail(tx, by, at, { ...entry, outcome: 'ok', detail });
  return done(added ? 'requested' : 'withdrawn');
}

/** What an earlier request still asks for. */
const kept = (earlier: Row | null): Partial<Identity> =>
  Object.fromEntries(fields.flatMap((field) => (earlier?.[field] == null ? [] : [[field, earlier[field]]])));
