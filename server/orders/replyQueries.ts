import { asc, eq, isNull, or } from 'drizzle-orm';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { quickReply } from '../db/schema/staff.ts';
import { type ReplyRow, ReplyType } from './replyWire.ts';

/** The phrases of a doctor in their order: own ones, the hospital's, or both. */
export function repliesFor(store: HospitalStore, doctorId: string, type?: number | undefined): Promise<ReplyRow[]> {
  const mine = eq(quickReply.doctorId, doctorId);
  const shared = isNull(quickReply.doctorId);
  const wanted = type === ReplyType.personal ? mine : type === ReplyType.shared ? shared : or(mine, shared);
  return store.db
    .select()
    .from(quickReply)
    .where(store.own(quickReply, wanted))
    .orderBy(asc(quickReply.sort), asc(quickReply.id));
}
