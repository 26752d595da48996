import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import type { Actor } from '../trail/trail.ts';
import type { Party } from './party.ts';
import type { EventRow } from './wire.ts';

/** A message that has passed every check that needs no lock. The trail names its actor; null where nobody is named. */
export type NewMessage = {
  from: Party;
  actor: Actor | null;
  conversationId: string;
  clientMessageId: string;
  type: number;
  content: string;
  sendTime: number;
};

/** A message that this batch stored, with the order it belongs to. */
export type StoredMessage = { row: EventRow; orderId: string };

type Returned = { id: unknown; seq: number; t: unknown; st: number; si: unknown; u: string; order_id: unknown };

const asJson = (messages: readonly NewMessage[]) =>
  JSON.stringify(
    messages.map(({ from, conversationId, clientMessageId, type, content, sendTime }) => ({
      t: from.hospitalId,
      c: conversationId,
      st: from.type,
      si: from.id,
      u: clientMessageId,
      k: type,
      b: content,
      at: sendTime,
    })),
  );

/**
 * One statement for the whole batch, which stores a message only in its own hospital, by a party of the conversation, while
 * the conversation is open; a repeat leaves its number unused. `held` locks the conversations in the order of their ids, so
 * that batches of several processes cannot deadlock and numbers follow the order of commits. `fit` compares the hospital
 * apart and no join gives the numbers, by measured times (docs/decisions.md).
 */
const statement = (messages: readonly NewMessage[]): SQL => sql`
with given as materialized (
  select * from rows from (json_to_recordset(${asJson(messages)}::json)
    as (t bigint, c bigint, st int, si bigint, u text, k int, b text, at bigint)) with ordinality as x(t, c, st, si, u, k, b, at, n)
), held as materialized (
  select v.id, v.tenant_id, v.order_id, v.patient_id, v.doctor_id, v.open, v.last_seq from im_conversation v
  where v.id = any(array(select c from given)) order by v.id for update of v
), fit as materialized (
  select g.*, h.last_seq from given g join held h on h.tenant_id = g.t and h.id = g.c
  where h.open and ((g.st = 1 and h.patient_id = g.si) or (g.st = 2 and h.doctor_id = g.si))
), moved as (
  update im_conversation v set last_seq = v.last_seq + f.n
  from (select c, count(*)::int as n from fit group by c) f where v.id = f.c
  returning v.id
), stored as (
  insert into im_event (conversation_id, seq, tenant_id, kind, client_message_id, sender_type, sender_id, type, content, send_time)
  select f.c, f.last_seq + row_number() over (partition by f.c order by f.n), f.t, 'message', f.u, f.st, f.si, f.k, f.b, f.at
  from fit f
  on conflict (tenant_id, sender_type, sender_id, client_message_id) do nothing
  returning id, seq, conversation_id, tenant_id, sender_type, sender_id, client_message_id
)
select s.id, s.seq, s.tenant_id as t, s.sender_type as st, s.sender_id as si, s.client_message_id as u, h.order_id
from stored s join held h on h.id = s.conversation_id`;

const keyOf = ({ hospitalId, type, id }: Party, clientMessageId: string) =>
  `${hospitalId}/${type}/${id}/${clientMessageId}`;

function storedMessage(message: NewMessage, { id, seq, order_id }: Returned): StoredMessage {
  const { from, conversationId, clientMessageId, type, content, sendTime } = message;
  return {
    orderId: String(order_id),
    row: {
      id: String(id),
      tenantId: from.hospitalId,
      conversationId,
      seq: Number(seq),
      kind: 'message',
      clientMessageId,
      senderType: from.type,
      senderId: from.id,
      type,
      content,
      status: 0,
      payload: null,
      sendTime,
    },
  };
}

/** Stores messages of one hospital in their order; null for each that was stored before or has no open conversation of its sender. */
export async function insertMessages(db: Db, messages: readonly NewMessage[]): Promise<(StoredMessage | null)[]> {
  const { rows } = await db.execute<Returned>(statement(messages));
  const found = new Map(
    rows.map((row) => [
      keyOf({ hospitalId: String(row.t), type: row.st as Party['type'], id: String(row.si) }, row.u),
      row,
    ]),
  );
  return messages.map((message) => {
    const key = keyOf(message.from, message.clientMessageId);
    const row = found.get(key);
    // A message that is twice in one batch is stored and announced once.
    found.delete(key);
    return row ? storedMessage(message, row) : null;
  });
}
