import type * as z from 'zod/mini';
import type { myAuditRecord } from '../../contract/extension/audit.ts';
import type { CallContext } from '../accounts/caller.ts';
import { done } from '../db/outcome.ts';
import { loadPeopleOf } from '../prescriptions/signers.ts';
import { briefOf } from '../prescriptions/wire.ts';
import { appendTrail } from '../trail/trail.ts';
import { decidedPage } from './decisionQueries.ts';

type RecordQuery = z.output<(typeof myAuditRecord)['query']>;

/** The reviewer's own decisions, by page. */
export async function ownDecisions(query: RecordQuery, { by, at, store, language }: CallContext) {
  const { found, total } = await decidedPage(store, by.id, query);
  const rows = found.map(({ row }) => row);
  const { signer } = await loadPeopleOf(store, rows, language);
  await appendTrail(store, by, at, {
    action: 'list',
    entity: 'review',
    entityId: null,
    patientId: null,
    patientIds: rows.map(({ patientId }) => patientId),
    purpose: 'ownReviews',
    outcome: 'ok',
    detail: { ids: rows.map(({ id }) => id) },
  });
  const list = found.map(({ log, row, overrides }) => ({
    ...briefOf(row, { language, now: at, signer }),
    decision: log.action === 'approved' ? ('approved' as const) : ('rejected' as const),
    decisionTime: log.time,
    decisionRemark: log.remark,
    overrideCount: overrides,
  }));
  return done({ list, total });
}
