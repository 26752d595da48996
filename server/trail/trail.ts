import { sql } from 'drizzle-orm';
import { createBatchQueue } from '../db/batchQueue.ts';
import { isRowId } from '../db/columns.ts';
import type { Db } from '../db/connection.ts';
import { auditTrail } from '../db/schema/trail.ts';
import type { Tenanted } from '../db/tenanted.ts';

/** How many trail rows one request has written so far. */
export type TrailRowCount = { ok: number; refused: number };

/** Who makes a request. `userType` is 1 for patients and 2 for staff, as in sessions; null where nobody has signed in. */
export type Actor = {
  userType: number | null;
  userId: string | null;
  ip: string | null;
  requestId: string | null;
  trailRows?: TrailRowCount;
};

type Entity =
  | ('record' | 'prescription' | 'review' | 'patient' | 'order' | 'conversation')
  | ('file' | 'session' | 'qualification' | 'staff' | 'department' | 'hospital')
  | ('medicine' | 'diagnosis' | 'dictionary' | 'ruleSettings');

/** One read or change of something that belongs to a patient. `purpose` names the order or review it served. */
export type TrailEntry = {
  action: 'read' | 'list' | 'create' | 'update' | 'sign' | 'cancel' | 'claim' | 'release' | 'approve' | 'reject';
  entity: Entity;
  entityId: string | null;
  patientId: string | null;
  purpose: string | null;
  outcome: 'ok' | 'refused';
  detail?: Record<string, unknown>;
};

type TrailRow = Omit<typeof auditTrail.$inferInsert, 'id'>;

const maxBatch = 200;

/** The patient whom an entity, or the order of the purpose, belongs to: a patient's trail also shows refused attempts. */
const patientOfEntity = sql`coalesce(case when x."entityId" ~ '^[0-9]{1,18}$' then case x.entity
  when 'conversation' then (select c.patient_id from im_conversation c where c.tenant_id = x."tenantId" and c.id = x."entityId"::bigint)
  when 'order' then (select o.patient_id from consult_order o where o.tenant_id = x."tenantId" and o.id = x."entityId"::bigint)
  when 'record' then (select r.patient_id from case_info r where r.tenant_id = x."tenantId" and r.id = x."entityId"::bigint)
  when 'prescription' then (select p.patient_id from prescription p where p.tenant_id = x."tenantId" and p.id = x."entityId"::bigint)
  when 'review' then (select p.patient_id from prescription p where p.tenant_id = x."tenantId" and p.id = x."entityId"::bigint)
  when 'file' then (select coalesce(c.patient_id, case when f.owner_type = 1 then f.owner_id end) from file_object f
    left join im_conversation c on c.tenant_id = f.tenant_id and c.id = f.conversation_id
    where f.tenant_id = x."tenantId" and f.id = x."entityId"::bigint)
  end end, case when x.purpose ~ '^order:[0-9]{1,18}$' then
    (select o.patient_id from consult_order o where o.tenant_id = x."tenantId" and o.id = substring(x.purpose from 7)::bigint) end)`;

async function insertRows(db: Db, rows: readonly TrailRow[]): Promise<null[]> {
  await db.execute(sql`
insert into audit_trail (tenant_id, time, user_type, user_id, action, entity, entity_id, patient_id, purpose, outcome, ip, request_id, detail, daily_key)
select "tenantId", "time", "userType", "userId", action, entity, "entityId", coalesce("patientId", ${patientOfEntity}), purpose, outcome, ip, "requestId", detail, "dailyKey"
from json_to_recordset(${JSON.stringify(rows)}::json) as x("tenantId" bigint, "time" bigint, "userType" int, "userId" bigint,
  action text, entity text, "entityId" text, "patientId" bigint, purpose text, outcome text, ip text, "requestId" text, detail jsonb, "dailyKey" text)
on conflict do nothing`);
  return rows.map(() => null);
}

/** Reads that arrive while others are being recorded share the next commit. */
const queues = new WeakMap<Db, (entry: TrailRow) => Promise<null>>();

function queueOf(db: Db) {
  const known = queues.get(db);
  if (known) return known;
  const queue = createBatchQueue<TrailRow, null>({ run: (rows) => insertRows(db, rows), maxItems: maxBatch });
  queues.set(db, queue);
  return queue;
}

/** A client may send text that the database cannot store. */
const storable = (text: string | null) => text && Buffer.from(text).toString().replaceAll('\0', '\ufffd');

function rowOf(
  { tenantId }: Tenanted,
  { userType, userId, ip, requestId }: Actor,
  at: number,
  { action, entity, entityId, patientId, purpose, outcome, detail = {} }: TrailEntry,
): TrailRow {
  return {
    tenantId,
    time: at,
    userType,
    userId,
    action,
    entity,
    entityId: storable(entityId),
    // The purpose still names the patient of the request.
    patientId: patientId !== null && isRowId(patientId) ? patientId : null,
    purpose,
    outcome,
    ip,
    requestId,
    detail,
    dailyKey: null,
  };
}

function count({ trailRows }: Actor, { outcome }: TrailEntry) {
  if (trailRows) trailRows[outcome] += 1;
}

/**
 * Appends an entry to the append-only trail and resolves once it is stored. Inside a transaction pass the transaction as
 * `store`, so that the entry and the change commit together.
 */
export async function appendTrail(
  store: Tenanted & { announce?: unknown },
  actor: Actor,
  at: number,
  entry: TrailEntry,
): Promise<void> {
  const row = rowOf(store, actor, at, entry);
  if (store.announce !== undefined) await store.add(auditTrail, row);
  else await queueOf(store.db)(row);
  count(actor, entry);
}

const dayMs = 86_400_000;
/** The cache is cleared beyond this; the database refuses the second row of a day by itself. */
const maxKeys = 50_000;

/** Rows that this process has written, or is writing, by their daily key. */
const written = new WeakMap<Db, Map<string, Promise<unknown>>>();

/**
 * Appends one row a day (UTC) for the same actor, action and entity: for polled lists and the messages of a conversation.
 * Never use it inside a transaction: the cached row could be rolled back.
 */
export async function appendDailyTrail(store: Tenanted, actor: Actor, at: number, entry: TrailEntry): Promise<void> {
  const { tenantId, db } = store;
  const { action, entity, entityId, purpose, outcome } = entry;
  const who = actor.userId === null ? `${actor.ip}` : `${actor.userType}:${actor.userId}`;
  const dailyKey = `${Math.floor(at / dayMs)} ${who} ${action} ${entity} ${entityId ?? ''} ${purpose ?? ''} ${outcome}`;
  const keys = written.get(db) ?? new Map<string, Promise<unknown>>();
  written.set(db, keys);
  const key = `${tenantId} ${dailyKey}`;
  let writing = keys.get(key);
  if (writing === undefined) {
    if (keys.size >= maxKeys) keys.clear();
    writing = queueOf(db)({ ...rowOf(store, actor, at, entry), dailyKey: storable(dailyKey) });
    keys.set(key, writing);
    writing.catch(() => keys.delete(key));
  }
  await writing;
  count(actor, entry);
}
