import { and, eq } from 'drizzle-orm';
import type { listNotices } from '../../contract/extension/notices.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome } from '../db/outcome.ts';
import { notice } from '../db/schema/tenants.ts';
import type { Transaction } from '../db/unitOfWork.ts';
import { isUnended } from './policy.ts';
import { noticesInForce } from './queries.ts';
import { noticeOnWire } from './wire.ts';

type NewNotice = Omit<typeof notice.$inferInsert, 'id' | 'tenantId'>;

/** The notices in force, newest first, in the reader's language. */
export const readNotices = async (
  _: unknown,
  { at, store, language }: Pick<CallContext, 'at' | 'store' | 'language'>,
): Promise<Outcome<ReplyInputOf<typeof listNotices>>> =>
  done((await noticesInForce(store, at)).map((row) => noticeOnWire(row, language)));

/** Publishes a notice to the hospital's staff. */
export async function publishNotice(tx: Transaction, published: NewNotice) {
  const row = await tx.add(notice, published);
  tx.announce({ type: 'notices.changed' });
  return row;
}

/** Ends a notice at once; false if none was in force. */
export async function withdrawNotice(tx: Transaction, id: string, at: number): Promise<boolean> {
  const ended = await tx.change(notice, { endTime: at }, and(eq(notice.id, id), isUnended(at)));
  if (ended.length > 0) tx.announce({ type: 'notices.changed' });
  return ended.length > 0;
}
