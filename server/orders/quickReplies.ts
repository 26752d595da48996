import { and, eq, isNull, sql } from 'drizzle-orm';
import { isBlank } from '../../clinical/words/writtenReason.ts';
import { Code } from '../../contract/envelope.ts';
import {
  type arrangeQuickReplies,
  type importQuickReplies,
  ReplyContent,
  setupLimits,
  type updateQuickReply,
} from '../../contract/extension/serviceSetup.ts';
import type { createQuickReply, deleteQuickReply, getQuickReplies } from '../../contract/http/consult.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext, Staff, StaffContext } from '../accounts/caller.ts';
import { done, type Outcome, refused, refusedWith } from '../db/outcome.ts';
import { quickReply, staff } from '../db/schema/staff.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { repliesFor } from './replyQueries.ts';
import { ReplyType, replyOnWire } from './replyWire.ts';

type Written = { title?: string | undefined; group?: string | undefined; content: string };

const fieldsOf = ({ title, group, content }: Written) => ({
  title: isBlank(title) ? null : (title?.trim() ?? null),
  groupName: group?.trim() ?? '',
  content,
});
/** Phrases with the same key have the same text, title and group. */
const keyOf = ({ title, groupName, content }: ReturnType<typeof fieldsOf>) =>
  JSON.stringify([title, groupName, content]);

/** The doctor's own phrases in their order. A lock on the doctor's row serialises changes of their order and number. */
async function ownOf(tx: Transaction, by: Staff) {
  await tx.locked(staff, eq(staff.id, by.id));
  return repliesFor(tx, by.id, ReplyType.personal);
}

/** Adds phrases after the doctor's own; those that exist are left out. */
async function append(tx: Transaction, { by, at }: StaffContext, written: readonly Written[]) {
  const own = await ownOf(tx, by);
  const known = new Set(own.map(keyOf));
  const last = own.at(-1)?.sort ?? -1;
  const added = written.map(fieldsOf).filter((one) => {
    const key = keyOf(one);
    return !known.has(key) && known.add(key);
  });
  if (own.length + added.length > setupLimits.replies)
    return refusedWith(Code.tooManyRequests, 'repliesFull', { limit: setupLimits.replies });
  const common = { doctorId: by.id, type: ReplyType.personal, createTime: at };
  return done(
    await tx.addAll(
      quickReply,
      added.map((one, place) => ({ ...one, ...common, sort: last + 1 + place })),
    ),
  );
}

/** The doctor's other devices load the phrases again. */
const announceOwn = (tx: Transaction, by: Staff) =>
  tx.announce({ type: 'own.changed', staffIds: [by.id], part: 'replies' });

/** Why the doctor cannot change a phrase: it is shared, or not theirs. */
async function explain(tx: Transaction, id: string) {
  const isShared = await tx.first(quickReply, eq(quickReply.id, id), isNull(quickReply.doctorId));
  return refused(isShared ? Code.forbidden : Code.notFound);
}

/** The phrases that a doctor can insert into messages: own ones, the hospital's, or both. */
export async function listReplies(
  { type }: RequestOf<typeof getQuickReplies>,
  { by, store }: CallContext,
): Promise<Outcome<ReplyInputOf<typeof getQuickReplies>>> {
  return done((await repliesFor(store, by.id, type)).map(replyOnWire));
}

/** Adds a phrase of the doctor's own; shared ones belong to the hospital. A phrase may exist twice. */
export const addReply = (
  { type, ...written }: RequestOf<typeof createQuickReply>,
  { by, at, store }: CallContext,
): Promise<Outcome<string>> =>
  store.attempt(async (tx) => {
    if (type === ReplyType.shared) return refused(Code.forbidden);
    // The rule is checked here, because the cloud room loads the schema of this call and has no room for it.
    if (!ReplyContent.safeParse(written.content).success)
      return refusedWith(Code.badRequest, 'unknownVariable', { field: 'content' });
    const own = await ownOf(tx, by);
    if (own.length >= setupLimits.replies)
      return refusedWith(Code.tooManyRequests, 'repliesFull', { limit: setupLimits.replies });
    const place = { sort: (own.at(-1)?.sort ?? -1) + 1, type: ReplyType.personal, createTime: at };
    announceOwn(tx, by);
    return done((await tx.add(quickReply, { ...fieldsOf(written), ...place, doctorId: by.id })).id);
  });

export const updateReply = (
  { id, ...written }: RequestOf<typeof updateQuickReply>,
  { by, store }: CallContext,
): Promise<Outcome<true>> =>
  store.attempt<true>(async (tx) => {
    const isMine = and(eq(quickReply.id, id), eq(quickReply.doctorId, by.id));
    const changed = await tx.change(quickReply, fieldsOf(written), isMine);
    announceOwn(tx, by);
    return changed.length > 0 ? done(true) : explain(tx, id);
  });

/** Stores the order and groups; phrases that the list lacks keep their order behind it. */
export const arrangeReplies = (
  { list }: RequestOf<typeof arrangeQuickReplies>,
  { by, store }: CallContext,
): Promise<Outcome<true>> =>
  store.attempt<true>(async (tx) => {
    const own = await ownOf(tx, by);
    const place = new Map<string, number>(list.map(({ id }, at) => [id, at]));
    const groups = new Map<string, string>(list.map(({ id, group }) => [id, group?.trim() ?? '']));
    for (const { id } of list) if (!own.some((one) => one.id === id)) return explain(tx, id);
    const placeOf = (id: string) => place.get(id) ?? list.length;
    const arranged = own
      .toSorted((one, other) => placeOf(one.id) - placeOf(other.id))
      .map(({ id, groupName }, sort) => ({ id, sort, group: groups.get(id) ?? groupName }));
    if (arranged.length > 0)
      await tx.db.execute(sql`
update quick_reply q set sort = x.sort, group_name = x."group"
from json_to_recordset(${JSON.stringify(arranged)}::json) as x(id bigint, sort int, "group" text)
where q.id = x.id and q.tenant_id = ${by.hospitalId} and q.doctor_id = ${by.id}`);
    announceOwn(tx, by);
    return done(true);
  });

export const importReplies = (
  { list }: RequestOf<typeof importQuickReplies>,
  context: CallContext,
): Promise<Outcome<{ added: number; known: number }>> =>
  context.store.attempt(async (tx) => {
    const appended = await append(tx, context, list);
    if (!appended.ok) return appended;
    const added = appended.data.length;
    if (added > 0) announceOwn(tx, context.by);
    return done({ added, known: list.length - added });
  });

export const removeReply = (
  { id }: RequestOf<typeof deleteQuickReply>,
  { by, store }: CallContext,
): Promise<Outcome<true>> =>
  store.attempt<true>(async (tx) => {
    const removed = await tx.remove(quickReply, and(eq(quickReply.id, id), eq(quickReply.doctorId, by.id)));
    announceOwn(tx, by);
    return removed.length > 0 ? done(true) : explain(tx, id);
  });
