import type { getQuickReplies } from '../../contract/http/consult.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { quickReply } from '../db/schema/staff.ts';

/** Whether a phrase belongs to one doctor or to the whole hospital. */
export const ReplyType = { personal: 1, shared: 2 } as const;

export type ReplyRow = typeof quickReply.$inferSelect;

/** A phrase that a doctor can insert into messages. */
export const replyOnWire = (row: ReplyRow): ReplyInputOf<typeof getQuickReplies>[number] => ({
  id: row.id,
  title: row.title,
  content: row.content,
  sort: row.sort,
  useCount: row.useCount,
  group: row.groupName || null,
  type: row.doctorId === null ? ReplyType.shared : ReplyType.personal,
});
