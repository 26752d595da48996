import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import { createBatchQueue } from '../db/batchQueue.ts';
import { isRowId } from '../db/columns.ts';
import type { Db } from '../db/connection.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import { auditTrail } from '../db/schema/trail.ts';

/** How many trail rows one request has written so far. */
export type TrailRowCount = { ok: number; refused: number };

/** Who makes a request. `userType` is 1 for patients and 2 for staff, as in sessions; null where nobody has signed in. */
export type Actor = {
  userType: number | null;
  userId: string | null;
  ip: string | null;
  requestId: string | null;
  sessionId?: string | null;
  /** Browser and system, by `deviceNameOf`. */
  device?: string | null;
  /** The call, event or job that the request makes. */
  call?: string | null;
  /** Names an operator of the platform, who has no account at the hospital that they change. */
  operator?: string;
  trailRows?: TrailRowCount;
};

/** The platform itself, in a job that no person requested. */
export const jobActor = (call: string): Actor => ({ userType: null, userId: null, ip: null, requestId: null, call });

export type Entity =
  | ('record' | 'prescription' | 'review' | 'patient' | 'order' | 'conversation')
  | ('file' | 'session' | 'qualification' | 'staff' | 'trail' | 'department' | 'hospital')
  | 'trailSearch'
  | ('medicine' | 'diagnosis' | 'dictionary' | 'ruleSettings')
  /** Medicines or diagnoses, where the request did not say which. */
  | 'catalogue';

type Action =
  | ('read' | 'list' | 'create' | 'update' | 'sign' | 'cancel' | 'claim' | 'release' | 'approve' | 'reject')
  | 'remove';

/**
 * One read or change of something that belongs to a patient. `purpose` names the order or review it served, and where it is
 * null the entity itself. A refusal has its code in `detail`.
 */
export type TrailEntry = {
  action: Action;
  entity: Entity;
  entityId: string | null;
  patientId: string | null;
  /** The patients whom a list showed. */
  patientIds?: readonly string[];
  purpose: string | null;
  outcome: 'ok' | 'refused';
  detail?: Record<string, unknown>;
};

/** The outcome of a read: a refusal answers like something that does not exist. */
export const readOutcome = (isAllowed: boolean, detail: Record<string, unknown> = {}) =>
  isAllowed
    ? ({ outcome: 'ok', detail } as const)
    : ({ outcome: 'refused', detail: { ...detail, code: Code.notFound } } as const);

type TrailRow = Omit<typeof auditTrail.$inferInsert, 'id' | 'tenantId'> & { tenantId: string };

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
insert into audit_trail (tenant_id, time, user_type, user_id, session_id, action, entity, entity_id, patient_id, patient_ids,
  purpose, call, outcome, ip, device, request_id, detail, daily_key)
select "tenantId", "time", "userType", "userId", "sessionId", action, entity, "entityId", coalesce("patientId", ${patientOfEntity}), "patientIds",
  purpose, call, outcome, ip, device, "requestId", detail, "dailyKey"
from json_to_recordset(${JSON.stringify(rows)}::json) as x("tenantId" bigint, "time" bigint, "userType" int, "userId" bigint,
  "sessionId" bigint, action text, entity text, "entityId" text, "patientId" bigint, "patientIds" bigint[], purpose text, call text,
  outcome text, ip text, device text, "requestId" text, detail jsonb, "dailyKey" text)
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

