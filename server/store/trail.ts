import { sql } from 'drizzle-orm';
import { isRowId } from './columns.ts';
import type { Db } from './db.ts';
import { createBatcher } from './messages/batcher.ts';
import { auditTrail } from './schema/trail.ts';
import type { Tenanted } from './tenanted.ts';

/** Who stands behind a request: 1 patient, 2 staff, as in sessions; null where nobody has signed in. */
export type Actor = { userType: number | null; userId: string | null; ip: string | null; requestId: string | null };

/** One look at, or change of, something that belongs to a patient. `purpose` names the order or review it was done for. */
export type Deed = {
  action: 'read' | 'list' | 'create' | 'update' | 'sign' | 'cancel' | 'claim' | 'release' | 'approve' | 'reject';
  entity: 'record' | 'prescription' | 'review' | 'patient' | 'order' | 'conversation' | 'file' | 'session';
  entityId: string | null;
  patientId: string | null;
  purpose: string | null;
  outcome: 'ok' | 'refused';
  detail?: Record<string, unknown>;
};

type Entry = Omit<typeof auditTrail.$inferInsert, 'id'>;

const mostAtOnce = 200;

async function writeTogether(db: Db, entries: readonly Entry[]): Promise<null[]> {
  await db.execute(sql`
insert into audit_trail (tenant_id, time, user_type, user_id, action, entity, entity_id, patient_id, purpose, outcome, ip, request_id, detail)
select "tenantId", "time", "userType", "userId", action, entity, "entityId", "patientId", purpose, outcome, ip, "requestId", detail
from json_to_recordset(${JSON.stringify(entries)}::json) as x("tenantId" bigint, "time" bigint, "userType" int, "userId" bigint,
  action text, entity text, "entityId" text, "patientId" bigint, purpose text, outcome text, ip text, "requestId" text, detail jsonb)`);
  return entries.map(() => null);
}

/** The looks that arrive while others are being written down are written down together: one commit for all of them. */
const pens = new WeakMap<Db, (entry: Entry) => Promise<null>>();

function penOf(db: Db) {
  const known = pens.get(db);
  if (known) return known;
  const pen = createBatcher<Entry, null>({ write: (entries) => writeTogether(db, entries), maxRows: mostAtOnce });
  pens.set(db, pen);
  return pen;
}

/** What somebody asked for may be no text that a database can keep. */
const storable = (text: string | null) => text && Buffer.from(text).toString().replaceAll('\0', '\ufffd');

/**
 * Appends to the trail that nobody can change, and resolves once that is on the disk. Inside a transaction give the
 * transaction, so that both happen or neither.
 */
export async function trail(
  store: Tenanted & { announce?: unknown },
  { userType, userId, ip, requestId }: Actor,
  at: number,
  { action, entity, entityId, patientId, purpose, outcome, detail = {} }: Deed,
): Promise<void> {
  const entry = {
    tenantId: store.tenantId,
    time: at,
    userType,
    userId,
    action,
    entity,
    entityId: storable(entityId),
    // The purpose still says which patient was asked for.
    patientId: patientId !== null && isRowId(patientId) ? patientId : null,
    purpose,
    outcome,
    ip,
    requestId,
    detail,
  };
  if (store.announce !== undefined) await store.add(auditTrail, entry);
  else await penOf(store.db)(entry);
}
