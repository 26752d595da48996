import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { Staff } from '../accounts/caller.ts';
import { template } from '../db/schema/templates.ts';

/** Templates that this person sees: their own personal ones, and those of their department. */
export const isVisibleTo = (by: Staff, deptId: string | null): SQL | undefined =>
  or(
    and(isNull(template.deptId), eq(template.authorId, by.id)),
    deptId === null ? undefined : eq(template.deptId, deptId),
  );

/** Only the author changes a template, of the department too. */
export const isChangeableBy = (by: Staff, { authorId }: Pick<typeof template.$inferSelect, 'authorId'>): boolean =>
  authorId === by.id;