function rowOf({ hospitalId }: HospitalStore, actor: Actor, at: number, entry: TrailEntry): TrailRow {
  const { userType, userId, sessionId = null, ip, device = null, requestId, call = null, operator } = actor;
  const { action, entity, entityId, patientId, patientIds = [], purpose, outcome, detail = {} } = entry;
  const named = storable(entityId);
  const shown = [...new Set(patientIds)].filter(isRowId);
  return {
    tenantId: hospitalId,
    time: at,
    userType,
    userId,
    sessionId,
    action,
    entity,
    entityId: named,
    // The purpose still names the patient of the request.
    patientId: patientId !== null && isRowId(patientId) ? patientId : null,
    patientIds: shown.length > 0 ? shown : null,
    purpose: purpose ?? (named === null ? null : `${entity}:${named}`.slice(0, 200)),
    call,
    outcome,
    ip,
    device,
    requestId,
    detail: operator === undefined ? detail : { ...detail, by: operator },
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
  store: HospitalStore & { announce?: unknown },
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
/** Lists with the patients they have shown; beyond this they are forgotten, and recorded again. */
const maxLists = 5_000;

/** Rows that this process has written, or is writing, by their daily key. */
const written = new WeakMap<Db, Map<string, Promise<unknown>>>();

/** The daily key of an entry: who did what to which entity, from where, and on which day (UTC). */
function dailyKeyOf(actor: Actor, at: number, { action, entity, entityId, purpose, outcome }: TrailEntry): string {
  const { ip, userId, userType, sessionId = null } = actor;
  // A stolen session, or one in another place, leaves rows of its own.
  const who = userId === null ? `${ip}` : `${userType}:${userId} ${sessionId ?? ''} ${ip ?? ''}`;
  return `${Math.floor(at / dayMs)} ${who} ${action} ${entity} ${entityId ?? ''} ${purpose ?? ''} ${outcome}`;
}

function keysOf(db: Db) {
  const keys = written.get(db) ?? new Map<string, Promise<unknown>>();
  written.set(db, keys);
  if (keys.size >= maxKeys) keys.clear();
  return keys;
}

/** Writes a row once for its key; callers meanwhile wait for the same row. */
async function writeOnce({ hospitalId, db }: HospitalStore, dailyKey: string, row: () => TrailRow): Promise<void> {
  const keys = keysOf(db);
  const key = `${hospitalId} ${dailyKey}`;
  let writing = keys.get(key);
  if (writing === undefined) {
    writing = queueOf(db)({ ...row(), dailyKey: storable(dailyKey) });
    keys.set(key, writing);
    writing.catch(() => keys.delete(key));
  }
  await writing;
}

/**
 * Appends one row a day (UTC) for the same actor, place, action and entity: for polled lists and the messages of a conversation.
 * Inside a transaction use `appendDailyInside`: a remembered row could be rolled back.
 */
export async function appendDailyTrail(
  store: HospitalStore,
  actor: Actor,
  at: number,
  entry: TrailEntry,
): Promise<void> {
  await writeOnce(store, dailyKeyOf(actor, at, entry), () => rowOf(store, actor, at, entry));
  count(actor, entry);
}

/** What an actor did at a time, as a row that is written once a day. */
export type Daily = { actor: Actor; at: number; entry: TrailEntry };

/** Whether this process has written the row of this day. */
export const isDailyWritten = ({ hospitalId, db }: HospitalStore, { actor, at, entry }: Daily): boolean =>
  written.get(db)?.has(`${hospitalId} ${dailyKeyOf(actor, at, entry)}`) ?? false;

/** Appends the rows of this day in the transaction of the changes that they name. */
export async function appendDailyInside(tx: HospitalStore, rows: readonly Daily[]): Promise<void> {
  await insertRows(
    tx.db,
    rows.map(({ actor, at, entry }) => ({
      ...rowOf(tx, actor, at, entry),
      dailyKey: storable(dailyKeyOf(actor, at, entry)),
    })),
  );
  for (const { actor, entry } of rows) count(actor, entry);
}

/** Remembers rows of this day whose transaction is committed. */
export function rememberDaily({ hospitalId, db }: HospitalStore, rows: readonly Daily[]): void {
  const keys = keysOf(db);
  for (const { actor, at, entry } of rows) keys.set(`${hospitalId} ${dailyKeyOf(actor, at, entry)}`, Promise.resolve());
}

/** The patients whom each session's polled lists have shown today, in this process. */
const shownToday = new WeakMap<Db, Map<string, Set<string>>>();

/**
 * Appends a row for a polled list: the first of the day, and then one whenever the list shows patients whom it has not shown
 * to this person today.
 */
export async function appendShownPatients(
  store: HospitalStore,
  actor: Actor,
  at: number,
  entry: TrailEntry,
): Promise<void> {
  const { patientIds = [] } = entry;
  const dailyKey = dailyKeyOf(actor, at, entry);
  const lists = shownToday.get(store.db) ?? new Map<string, Set<string>>();
  shownToday.set(store.db, lists);
  const listKey = `${store.hospitalId} ${dailyKey}`;
  if (lists.size >= maxLists && !lists.has(listKey)) lists.clear();
  const shown = lists.get(listKey) ?? new Set<string>();
  lists.set(listKey, shown);
  const added = [...new Set(patientIds)].filter((id) => !shown.has(id)).sort();
  if (added.length === 0 && shown.size > 0) return count(actor, entry);
  if (added.length === 0) return appendDailyTrail(store, actor, at, { ...entry, patientIds: [] });
  const key = `${dailyKey} ${hash('sha256', added.join(' ')).slice(0, 32)}`;
  await writeOnce(store, key, () => rowOf(store, actor, at, { ...entry, patientIds: added }));
  for (const id of added) shown.add(id);
  count(actor, entry);
}
