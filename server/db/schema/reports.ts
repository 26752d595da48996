import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, list, ms } from '../columns.ts';

/** Errors and content policy violations of one kind and release in the browsers of a hospital: where, and how often. */
export const clientReport = pgTable(
  'client_report',
  {
    tenantId: id().notNull(),
    release: text().notNull(),
    fingerprint: text().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    route: text().notNull().default(''),
    state: text().notNull().default(''),
    frames: list<{ file: string; line: number; column: number }>(),
    count: integer().notNull().default(1),
    firstTime: ms().notNull(),
    lastTime: ms().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.release, t.fingerprint] }), index().on(t.tenantId, t.lastTime)],
);
