import { isNotNull } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, identity, json, ms } from '../columns.ts';

/** What others must learn about a change, written with the change itself. */
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

/** Who looked at, changed or was refused what; the database lets nobody alter or remove a row. */
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
    /** The day, person and deed of a row that is written at most once a day; empty for all others. */
    dailyKey: text(),
  },
  (t) => [
    index().on(t.tenantId, t.time),
    index().on(t.tenantId, t.patientId, t.time),
    uniqueIndex().on(t.tenantId, t.dailyKey).where(isNotNull(t.dailyKey)),
  ],
);
