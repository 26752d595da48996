import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutgoingMessage, Refusal } from '../../contract/im.ts';
import { createBatchQueue } from '../db/batchQueue.ts';
import { isRowId } from '../db/columns.ts';
import type { Db } from '../db/connection.ts';
import { imConversation, imEvent } from '../db/schema/messages.ts';
import { tenanted } from '../db/tenanted.ts';
import type { Bus } from '../events/bus.ts';
import { readContent, type Shown } from './contentPolicy.ts';
import { type Line, type Written, writeBatch } from './insertMessages.ts';
import { eventOnWire, refusal } from './onWire.ts';
import { isPartyOf, type Party } from './party.ts';

type Outgoing = z.output<typeof OutgoingMessage>;

/** The server's word about a message: it is stored, or it cannot be as it is. */
export type SendAnswer = StoredNow | z.input<typeof Refusal>;

type StoredNow = { ok: true; clientMessageId: string; id: string; seq: number; sendTime: number };

export type SendNeeds = {
  db: Db;
  bus: Bus;
  now: () => number;
  /** Milliseconds until this side may write again; 0 when it may now. */
  waitFor: (from: Party) => number;
  /** Whether all these links are files of the right kind that this side has uploaded; they become part of the conversation. */
  claimFiles: (from: Party, conversationId: string, shown: Shown) => Promise<boolean>;
};

const maxBatch = 200;

const stored = ({ clientMessageId, id, seq, sendTime }: Written['row']): StoredNow => ({
  ok: true,
  clientMessageId: clientMessageId ?? '',
  id,
  seq,
  sendTime,
});

/** Stores what doctors and patients write, many messages in one statement, and tells others once it is committed. */
export function sendIn({ db, bus, now, waitFor, claimFiles }: SendNeeds) {
  function publish({ row, orderId }: Written) {
    const { id, tenantId, conversationId, seq, sendTime } = row;
    const event = eventOnWire(row, orderId);
    bus.publish({
      type: 'conversation.advanced',
      conversationId,
      seq,
      event,
      tenantId,
      eventId: `im:${id}`,
      at: sendTime,
    });
  }

  async function write(lines: Line[]) {
    const results = await writeBatch(db, lines);
    // After the acknowledgements, which go out as soon as this returns.
    setImmediate(() => {
      for (const result of results) if (result) publish(result);
    });
    return results;
  }

  const append = createBatchQueue<Line, Written | null>({ run: write, maxItems: maxBatch });

  /** The first result of the same message: whatever a repeat says, this is its answer. */
  async function firstResult({ tenantId, type, id }: Party, clientMessageId: string) {
    const row = await tenanted(db, tenantId).first(
      imEvent,
      eq(imEvent.senderType, type),
      eq(imEvent.senderId, id),
      eq(imEvent.clientMessageId, clientMessageId),
    );
    return row ? stored(row) : null;
  }

  async function whyNot(from: Party, conversationId: string) {
    const place = await tenanted(db, from.tenantId).first(imConversation, eq(imConversation.id, conversationId));
    if (!place || !isPartyOf(from, place)) return refusal('forbidden', 'not a conversation of yours');
    if (!place.open) return refusal('conversationClosed', 'the consultation is not running');
    return null;
  }

  /** Whether a conversation is that of an order. A conversation of others is refused later, like one that does not exist. */
  async function isAbout(from: Party, conversationId: string, orderId: string) {
    const place = await tenanted(db, from.tenantId).first(imConversation, eq(imConversation.id, conversationId));
    return place === null || !isPartyOf(from, place) || place.orderId === orderId;
  }

  async function refuseUnlessStored(from: Party, { clientMessageId }: Outgoing, why: z.input<typeof Refusal>) {
    return (await firstResult(from, clientMessageId)) ?? why;
  }

  return async function send(from: Party, message: Outgoing): Promise<SendAnswer> {
    const { clientMessageId, conversationId, type } = message;
    const read = readContent(type, from.type, message.content);
    if (!read.ok) {
      const { field, message: words } = read;
      return refuseUnlessStored(from, message, refusal('validation', words, { field }));
    }
    if (!isRowId(conversationId)) return refusal('forbidden', 'not a conversation of yours');
    const retryAfterMs = waitFor(from);
    if (retryAfterMs > 0)
      return refuseUnlessStored(from, message, refusal('rateLimited', 'too many messages', { retryAfterMs }));
    if (read.shown.urls.length > 0 && !(await claimFiles(from, conversationId, read.shown)))
      return refuseUnlessStored(from, message, refusal('validation', 'is not a file you uploaded', { field: 'url' }));
    if (read.orderId !== null && !(await isAbout(from, conversationId, read.orderId))) {
      const field = 'content.orderId';
      return refuseUnlessStored(from, message, refusal('validation', 'is not the order of this talk', { field }));
    }
    const line = { from, conversationId, clientMessageId, type, content: read.content, sendTime: now() };
    const written = await append(line);
    if (written) return stored(written.row);
    const first = await firstResult(from, clientMessageId);
    if (first) return first;
    const why = await whyNot(from, conversationId);
    if (why) return why;
    // It was opened between the batch and this look at it.
    throw new Error(`message ${clientMessageId} was not stored and nothing says why`);
  };
}
