import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, identity, ms } from '../columns.ts';
import { staff } from './staff.ts';

/**
 * Who signed, as they were called at that moment. `picture` is the link to the handwritten signature, without its own
 * signature, because a link is renewed for each reader.
 */
export type Signer = {
  readonly name: string;
  readonly nameEn: string;
  readonly titleCode: number | null;
  readonly title: string;
  readonly titleEn: string;
  readonly deptName: string;
  readonly deptNameEn: string;
  readonly picture: string | null;
};

/** The Ed25519 key of a doctor or reviewer; the private half is sealed with the platform's secret. */
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
