import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { TemplateContent } from '../../contract/extension/templates.ts';
import type { Staff } from '../accounts/caller.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { doctorsOnly } from '../db/roles.ts';
import { diagnosis, drug, drugInventory } from '../db/schema/drugs.ts';
import { staff } from '../db/schema/staff.ts';
import { drugFavourite, template, templateUse } from '../db/schema/templates.ts';
import { isVisibleTo } from './policy.ts';
import type { Favourite, TemplateRow } from './wire.ts';

/** The department of a member of staff, or null. */
export async function departmentOf(store: HospitalStore, by: Staff): Promise<string | null> {
  return (await store.first(staff, eq(staff.id, by.id)))?.deptId ?? null;
}

/** The ids of the doctors of departments. */
export async function doctorsIn(store: HospitalStore, deptIds: readonly string[]): Promise<string[]> {
  if (deptIds.length === 0) return [];
  const found = await store.rows(staff, inArray(staff.deptId, [...deptIds]), doctorsOnly, eq(staff.disabled, false));
  return found.map(({ id }) => id);
}

/** The template that this person may see, or null. */
export async function findVisible(store: HospitalStore, by: Staff, id: string): Promise<TemplateRow | null> {
  return store.first(template, eq(template.id, id), isVisibleTo(by, await departmentOf(store, by)));
}

/** The templates of a kind that this person may see with their own use of each, last used first, then the latest. */
export async function visibleTemplates(store: HospitalStore, by: Staff, kind: TemplateRow['kind']) {
  const isMine = and(eq(templateUse.templateId, template.id), eq(templateUse.staffId, by.id));
  return store.db
    .select({ row: template, use: templateUse })
    .from(template)
    .leftJoin(templateUse, isMine)
    .where(store.own(template, eq(template.kind, kind), isVisibleTo(by, await departmentOf(store, by))))
    .orderBy(sql`${templateUse.usedTime} desc nulls last`, sql`${template.updateTime} desc`, sql`${template.id} desc`);
}

/** This person's own use of a template. */
export const ownUseOf = (store: HospitalStore, by: Staff, { id }: TemplateRow) =>
  store.first(templateUse, eq(templateUse.templateId, id), eq(templateUse.staffId, by.id));

const medicineIdsOf = ({ content }: TemplateRow) =>
  content.kind === 'prescription' ? content.lines.map((one) => one.drugId) : [];

/** The medicines and authors of templates, as they are today. */
export async function namesIn(store: HospitalStore, rows: readonly TemplateRow[]) {
  const [medicines, authors] = await Promise.all([
    store.named(drug, [...new Set(rows.flatMap(medicineIdsOf))]),
    store.named(staff, [...new Set(rows.map(({ authorId }) => authorId))]),
  ]);
  return { medicines, authors };
}

/** The diagnoses of a template that the hospital's list has. */
export const diagnosesIn = (store: HospitalStore, { diagnosisList }: TemplateContent) =>
  store.named(
    diagnosis,
    diagnosisList.map(({ id }) => id),
  );

/** The first line whose medicine is not in the hospital's list, or null. */
export async function findUnknownMedicine(store: HospitalStore, content: TemplateContent) {
  if (content.kind !== 'prescription') return null;
  const ids = content.lines.map(({ drugId }) => drugId);
  const found = new Set((await store.rows(drug, inArray(drug.id, ids))).map(({ id }) => id));
  const index = content.lines.findIndex(({ drugId }) => !found.has(drugId));
  const line = content.lines[index];
  return line ? { index, name: line.drugName } : null;
}

/** A doctor's favourite medicines, the latest first, each with its place in this pharmacy's list. */
export function favouritesOf(store: HospitalStore, by: Staff, warehouseId: string): Promise<Favourite[]> {
  const isListed = and(
    eq(drugInventory.drugId, drugFavourite.drugId),
    eq(drugInventory.tenantId, drugFavourite.tenantId),
    eq(drugInventory.warehouseId, warehouseId),
  );
  return store.db
    .select({ product: drug, item: drugInventory })
    .from(drugFavourite)
    .innerJoin(drug, and(eq(drug.id, drugFavourite.drugId), eq(drug.tenantId, drugFavourite.tenantId)))
    .leftJoin(drugInventory, isListed)
    .where(store.own(drugFavourite, eq(drugFavourite.staffId, by.id)))
    .orderBy(desc(drugFavourite.createTime), desc(drugFavourite.id));
}
