import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { auditTrail } from '../db/schema/trail.ts';
import { type ExpiringKind, isExpiring, retentionMs, type TrailKind } from './kinds.ts';

/** The detail of a row about rows that the retention job has removed: all of the kind before `until`. */
type Removal = { kind: ExpiringKind; until: number; rows: number };

/** How far a clock may be set back; a removal further ahead than this was never made. */
const longestStepMs = 2 * 3_600_000;

/** What the retention job has removed from the trail of one hospital, by its own rows there. */
export function createRemovals(db: Db, hospitalId: string, now: () => number) {
  const until = new Map<ExpiringKind, number>();

  async function load() {
    const rows = await db
      .select({ detail: auditTrail.detail, time: auditTrail.time })
      .from(auditTrail)
      .where(and(eq(auditTrail.tenantId, hospitalId), eq(auditTrail.kind, 'retention')))
      .orderBy(asc(auditTrail.id));
    for (const { detail, time } of rows) {
      const removal = detail as Removal | null;
      // A row that claims more than retention allows covers nothing, whoever wrote it.
      if (removal === null || !isExpiring(removal.kind) || time > now() + longestStepMs) continue;
      if (removal.until > time - retentionMs[removal.kind] + 1) continue;
      until.set(removal.kind, Math.max(until.get(removal.kind) ?? 0, removal.until));
    }
  }

  const isCovered = (kind: ExpiringKind, time: number) => time < (until.get(kind) ?? 0);
  return {
    /** Whether a missing row was removed by the retention job, which may still be running. */
    async isExpired(kind: TrailKind | null, time: number): Promise<boolean> {
      if (!isExpiring(kind)) return false;
      if (!isCovered(kind, time)) await load();
      return isCovered(kind, time);
    },
  };
}

export type Removals = ReturnType<typeof createRemovals>;
