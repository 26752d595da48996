import { sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { tenant } from '../db/schema/tenants.ts';
import type { UnitOfWork } from '../db/unitOfWork.ts';
import { type ExpiringKind, expiringKinds, retentionMs } from './kinds.ts';
import { appendTrail, jobActor } from './trail.ts';

type Needs = { db: Db; uow: UnitOfWork; now: () => number };

/** Rows of one transaction, about. */
const pageRows = 2_000;

/** Removes one page of a kind's expired rows and records it in the same transaction; returns how many rows it removed. */
function removePage({ uow, now }: Needs, hospitalId: string, kind: ExpiringKind): Promise<number> {
  const at = now();
  return uow.run(hospitalId, async (tx) => {
    const { rows } = await tx.db.execute<{ removed: number; until: string }>(sql`
      select removed, until::text as until
      from remove_expired_trail(${hospitalId}::bigint, ${kind}, ${at - retentionMs[kind]}::bigint, ${pageRows})`);
    const { removed = 0, until = '0' } = rows[0] ?? {};
    if (removed === 0) return 0;
    await appendTrail(tx, jobActor('retention'), at, {
      action: 'remove',
      entity: 'trail',
      entityId: null,
      patientId: null,
      purpose: 'retention',
      outcome: 'ok',
      detail: { kind, until: Number(until), rows: removed },
    });
    return removed;
  });
}

/** Removes the sealed rows that are older than their kind is kept. Their seals stay, so the chain still verifies. */
export async function removeExpiredTrail(needs: Needs): Promise<number> {
  let total = 0;
  for (const { id } of await needs.db.select({ id: tenant.id }).from(tenant))
    for (const kind of expiringKinds) {
      let removed = 0;
      do {
        removed = await removePage(needs, id, kind);
        total += removed;
      } while (removed > 0);
    }
  return total;
}
