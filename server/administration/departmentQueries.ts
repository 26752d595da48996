import { asc, count, eq } from 'drizzle-orm';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { staff } from '../db/schema/staff.ts';
import { department } from '../db/schema/tenants.ts';

/** The hospital's departments in their order, retired ones too. */
export const departmentsOf = ({ db, own }: HospitalStore) =>
  db.select().from(department).where(own(department)).orderBy(asc(department.sort), asc(department.id));

/** How many enabled people work in each department. */
export async function peopleByDepartment({ db, own }: HospitalStore): Promise<ReadonlyMap<string | null, number>> {
  const rows = await db
    .select({ id: staff.deptId, people: count() })
    .from(staff)
    .where(own(staff, eq(staff.disabled, false)))
    .groupBy(staff.deptId);
  return new Map(rows.map(({ id, people }) => [id, people]));
}
