import { and, eq, inArray, sql } from 'drizzle-orm';
import { isBlank } from '../../clinical/writtenReason.ts';
import { Code } from '../../contract/envelope.ts';
import type { getTemplate, listTemplates, TemplateContent } from '../../contract/extension/templates.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Language, Staff } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { diagnosis, drug } from '../db/schema/drugs.ts';
import { staff } from '../db/schema/staff.ts';
import { template, templateUse } from '../db/schema/templates.ts';
import type { Tenanted } from '../db/tenanted.ts';
import { departmentOf, findVisible, isChangeableBy, isVisibleTo } from './templatePolicy.ts';

type Row = typeof template.$inferSelect;
type Use = typeof templateUse.$inferSelect;
type Brief = ReplyInputOf<typeof listTemplates>[number];
type Names = (drugId: string, written: string) => string;

const medicineIdsOf = ({ content }: Row) =>
  content.kind === 'prescription' ? content.lines.map((one) => one.drugId) : [];

/** Today's names of the medicines in the reader's language; a medicine that is gone has the name it was saved with. */
async function medicineNames(store: Tenanted, rows: readonly Row[], language: Language): Promise<Names> {
  const products = await store.named(drug, [...new Set(rows.flatMap(medicineIdsOf))]);
  const names = new Map(products.map(({ id, name, nameEn }) => [id, inLanguage(language, name, nameEn)]));
  return (drugId, written) => names.get(drugId) ?? written;
}

/** The names of the authors in the reader's language. */
async function authorNames(store: Tenanted, rows: readonly Row[], language: Language) {
  const people = await store.named(staff, [...new Set(rows.map(({ authorId }) => authorId))]);
  const names = new Map(people.map(({ id, name, nameEn }) => [id, inLanguage(language, name, nameEn)]));
  return (id: string) => names.get(id) ?? '';
}

const written = (content: TemplateContent): string[] =>
  content.kind === 'record'
    ? Object.entries(content.sections).flatMap(([name, text]) => (isBlank(text) ? [] : [name]))
    : [];

type Look = { drugName: Names; authorName: (id: string) => string; by: Staff };

const briefOf = (row: Row, use: Use | null, { drugName, authorName, by }: Look): Brief => ({
  id: row.id,
  kind: row.kind,
  scope: row.deptId === null ? 'personal' : 'department',
  name: row.name,
  version: row.version,
  own: isChangeableBy(by, row),
  author: authorName(row.authorId),
  drugs: row.content.kind === 'prescription' ? row.content.lines.map((one) => drugName(one.drugId, one.drugName)) : [],
  sections: written(row.content),
  uses: use?.uses ?? 0,
  usedTime: use?.usedTime ?? null,
  updateTime: row.updateTime,
});

async function lookOf(store: Tenanted, by: Staff, rows: readonly Row[]): Promise<Look> {
  const [drugName, authorName] = await Promise.all([
    medicineNames(store, rows, by.language),
    authorNames(store, rows, by.language),
  ]);
  return { drugName, authorName, by };
}

/** The person's own templates and their department's, last used first, then the latest. */
export async function readTemplates(
  { kind }: RequestOf<typeof listTemplates>,
  { by, store }: CallContext,
): Promise<Outcome<Brief[]>> {
  const isMine = and(eq(templateUse.templateId, template.id), eq(templateUse.staffId, by.id));
  const rows = await store.db
    .select({ row: template, use: templateUse })
    .from(template)
    .leftJoin(templateUse, isMine)
    .where(store.own(template, eq(template.kind, kind), isVisibleTo(by, await departmentOf(store, by))))
    .orderBy(sql`${templateUse.usedTime} desc nulls last`, sql`${template.updateTime} desc`, sql`${template.id} desc`);
  const look = await lookOf(
    store,
    by,
    rows.map(({ row }) => row),
  );
  return done(rows.map(({ row, use }) => briefOf(row, use, look)));
}

/** The content with today's names of medicines and diagnoses in the reader's language. */
async function inReadersLanguage(store: Tenanted, content: TemplateContent, { drugName, by }: Look) {
  const ids = content.diagnosisList.map(({ id }) => id);
  const known = new Map((await store.named(diagnosis, ids)).map((one) => [one.id, one]));
  const diagnosisList = content.diagnosisList.map((one) => {
    const row = known.get(one.id);
    return row ? { ...one, name: inLanguage(by.language, row.name, row.nameEn) } : one;
  });
  if (content.kind === 'record') return { ...content, diagnosisList };
  const lines = content.lines.map((one) => ({ ...one, drugName: drugName(one.drugId, one.drugName) }));
  return { ...content, diagnosisList, lines };
}

/** One template with its content. */
export async function readTemplate(
  { id }: RequestOf<typeof getTemplate>,
  { by, store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof getTemplate>>> {
  const row = await findVisible(store, by, id);
  if (!row) return refused(Code.notFound);
  const look = await lookOf(store, by, [row]);
  const use = await store.first(templateUse, eq(templateUse.templateId, row.id), eq(templateUse.staffId, by.id));
  return done({ ...briefOf(row, use, look), content: await inReadersLanguage(store, row.content, look) });
}

/** The first line whose medicine is not in the hospital's list, or null. */
export async function findUnknownMedicine(store: Tenanted, content: TemplateContent) {
  if (content.kind !== 'prescription') return null;
  const ids = content.lines.map(({ drugId }) => drugId);
  const found = new Set((await store.rows(drug, inArray(drug.id, ids))).map(({ id }) => id));
  const index = content.lines.findIndex(({ drugId }) => !found.has(drugId));
  const line = content.lines[index];
  return line ? { index, name: line.drugName } : null;
}
