import { type SQL, sql } from 'drizzle-orm';
import { Code } from '../../contract/envelope.ts';
import type { HospitalStore } from '../db/hospitalStore.ts';
import type { TrailKind } from './kinds.ts';

/** Which rows to find; times are inclusive from `from` and exclusive to `to`. `cursor` is the `next` of the page before. */
export type TrailSearch = {
  who?: { userType: number; userId: string } | undefined;
  patientId?: string | undefined;
  /** Any of these, such as `order:12`. */
  purposes?: readonly string[] | undefined;
  /** The entity that a row is about, under one of these names. */
  about?: { entities: readonly string[]; id: string } | undefined;
  kind?: TrailKind | undefined;
  from: number;
  to: number;
  cursor?: string | undefined;
  limit?: number | undefined;
};

export type TrailOutcome = 'ok' | 'refused' | 'notFound' | 'conflict';

export type FoundRow = {
  id: string;
  time: number;
  userType: number | null;
  userId: string | null;
  sessionId: string | null;
  kind: TrailKind;
  action: string;
  entity: string | null;
  entityId: string | null;
  patientId: string | null;
  /** The patients whom a list showed. */
  patientIds: string[];
  purpose: string | null;
  call: string | null;
  outcome: TrailOutcome;
  code: string | null;
  ip: string | null;
  device: string | null;
  requestId: string | null;
};

type Found = Record<string, string | null>;

const columns = sql.raw(
  `id::text as id, "time"::text as "time", user_type::text as "userType", user_id::text as "userId", session_id::text as "sessionId",
  kind, action, entity, entity_id as "entityId", patient_id::text as "patientId", array_to_string(patient_ids, ',') as "patientIds",
  purpose, coalesce(call, detail ->> 'call') as call, outcome, detail ->> 'code' as code, ip, device, request_id as "requestId"`,
);

const notFound = new Set<string>([Code.notFound, 'forbidden'].map(String));
const conflicts = new Set<string>(
  [
    ...[Code.locked, Code.duplicateRequest, Code.orderTaken, Code.orderStatusRefused, Code.leaseLost, Code.undoTooLate],
    ...[Code.recordChanged, Code.recordSigned, Code.questionClosed, Code.conversationClosed, 'conversationClosed'],
    ...[Code.prescriptionChanged, Code.prescriptionInReview, Code.prescriptionStatusRefused],
    ...[Code.prescriptionCancelled, Code.prescriptionExpired, Code.scheduleChanged],
  ].map(String),
);

/** Whether a refusal said that something does not exist, or that somebody else was faster. */
function outcomeOf(outcome: string | null, code: string | null): TrailOutcome {
  if (outcome === 'ok') return 'ok';
  if (code !== null && notFound.has(code)) return 'notFound';
  return code !== null && conflicts.has(code) ? 'conflict' : 'refused';
}

const foundRow = (row: Found): FoundRow => ({
  id: row.id ?? '',
  time: Number(row.time),
  userType: row.userType === null || row.userType === undefined ? null : Number(row.userType),
  userId: row.userId ?? null,
  sessionId: row.sessionId ?? null,
  kind: row.kind as TrailKind,
  action: row.action ?? '',
  entity: row.entity ?? null,
  entityId: row.entityId ?? null,
  patientId: row.patientId ?? null,
  patientIds: row.patientIds ? row.patientIds.split(',') : [],
  purpose: row.purpose ?? null,
  call: row.call ?? null,
  outcome: outcomeOf(row.outcome ?? null, row.code ?? null),
  code: row.code ?? null,
  ip: row.ip ?? null,
  device: row.device ?? null,
  requestId: row.requestId ?? null,
});

const maxPage = 200;

const cursorOf = ({ time, id }: FoundRow) => `${time}.${id}`;
const readCursor = (cursor: string | undefined) => /^(\d{1,15})\.(\d{1,18})$/.exec(cursor ?? '')?.slice(1) ?? null;

function conditionsOf(
  { hospitalId }: HospitalStore,
  { who, purposes, about, kind, from, to, cursor }: TrailSearch,
): SQL {
  const after = readCursor(cursor);
  const all = [
    sql`tenant_id = ${hospitalId}::bigint`,
    sql`"time" >= ${from}::bigint and "time" < ${to}::bigint`,
    ...(after ? [sql`("time", id) < (${after[0]}::bigint, ${after[1]}::bigint)`] : []),
    ...(who ? [sql`user_id = ${who.userId}::bigint and user_type = ${who.userType}`] : []),
    ...(purposes === undefined ? [] : [sql`purpose in ${purposes}`]),
    ...(about ? [sql`entity in ${about.entities} and entity_id = ${about.id}`] : []),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
  ];
  return sql.join(all, sql` and `);
}

const newestFirst = sql`order by "time" desc, id desc`;
/** Qualified, because the selected columns of these names are text. */
const foundFirst = sql`order by found."time" desc, found.id desc`;

/**
 * The rows of one patient: those about this patient, and the lists that showed them. Each part uses its own index; the lists
 * are collected first, because the planner cannot know how few of all rows they are.
 */
const ofPatient = (patientId: string, conditions: SQL, limit: number): SQL => sql`
with listed as materialized (select * from audit_trail where patient_ids @> array[${patientId}::bigint])
select ${columns} from (
  (select * from audit_trail where patient_id = ${patientId}::bigint and ${conditions} ${newestFirst} limit ${limit})
  union all
  (select * from listed where ${conditions} and patient_id is distinct from ${patientId}::bigint ${newestFirst} limit ${limit})
) found ${foundFirst} limit ${limit}`;

/** Finds the rows of a hospital's trail, the newest first, in pages. */
export async function searchTrail(
  store: HospitalStore,
  search: TrailSearch,
): Promise<{ rows: FoundRow[]; next: string | null }> {
  const size = Math.min(Math.max(1, search.limit ?? 50), maxPage);
  const conditions = conditionsOf(store, search);
  const { rows } = await store.db.execute<Found>(
    search.patientId === undefined
      ? sql`select ${columns} from (select * from audit_trail where ${conditions} ${newestFirst} limit ${size + 1}) found ${foundFirst}`
      : ofPatient(search.patientId, conditions, size + 1),
  );
  const page = rows.slice(0, size).map(foundRow);
  const last = page.at(-1);
  return { rows: page, next: rows.length > size && last ? cursorOf(last) : null };
}
