import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, ms } from '../columns.ts';

/**
 * What a doctor's lists are searched by, one row for each order and prescription; triggers keep it. Its keys are hashes of
 * the characters and pairs of characters in `text`, separate for each doctor and each period of 30 days, so that a search reads the newest
 * periods until it has enough rows.
 */
export const searchEntry = pgTable(
  'search_entry',
  {
    kind: text().$type<'order' | 'prescription'>().notNull(),
    itemId: id().notNull(),
    tenantId: id().notNull(),
    /** The doctor. */
    ownerId: id().notNull(),
    time: ms().notNull(),
    status: integer().notNull(),
    /** The consult type of an order, the review status of a prescription. */
    category: integer().notNull(),
    /** The searched fields in the form of `search_form`, a line each. */
    text: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.itemId] }),
    index().on(t.tenantId, t.kind, t.ownerId, t.time, t.itemId),
    index('search_entry_keys')
      .using(
        'gin',
        sql`search_keys(${t.kind}, ${t.ownerId}, ${t.time} / 2592000000, search_parts(${t.text}, ${t.status}, ${t.category}))`,
      )
      // A list of pending keys would be read by every search.
      .with({ fastupdate: false }),
  ],
);
