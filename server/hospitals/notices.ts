import { and, eq } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { listNotices } from '../../contract/extension/notices.ts';
import type { ReplyInputOf } from '../../contract/operation.ts';
import type { CallContext, OperatorContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import { notice } from '../db/schema/tenants.ts';
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
export const publishNotice = (
  published: NewNotice,
  { store }: Pick<OperatorContext, 'store'>,
): Promise<{ id: string }> =>
  store.run(async (tx) => {
    const { id } = await tx.add(notice, published);
    tx.announce({ type: 'notices.changed' });
    return { id };
  });

/** Ends a notice at once, if it is in force. */
export const withdrawNotice = (
  { id }: { id: string },
  { at, store }: Pick<OperatorContext, 'at' | 'store'>,
): Promise<Outcome<true>> =>
  store.attempt(async (tx) => {
    const ended = await tx.change(notice, { endTime: at }, and(eq(notice.id, id), isUnended(at)));
    if (ended.length === 0) return refused(Code.notFound);
    tx.announce({ type: 'notices.changed' });
    return done(true);
  });
