import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, identity, ms } from '../columns.ts';
import { staff } from './staff.ts';

/** The Ed25519 key of a doctor or auditor; the private half is sealed with the platform's secret. */
export const signingKey = pgTable(
  'signing_key',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    staffId: id()
      .notNull()
      .references(() => staff.id),
    publicKey: text().notNull(),
    sealedKey: text().notNull(),
    createTime: ms().notNull(),
  },
  (t) => [uniqueIndex().on(t.tenantId, t.staffId)],
);
