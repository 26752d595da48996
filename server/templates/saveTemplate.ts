import { eq, isNull, ne, sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { deleteTemplate, noteTemplateUse, saveTemplate } from '../../contract/extension/templates.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Staff, StaffContext } from '../accounts/caller.ts';
import { findUnknownDiagnosis } from '../db/choices.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { template, templateUse } from '../db/schema/templates.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { isChangeableBy } from './policy.ts';
import { departmentOf, doctorsIn, findUnknownMedicine, findVisible } from './queries.ts';

type Request = RequestOf<typeof saveTemplate>;
type Row = typeof template.$inferSelect;

const mostPerOwner = 200;

/** Whose template it is: a department's, or personal ones of its author. */
type Owner = { by: Staff; deptId: string | null };

const ofOwner = ({ by, deptId }: Owner) =>
  deptId === null ? [isNull(template.deptId), eq(template.authorId, by.id)] : [eq(template.deptId, deptId)];

/** Saves for one owner run one after the other, so that the name and the limit are still free when the row is written. */
const lockOwner = (tx: Transaction, { by, deptId }: Owner) => {
  const key = `templates ${tx.hospitalId} ${deptId === null ? `of ${by.id}` : `in ${deptId}`}`;
  return tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
};

async function findWithName(tx: Transaction, owner: Owner, { name, content }: Request, exceptId: string) {
  const isNamed = eq(sql`lower(${template.name})`, sql`lower(${name.trim()})`);
  return tx.first(template, ...ofOwner(owner), eq(template.kind, content.kind), isNamed, ne(template.id, exceptId));
}

/** All doctors who see the template before or after the change load their lists again. */
async function announceSeen(tx: Transaction, by: Staff, ...deptIds: readonly (string | null)[]) {
  const departments = deptIds.filter((id) => id !== null);
  const others = (await doctorsIn(tx, departments)).filter((id) => id !== by.id);
  tx.announce({ type: 'own.changed', staffIds: [by.id, ...others], part: 'templates' });
}

async function change(tx: Transaction, { by, at }: StaffContext, old: Row, request: Request, deptId: string | null) {
  if (request.content.kind !== old.kind) return refused(Code.badRequest, { field: 'content.kind' });
  const { name, content } = request;
  const next = { name: name.trim(), content, deptId, version: old.version + 1, updateTime: at };
  const isCurrent = eq(template.version, request.version ?? 0);
  const [changed] = await tx.change(template, next, eq(template.id, old.id), eq(template.authorId, by.id), isCurrent);
  return changed
    ? done({ id: changed.id, version: changed.version })
    : refusedWith(Code.badRequest, 'templateChanged', { version: old.version });
}

async function create(tx: Transaction, { by, at }: StaffContext, { name, content }: Request, owner: Owner) {
  const existing = await tx.count(template, ...ofOwner(owner), eq(template.kind, content.kind));
  if (existing >= mostPerOwner) return refusedWith(Code.badRequest, 'templatesFull', { limit: mostPerOwner });
  const made = { authorId: by.id, deptId: owner.deptId, kind: content.kind, createTime: at, updateTime: at };
  const { id, version } = await tx.add(template, { ...made, name: name.trim(), content });
  return done({ id, version });
}

async function createOrChange(
  tx: Transaction,
  context: StaffContext,
  request: Request,
): Promise<Outcome<ReplyInputOf<typeof saveTemplate>>> {
  const { by } = context;
  const old = request.id === undefined ? null : await findVisible(tx, by, request.id);
  if (request.id !== undefined && !old) return refused(Code.notFound);
  if (old && !isChangeableBy(by, old)) return refusedWith(Code.forbidden, 'templateForeign');
  const deptId = request.scope === 'department' ? (old?.deptId ?? (await departmentOf(tx, by))) : null;
  if (request.scope === 'department' && deptId === null)
    return refusedWith(Code.badRequest, 'departmentMissing', { field: 'scope' });
  const unknown = await findUnknownMedicine(tx, request.content);
  if (unknown) {
    const field = `content.lines.${unknown.index}.drugId`;
    return refusedWith(Code.badRequest, 'drugUnknown', { field, name: unknown.name });
  }
  const diagnosis = await findUnknownDiagnosis(tx, request.content.diagnosisList, old?.content.diagnosisList ?? []);
  if (diagnosis) {
    const field = `content.diagnosisList.${diagnosis.index}.id`;
    return refusedWith(Code.badRequest, 'diagnosisUnknown', { field, name: diagnosis.diagnosis.name });
  }
  const owner = { by, deptId };
  await lockOwner(tx, owner);
  const taken = await findWithName(tx, owner, request, old?.id ?? '0');
  if (taken) {
    // The author may replace their own template of this name, so they learn which one it is.
    const known = isChangeableBy(by, taken) ? { id: taken.id, version: taken.version } : {};
    return refusedWith(Code.badRequest, 'templateNameTaken', { field: 'name', name: taken.name, ...known });
  }
  await announceSeen(tx, by, deptId, old?.deptId ?? null);
  return old ? change(tx, context, old, request, deptId) : create(tx, context, request, owner);
}

/** Creates a template or changes the author's own. */
export const storeTemplate = (
  request: Request,
  context: CallContext,
): Promise<Outcome<ReplyInputOf<typeof saveTemplate>>> =>
  context.store.attempt((tx) => createOrChange(tx, context, request));

export const removeTemplate = (
  { id }: RequestOf<typeof deleteTemplate>,
  { by, store }: CallContext,
): Promise<Outcome<true>> =>
  store.attempt(async (tx) => {
    const old = await findVisible(tx, by, id);
    if (!old) return refused(Code.notFound);
    if (!isChangeableBy(by, old)) return refusedWith(Code.forbidden, 'templateForeign');
    await tx.remove(template, eq(template.id, id));
    await announceSeen(tx, by, old.deptId);
    return done(true);
  });

/** Counts one use by this person. */
export const noteUse = (
  { id }: RequestOf<typeof noteTemplateUse>,
  { by, at, store }: CallContext,
): Promise<Outcome<true>> =>
  store.attempt(async (tx) => {
    if (!(await findVisible(tx, by, id))) return refused(Code.notFound);
    await tx.db
      .insert(templateUse)
      .values({ tenantId: tx.hospitalId, templateId: id, staffId: by.id, uses: 1, usedTime: at })
      .onConflictDoUpdate({
        target: [templateUse.tenantId, templateUse.templateId, templateUse.staffId],
        set: { uses: sql`${templateUse.uses} + 1`, usedTime: at },
      });
    // A use changes only this doctor's own order of the list.
    await announceSeen(tx, by);
    return done(true);
  });
