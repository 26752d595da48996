import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { createQuickReply, getQuickReplies } from '../../contract/http/consult.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { Staff } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { quickReply } from '../db/schema/staff.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';

/** Whether a phrase belongs to one doctor or to the whole hospital. */
export const ReplyType = { personal: 1, shared: 2 } as const;

const maxOwn = 500;

/** The phrases that doctors insert into messages. */
export const createQuickReplies = ({ uow, now }: { uow: UnitOfWork; now: () => number }) => ({
  async list(by: Staff, { type }: RequestOf<typeof getQuickReplies>): Promise<ReplyInputOf<typeof getQuickReplies>> {
    const store = uow.read(by.tenantId);
    const mine = eq(quickReply.doctorId, by.id);
    const shared = isNull(quickReply.doctorId);
    const wanted = type === ReplyType.personal ? mine : type === ReplyType.shared ? shared : or(mine, shared);
    const rows = await store.db
      .select()
      .from(quickReply)
      .where(store.own(quickReply, wanted))
      .orderBy(asc(quickReply.sort), asc(quickReply.id));
    return rows.map(({ id, doctorId, title, content, sort, useCount }) => ({
      id,
      title,
      content,
      sort,
      useCount,
      type: doctorId === null ? ReplyType.shared : ReplyType.personal,
    }));
  },

  /** Adds a phrase of the doctor's own; shared ones belong to the hospital. */
  async add(by: Staff, { title, content, type }: RequestOf<typeof createQuickReply>): Promise<Outcome<string>> {
    if (type === ReplyType.shared) return refused(Code.forbidden);
    const store = uow.read(by.tenantId);
    const own = await store.count(quickReply, eq(quickReply.doctorId, by.id));
    if (own >= maxOwn) return refused(Code.tooManyRequests, { limit: maxOwn });
    const row = {
      doctorId: by.id,
      title: title || null,
      content,
      type: ReplyType.personal,
      sort: own,
      createTime: now(),
    };
    return done((await store.add(quickReply, row)).id);
  },

  async remove(by: Staff, id: string): Promise<Outcome<true>> {
    const store = uow.read(by.tenantId);
    const removed = await store.remove(quickReply, and(eq(quickReply.id, id), eq(quickReply.doctorId, by.id)));
    if (removed.length > 0) return done(true);
    const isShared = await store.first(quickReply, eq(quickReply.id, id), isNull(quickReply.doctorId));
    return refused(isShared ? Code.forbidden : Code.notFound);
  },
});
