import { and, asc, desc, eq, gt, isNotNull, lte, or, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { PrescriptionStatus } from '../../clinical/lifecycle/prescription.ts';
import { AuditStatus } from '../../clinical/lifecycle/review.ts';
import type { AuditItem, pageAudit, pullAudit } from '../../contract/extension/audit.ts';
import type { CallContext } from '../accounts/caller.ts';
import { countedFrom } from '../db/countedFrom.ts';
import { skewMs } from '../db/elapsed.ts';
import { done } from '../db/outcome.ts';
import { prescription } from '../db/schema/prescriptions.ts';
import { pageOf } from '../db/textSearch.ts';
import { isChild } from '../prescriptions/compose.ts';
import { newSince } from '../prescriptions/newFindings.ts';
import { dayMs, type PrescriptionNeeds } from '../prescriptions/prescribing.ts';
import { containsKeyword } from '../prescriptions/readPrescriptions.ts';
import { loadPeopleOf } from '../prescriptions/signers.ts';
import { findingsOf, type PrescriptionRow, patientOf } from '../prescriptions/storedPrescription.ts';
import { briefOf, currentHolder, heldDecisionOf } from '../prescriptions/view.ts';
import { clinicalSettings } from '../tenants/clinicalSettings.ts';
import { appendTrail } from '../trail/trail.ts';
import { readPresent } from './presentFindings.ts';

type PageQuery = z.output<(typeof pageAudit)['query']>;
type Cursor = z.output<(typeof pullAudit)['query']>;

const { waiting, claimed } = AuditStatus;

/** A change whose transaction is open when a cursor passes may become visible this much later. */
const overlapMs = 5_000;

const submitted = isNotNull(prescription.submitTime);
const isPending = eq(prescription.status, PrescriptionStatus.pending);

/** The rows with an audit status, where an expired lease counts as none. */
function inState(auditStatus: number | undefined, at: number): SQL | undefined {
  const held = and(eq(prescription.auditStatus, claimed), gt(prescription.leaseUntil, at));
  const free = or(eq(prescription.auditStatus, waiting), lte(prescription.leaseUntil, at));
  if (auditStatus === undefined) return isPending;
  if (auditStatus === waiting) return and(isPending, free);
  if (auditStatus === claimed) return and(isPending, held);
  return and(eq(prescription.auditStatus, auditStatus), submitted);
}

const isDecided = (auditStatus: number | undefined) =>
  auditStatus !== undefined && auditStatus !== waiting && auditStatus !== claimed;

async function itemsOf(
  needs: PrescriptionNeeds,
  { at, store, language }: CallContext,
  rows: PrescriptionRow[],
): Promise<z.input<typeof AuditItem>[]> {
  const { person, signer } = await loadPeopleOf(store, rows, language);
  const settings = await clinicalSettings(store);
  const present = await readPresent(store, needs, rows, at);
  return rows.map((row) => {
    const { findings, allergies } = present(row) ?? { findings: findingsOf(row), allergies: null };
    const added = newSince(row, findings);
    const count = (level: string) => findings.filter((hit) => hit.level === level).length;
    return {
      ...briefOf(row, { language, now: at, signer }),
      blockCount: count('block'),
      warnCount: count('warn'),
      newCount: [...added].filter(({ level }) => level !== 'info').length,
      allergies: allergies && { ...allergies, claims: [...allergies.claims] },
      updateTime: row.updateTime,
      child: isChild(patientOf(row).birthday, row.submitTime ?? at, settings),
      holder: currentHolder(row, at, person),
      decided: heldDecisionOf(row, person),
    };
  });
}

const listEntry = {
  action: 'list',
  entity: 'review',
  entityId: null,
  patientId: null,
  purpose: 'review',
  outcome: 'ok',
} as const;
const shownIn = (rows: PrescriptionRow[]) => ({
  patientIds: rows.map(({ patientId }) => patientId),
  detail: { ids: rows.map(({ id }) => id) },
});

/** The review queue by page. */
export const pageQueue =
  (needs: PrescriptionNeeds) =>
  async ({ auditStatus, keyword, ...which }: PageQuery, context: CallContext) => {
    const { by, at, store } = context;
    const conditions = [inState(auditStatus, at), containsKeyword(keyword)];
    const { limit, offset } = pageOf(which);
    const { priority, updateTime, id } = prescription;
    const order = isDecided(auditStatus) ? [desc(updateTime), desc(id)] : [desc(priority), asc(countedFrom), asc(id)];
    const rows = await store.db
      .select()
      .from(prescription)
      .where(store.own(prescription, ...conditions))
      .orderBy(...order)
      .limit(limit)
      .offset(offset);
    await appendTrail(store, by, at, { ...listEntry, ...shownIn(rows) });
    return done({
      list: await itemsOf(needs, context, rows),
      total: await store.count(prescription, ...conditions),
    });
  };

/** Changes after a cursor. The last page's cursor stays behind the clock, so that rows may repeat but none is missed. */
export const pullQueue =
  (needs: PrescriptionNeeds) =>
  async ({ limit, ...cursor }: Cursor, context: CallContext) => {
    const { by, at, store } = context;
    // A cursor ahead of the clock is from before the clock was set back.
    const isAhead = cursor.updateTime > at + skewMs;
    const { updateTime, lastId } = isAhead ? { updateTime: at - dayMs, lastId: 0 } : cursor;
    const { updateTime: changed, id } = prescription;
    const after = or(gt(changed, updateTime), and(eq(changed, updateTime), gt(id, String(Math.max(0, lastId)))));
    // Who has nothing yet needs no prescription that was decided before.
    const wanted = updateTime === 0 ? isPending : submitted;
    const found = await store.db
      .select()
      .from(prescription)
      .where(store.own(prescription, wanted, after))
      .orderBy(asc(changed), asc(id))
      .limit(limit + 1);
    const rows = found.slice(0, limit);
    const more = found.length > limit;
    const last = rows.at(-1);
    const settled = at - overlapMs;
    const given = { updateTime, lastId };
    const reached = last ? { updateTime: last.updateTime, lastId: Number(last.id) } : given;
    const behind = settled > updateTime ? { updateTime: settled, lastId: 0 } : given;
    await appendTrail(store, by, at, { ...listEntry, ...shownIn(rows) });
    return done({
      list: await itemsOf(needs, context, rows),
      more,
      ...(more || reached.updateTime <= settled ? reached : behind),
    });
  };
