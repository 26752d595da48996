import { isNotNull, sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, identity, json, ms } from '../columns.ts';

/** A published event, stored in the transaction of its change. */
export const domainEvent = pgTable(
  'domain_event',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    type: text().notNull(),
    payload: json<Record<string, unknown>>().notNull(),
    createTime: ms().notNull(),
  },
  (t) => [index().on(t.tenantId, t.id)],
);

/** What a trail row is kept for; each kind has its own retention period. */
const kindOfRow = sql`case when entity = 'trail' then 'retention' when entity = 'session' then 'signIn'
  when action in ('read', 'list') then 'read' when entity in ('conversation', 'file') then 'message'
  when entity in ('staff', 'qualification') then 'staff' else 'record' end`;

/**
 * The trail: who read, changed or was refused what. Triggers refuse changes, and removals before the retention period of the
 * row's kind has passed.
 */
export const auditTrail = pgTable(
  'audit_trail',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    time: ms().notNull(),
    userType: integer(),
    userId: id(),
    sessionId: id(),
    action: text().notNull(),
    entity: text(),
    entityId: text(),
    patientId: id(),
    /** The patients whom a list showed. */
    patientIds: id().array(),
    purpose: text(),
    /** The call, event or job. */
    call: text(),
    outcome: text().notNull(),
    ip: text(),
    /** Browser and system, with a hash of the whole user agent. */
    device: text(),
    requestId: text(),
    detail: json<Record<string, unknown>>(),
    /** Day, actor and action of a row that is written at most once a day; empty for all others. */
    dailyKey: text(),
    kind: text().generatedAlwaysAs(kindOfRow),
  },
  (t) => [
    index().on(t.tenantId, t.time, t.id),
    index().on(t.tenantId, t.patientId, t.time, t.id),
    index().on(t.tenantId, t.userId, t.time, t.id).where(isNotNull(t.userId)),
    index().on(t.tenantId, t.purpose, t.time, t.id).where(isNotNull(t.purpose)),
    index().on(t.tenantId, t.kind, t.time, t.id),
    index().using('gin', t.patientIds).where(isNotNull(t.patientIds)),
    index('audit_trail_refused_sign_ins')
      .on(t.tenantId, t.time)
      .where(sql`${t.entity} = 'session' and ${t.outcome} = 'refused'`),
    uniqueIndex().on(t.tenantId, t.dailyKey).where(isNotNull(t.dailyKey)),
  ],
);

/**
 * A run of trail rows in the hash chain of one hospital, `firstSeq` being the place of its first row. Each row is bound by
 * its id, kind, time and content hash, so that the chain can be verified after the retention job has removed the row.
 */
export const trailSeal = pgTable(
  'trail_seal',
  {
    tenantId: id().notNull(),
    number: integer().notNull(),
    firstSeq: ms().notNull(),
    rows: integer().notNull(),
    ids: id().array().notNull(),
    maxId: id().notNull(),
    /** One letter for each row. */
    kinds: text().notNull(),
    times: ms().array().notNull(),
    /** The SHA-256 of each row in base64url, separated by spaces. */
    hashes: text().notNull(),
    previous: text().notNull(),
    hash: text().notNull(),
    time: ms().notNull(),
    keyId: text().notNull(),
    signature: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.number] }),
    index().on(t.tenantId, t.firstSeq),
    index('trail_seal_ids').on(t.maxId, sql`(ids[1])`),
  ],
);

/**
 * How far sealing has come: every row up to `settledId` is sealed or was rolled back. `pendingId` follows once the
 * transactions before `pendingXmax` have ended.
 */
export const trailSealer = pgTable('trail_sealer', {
  id: integer().primaryKey(),
  settledId: id().notNull(),
  pendingId: id().notNull(),
  pendingXmax: text().notNull(),
  pendingTime: ms().notNull(),
});
