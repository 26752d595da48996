import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, identity, json, ms } from '../columns.ts';

/** The conversation of one consultation. `lastSeq` is the number of its last event, increased under this row's lock. */
export const imConversation = pgTable(
  'im_conversation',
  {
    id: identity().primaryKey(),
    tenantId: id().notNull(),
    orderId: id().notNull(),
    patientId: id().notNull(),
    doctorId: id(),
    /** Whether doctor and patient may write now; set in the transaction that changes the order's status. */
    open: boolean().notNull().default(false),
    lastSeq: integer().notNull().default(0),
    patientReadUpTo: integer().notNull().default(0),
    patientDeliveredUpTo: integer().notNull().default(0),
    doctorReadUpTo: integer().notNull().default(0),
    doctorDeliveredUpTo: integer().notNull().default(0),
    createTime: ms().notNull(),
  },
  (t) => [
    uniqueIndex().on(t.tenantId, t.orderId),
    index().on(t.tenantId, t.doctorId),
    index().on(t.tenantId, t.patientId),
  ],
);

/** Every event of a conversation, numbered without gaps; messages are the rows of kind `message`. */
export const imEvent = pgTable(
  'im_event',
  {
    conversationId: id().notNull(),
    seq: integer().notNull(),
    id: identity(),
    tenantId: id().notNull(),
    kind: text().$type<'message' | 'recall' | 'read' | 'order' | 'prescription'>().notNull(),
    clientMessageId: text(),
    senderType: integer().notNull(),
    senderId: id().notNull(),
    type: integer(),
    content: text(),
    status: integer().notNull().default(0),
    payload: json<Record<string, unknown>>(),
    sendTime: ms().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.seq] }),
    uniqueIndex('im_event_client_message').on(t.tenantId, t.senderType, t.senderId, t.clientMessageId),
    uniqueIndex().on(t.id),
  ],
);
