import { Code } from '../../contract/envelope.ts';
import type { getCase } from '../../contract/http/record.ts';
import type { ReplyInputOf, RequestOf } from '../../contract/operation.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done, type Outcome, refused } from '../db/outcome.ts';
import type { Links } from '../files/links.ts';
import { appendTrail, readOutcome } from '../trail/trail.ts';
import { mayReadRecord } from './policy.ts';
import { aroundRecord, isUnderReview, recordBy } from './queries.ts';
import { recordOnWire } from './wire.ts';

/** The record of a consultation; null where there is none that this person may read. */
export const findRecord =
  ({ links }: { links: Pick<Links, 'renew'> }) =>
  async (
    { id, orderId }: RequestOf<typeof getCase>,
    { by, at, store }: CallContext,
  ): Promise<Outcome<ReplyInputOf<typeof getCase>>> => {
    if (id === undefined && orderId === undefined) return refused(Code.badRequest, { field: 'orderId' });
    const row = await recordBy(store, { id, orderId });
    const readEntry = { action: 'read', entity: 'record' } as const;
    if (!row) {
      const named = {
        entityId: id ?? null,
        patientId: null,
        purpose: orderId === undefined ? null : `order:${orderId}`,
      };
      await appendTrail(store, by, at, { ...readEntry, ...named, outcome: 'ok', detail: { found: false } });
      return done(null);
    }
    const isAllowed = mayReadRecord(by, row, by.isAuditor && (await isUnderReview(store, row.orderId)));
    const entry = { ...readEntry, entityId: row.id, patientId: row.patientId, purpose: `order:${row.orderId}` };
    await appendTrail(store, by, at, { ...entry, ...readOutcome(isAllowed) });
    if (!isAllowed) return done(null);
    const renewLink = (url: string) => links.renew(url, by);
    return done(recordOnWire(row, await aroundRecord(store, row, by.language, renewLink), by, renewLink));
  };
