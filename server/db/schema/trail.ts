import { isNotNull, sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
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

/** The trail: who read, changed or was refused what. A trigger prevents changes and deletions. */
export const auditTrail = pgTable(
  'audit_trail',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    time: ms().notNull(),
    userType: integer(),
    userId: id(),
    action: text().notNull(),
    entity: text(),
    entityId: text(),
    patientId: id(),
    purpose: text(),
    outcome: text().notNull(),
    ip: text(),
    requestId: text(),
    detail: json<Record<string, unknown>>(),
    /** Day, actor and action of a row that is written at most once a day; empty for all others. */
    dailyKey: text(),
  },
  (t) => [
    index().on(t.tenantId, t.time),
    index().on(t.tenantId, t.patientId, t.time),
    index('audit_trail_refused_sign_ins')
      .on(t.tenantId, t.time)
      .where(sql`${t.entity} = 'session' and ${t.outcome} = 'refused'`),
    uniqueIndex().on(t.tenantId, t.dailyKey).where(isNotNull(t.dailyKey)),
  ],
);
