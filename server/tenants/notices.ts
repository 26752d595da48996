import { and, desc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { listNotices } from '../../contract/extension/notices.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { Language } from '../accounts/caller.ts';
import { inLanguage } from '../db/inLanguage.ts';
import { notice } from '../db/schema/tenants.ts';
import type { Tenanted } from '../db/tenanted.ts';
import type { Transaction } from '../db/unitOfWork.ts';

type NewNotice = Omit<typeof notice.$inferInsert, 'id' | 'tenantId'>;

const isOpen = (at: number) => or(isNull(notice.endTime), gt(notice.endTime, at));

const shownAtOnce = 50;

/** The notices in force, newest first, in the reader's language. */
export async function readNotices(
  store: Tenanted,
  language: Language,
  at: number,
): Promise<ReplyInputOf<typeof listNotices>> {
  const rows = await store.db
    .select()
    .from(notice)
    .where(store.own(notice, lte(notice.startTime, at), isOpen(at)))
    .orderBy(desc(notice.startTime), desc(notice.id))
    .limit(shownAtOnce);
  return rows.map(({ title, titleEn, text, textEn, ...row }) => ({
    ...row,
    title: inLanguage(language, title, titleEn),
    text: inLanguage(language, text, textEn),
  }));
}

/** Publishes a notice to the hospital's staff. */
export async function publishNotice(tx: Transaction, published: NewNotice) {
  const row = await tx.add(notice, published);
  tx.announce({ type: 'notices.changed' });
  return row;
}

/** Ends a notice at once; false if none was in force. */
export async function withdrawNotice(tx: Transaction, id: string, at: number): Promise<boolean> {
  const ended = await tx.change(notice, { endTime: at }, and(eq(notice.id, id), isOpen(at)));
  if (ended.length > 0) tx.announce({ type: 'notices.changed' });
  return ended.length > 0;
}
