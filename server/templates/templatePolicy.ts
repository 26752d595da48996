import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { Staff } from '../accounts/caller.ts';
import { staff } from '../db/schema/staff.ts';
import { template } from '../db/schema/templates.ts';
import type { Tenanted } from '../db/tenanted.ts';

type Row = typeof template.$inferSelect;

/** The department of a member of staff, or null. */
export async function departmentOf(store: Tenanted, by: Staff): Promise<string | null> {
  return (await store.first(staff, eq(staff.id, by.id)))?.deptId ?? null;
}

/** Templates that this person sees: their own personal ones, and those of their department. */
export const isVisibleTo = (by: Staff, deptId: string | null): SQL | undefined =>
  or(
    and(isNull(template.deptId), eq(template.authorId, by.id)),
    deptId === null ? undefined : eq(template.deptId, deptId),
  );

/** Only the author changes a template, of the department too. */
export const isChangeableBy = (by: Staff, { authorId }: Pick<Row, 'authorId'>): boolean => authorId === by.id;

/** The template that this person may see, or null. */
export async function findVisible(store: Tenanted, by: Staff, id: string): Promise<Row | null> {
  return store.first(template, eq(template.id, id), isVisibleTo(by, await departmentOf(store, by)));
}
