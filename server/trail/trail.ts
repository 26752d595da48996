import { sql } from 'drizzle-orm';
import { createBatchQueue } from '../db/batchQueue.ts';
import { isRowId } from '../db/columns.ts';
import type { Db } from '../db/connection.ts';
import { auditTrail } from '../db/schema/trail.ts';
import type { Tenanted } from '../db/tenanted.ts';

/** How many rows one request has left on the trail so far. */
export type RowsLeft = { ok: number; refused: number };

/** Who stands behind a request: 1 patient, 2 staff, as in sessions; null where nobody has signed in. */
export type Actor = {
  userType: number | null;
  userId: string | null;
  ip: string | null;
  requestId: string | null;
  rowsLeft?: RowsLeft;
};

type Entity =
  | ('record' | 'prescription' | 'review' | 'patient' | 'order' | 'conversation')
  | ('file' | 'session' | 'qualification');

/** One look at, or change of, something that belongs to a patient. `purpose` names the order or review it was done for. */
export type Deed = {
  action: 'read' | 'list' | 'create' | 'update' | 'sign' | 'cancel' | 'claim' | 'release' | 'approve' | 'reject';
  entity: Entity;
  entityId: string | null;
  patientId: string | null;
  purpose: string | null;
  outcome: 'ok' | 'refused';
  detail?: Record<string, unknown>;
};

type Entry = Omit<typeof auditTrail.$inferInsert, 'id'>;

const mostAtOnce = 200;

/** Whose patient a thing is, for rows whose writer did not look that up: a patient's trail shows refusals as well. */
const patientOfEntity = sql`case when x."entityId" ~ '^[0-9]{1,18}$' then case x.entity
  when 'conversation' then (select c.patient_id from im_conversation c where c.tenant_id = x."tenantId" and c.id = x."entityId"::bigint)
  when 'order' then (select o.patient_id from consult_order o where o.tenant_id = x."tenantId" and o.id = x."entityId"::bigint)
  when 'record' then (select r.patient_id from case_info r where r.tenant_id = x."tenantId" and r.id = x."entityId"::bigint)
  when 'prescription' then (select p.patient_id from prescription p where p.tenant_id = x."tenantId" and p.id = x."entityId"::bigint)
  when 'review' then (select p.patient_id from prescription p where p.tenant_id = x."tenantId" and p.id = x."entityId"::bigint)
  when 'file' then (select coalesce(c.patient_id, case when f.owner_type = 1 then f.owner_id end) from file_object f
    left join im_conversation c on c.tenant_id = f.tenant_id and c.id = f.conversation_id
    where f.tenant_id = x."tenantId" and f.id = x."entityId"::bigint)
  end end`;

async function writeTogether(db: Db, entries: readonly Entry[]): Promise<null[]> {
  await db.execute(sql`
insert into audit_trail (tenant_id, time, user_type, user_id, action, entity, entity_id, patient_id, purpose, outcome, ip, request_id, detail, daily_key)
select "tenantId", "time", "userType", "userId", action, entity, "entityId", coalesce("patientId", ${patientOfEntity}), purpose, outcome, ip, "requestId", detail, "dailyKey"
from json_to_recordset(${JSON.stringify(entries)}::json) as x("tenantId" bigint, "time" bigint, "userType" int, "userId" bigint,
  action text, entity text, "entityId" text, "patientId" bigint, purpose text, outcome text, ip text, "requestId" text, detail jsonb, "dailyKey" text)
on conflict do nothing`);
  return entries.map(() => null);
}

/** The looks that arrive while others are being written down are written down together: one commit for all of them. */
const pens = new WeakMap<Db, (entry: Entry) => Promise<null>>();

function penOf(db: Db) {
  const known = pens.get(db);
  if (known) return known;
  const pen = createBatchQueue<Entry, null>({ run: (entries) => writeTogether(db, entries), maxItems: mostAtOnce });
  pens.set(db, pen);
  return pen;
}

/** What somebody asked for may be no text that a database can keep. */
const storable = (text: string | null) => text && Buffer.from(text).toString().replaceAll('\0', '\ufffd');

function entryOf(
  { tenantId }: Tenanted,
  { userType, userId, ip, requestId }: Actor,
  at: number,
  { action, entity, entityId, patientId, purpose, outcome, detail = {} }: Deed,
): Entry {
  return {
    tenantId,
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
    dailyKey: null,
  };
}

function count({ rowsLeft }: Actor, { outcome }: Deed) {
  if (rowsLeft) rowsLeft[outcome] += 1;
}

/**
 * Appends to the trail that nobody can change, and resolves once that is on the disk. Inside a transaction give the
 * transaction, so that both happen or neither.
 */
export async function trail(
  store: Tenanted & { announce?: unknown },
  actor: Actor,
  at: number,
  deed: Deed,
): Promise<void> {
  const entry = entryOf(store, actor, at, deed);
  if (store.announce !== undefined) await store.add(auditTrail, entry);
  else await penOf(store.db)(entry);
  count(actor, deed);
}

const dayMs = 86_400_000;
/** More keys are not remembered; the database refuses the second row of a day by itself. */
const mostKeys = 50_000;

/** The rows that this process has written, or is writing, for their day. */
const written = new WeakMap<Db, Map<string, Promise<unknown>>>();

/**
 * Leaves one row a day (UTC) for the same person, deed and thing, for what is read again and again: polled lists and the
 * messages of a conversation. Never inside a transaction, which could still be undone.
 */
export async function trailDaily(store: Tenanted, actor: Actor, at: number, deed: Deed): Promise<void> {
  const { tenantId, db } = store;
  const { action, entity, entityId, purpose, outcome } = deed;
  const who = actor.userId === null ? `${actor.ip}` : `${actor.userType}:${actor.userId}`;
  const dailyKey = `${Math.floor(at / dayMs)} ${who} ${action} ${entity} ${entityId ?? ''} ${purpose ?? ''} ${outcome}`;
  const keys = written.get(db) ?? new Map<string, Promise<unknown>>();
  written.set(db, keys);
  const key = `${tenantId} ${dailyKey}`;
  let writing = keys.get(key);
  if (writing === undefined) {
    if (keys.size >= mostKeys) keys.clear();
    writing = penOf(db)({ ...entryOf(store, actor, at, deed), dailyKey: storable(dailyKey) });
    keys.set(key, writing);
    writing.catch(() => keys.delete(key));
  }
  await writing;
  count(actor, deed);
}
