import { and, eq, ne, sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type {
  arrangeDepartments,
  createDepartment,
  listDepartments,
  retireDepartment,
  updateDepartment,
} from '../../contract/extension/hospital.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, StaffContext } from '../accounts/caller.ts';
import { runOnce } from '../db/idempotency.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { staff } from '../db/schema/staff.ts';
import { department } from '../db/schema/tenants.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { appendTrail } from '../trail/trail.ts';
import { departmentsOf, peopleByDepartment } from './departmentQueries.ts';
import { lockStaff } from './staffLock.ts';
import { departmentOnWire } from './wire.ts';

/** Ids up to this belong to the standard list of departments. */
const lastStandardId = 999;

const works = (id: string) => [eq(staff.deptId, id), eq(staff.disabled, false)];

/** The hospital's departments with the number of their people. */
export async function readDepartments(
  _: unknown,
  { store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof listDepartments>>> {
  const [rows, numbers] = await Promise.all([departmentsOf(store), peopleByDepartment(store)]);
  return done(rows.map((row) => departmentOnWire(row, numbers.get(row.id) ?? 0)));
}

/** Records a change of the departments and announces it. */
function record(
  tx: Transaction,
  { by, at }: StaffContext,
  action: 'create' | 'update',
  entityId: string | null,
  detail: Record<string, unknown>,
) {
  tx.announce({ type: 'hospital.changed', part: 'dictionaries' });
  return appendTrail(tx, by, at, {
    action,
    entity: 'department',
    entityId,
    patientId: null,
    purpose: null,
    outcome: 'ok',
    detail,
  });
}

const refusalOfName = async (tx: Transaction, name: string, own: string) =>
  (await tx.count(department, and(eq(department.name, name), ne(department.id, own)))) > 0
    ? refusedWith(Code.badRequest, 'departmentNameTaken', { field: 'name', name })
    : null;

async function addDepartment(
  tx: Transaction,
  context: StaffContext,
  { name, nameEn }: RequestOf<typeof createDepartment>,
): Promise<Outcome<{ id: number }>> {
  await lockStaff(tx);
  const taken = await refusalOfName(tx, name.trim(), '-1');
  if (taken) return taken;
  const [last] = await tx.db
    .select({
      id: sql<string>`greatest(coalesce(max(${department.id}), 0), ${lastStandardId}::bigint) + 1`,
      sort: sql<number>`coalesce(max(${department.sort}), 0)::int + 1`,
    })
    .from(department)
    .where(tx.own(department));
  const id = String(last?.id ?? lastStandardId + 1);
  await tx.add(department, { id, name: name.trim(), nameEn: nameEn.trim(), sort: last?.sort ?? 1 });
  await record(tx, context, 'create', id, {});
  return done({ id: Number(id) });
}

/** Creates a department. A repeated request creates no second one. */
export function makeDepartment(input: RequestOf<typeof createDepartment>, context: CallContext) {
  const { by, at, store } = context;
  const key = `createDepartment:${input.clientRequestId}`;
  const once = { userId: by.id, key, operation: 'createDepartment', at, content: input };
  return store.attempt((tx) => runOnce(tx, once, () => addDepartment(tx, context, input)));
}

/** The department in the version that the administrator saw, or why it cannot be changed. */
async function findForChange(tx: Transaction, { id, version }: { id: number; version: number }) {
  await lockStaff(tx);
  const found = await tx.locked(department, eq(department.id, String(id)));
  if (!found) return refused(Code.notFound);
  return found.version === version ? done(found) : refused(Code.administrationChanged);
}

/** Renames a department and shows the new name with its people. */
export const renameDepartment = (
  { name, nameEn, ...named }: RequestOf<typeof updateDepartment>,
  context: CallContext,
): Promise<Outcome<{ version: number }>> =>
  context.store.attempt(async (tx) => {
    const found = await findForChange(tx, named);
    if (!found.ok) return found;
    const { id } = found.data;
    const names = { name: name.trim(), nameEn: nameEn.trim() };
    const taken = await refusalOfName(tx, names.name, id);
    if (taken) return taken;
    const version = named.version + 1;
    await tx.change(department, { ...names, version }, eq(department.id, id));
    const people = await tx.change(staff, { deptName: names.name, deptNameEn: names.nameEn }, eq(staff.deptId, id));
    for (const person of people) tx.announce({ type: 'person.changed', userId: person.id, part: 'account' });
    await record(tx, context, 'update', id, { changed: ['name'] });
    return done({ version });
  });

/** Retires a department, unless somebody works in it, or takes it back into use. */
export const retire = (
  { retired, ...named }: RequestOf<typeof retireDepartment>,
  context: CallContext,
): Promise<Outcome<{ version: number }>> =>
  context.store.attempt(async (tx) => {
    const found = await findForChange(tx, named);
    if (!found.ok) return found;
    const { id } = found.data;
    const people = retired ? await tx.count(staff, ...works(id)) : 0;
    if (people > 0) return refusedWith(Code.administrationRefused, 'departmentHasPeople', { people });
    const version = named.version + 1;
    await tx.change(department, { retired, version }, eq(department.id, id));
    await record(tx, context, 'update', id, { retired });
    return done({ version });
  });

/** Stores the order of the departments; a list that lacks one or names an unknown one is out of date. */
export const arrange = ({ ids }: RequestOf<typeof arrangeDepartments>, context: CallContext): Promise<Outcome<true>> =>
  context.store.attempt(async (tx) => {
    await lockStaff(tx);
    const known = (await tx.rows(department)).map(({ id }) => Number(id)).sort((one, other) => one - other);
    const given = [...ids].sort((one, other) => one - other);
    if (known.join() !== given.join()) return refusedWith(Code.administrationChanged, 'departmentsIncomplete');
    for (const [at, id] of ids.entries()) await tx.change(department, { sort: at + 1 }, eq(department.id, String(id)));
    await record(tx, context, 'update', null, { changed: ['order'] });
    return done(true as const);
  });
