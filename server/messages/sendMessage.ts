import type * as z from 'zod/mini';
import type { OutgoingMessage, Refusal } from '../../contract/im.ts';
import { createBatchQueue } from '../db/batchQueue.ts';
import { isRowId } from '../db/columns.ts';
import type { Database } from '../db/connection.ts';
import { type HospitalStore, hospitalStore } from '../db/hospitalStore.ts';
import type { Bus } from '../events/bus.ts';
import type { FileRow } from '../files/queries.ts';
import { appendDailyInside, type Daily, isDailyWritten, rememberDaily } from '../trail/trail.ts';
import { type LinkedFiles, readContent, withMeasuredSize } from './contentPolicy.ts';
import { insertMessages, type NewMessage, type StoredMessage } from './insertMessages.ts';
import { isPartyOf, type Party, type PartyContext } from './party.ts';
import { findConversation, findSent } from './queries.ts';
import { eventOnWire, refusal } from './wire.ts';

type Outgoing = z.output<typeof OutgoingMessage>;

/** The answer to a sent message: it is stored, or it is refused. */
export type SendAnswer = Stored | z.input<typeof Refusal>;

type Stored = { ok: true; clientMessageId: string; id: string; seq: number; sendTime: number };

export type SendNeeds = {
  db: Database;
  bus: Bus;
  now: () => number;
  /** Milliseconds until this party may send again; 0 when it may now. */
  waitFor: (from: Party) => number | Promise<number>;
  /** Makes the linked uploads part of the conversation; null when one of them is not the sender's or has the wrong type. */
  claimFiles: (from: Party, conversationId: string, files: LinkedFiles) => Promise<FileRow[] | null>;
  /** A link without the sender's signature: each reader has it signed. */
  unsigned: (url: string) => string;
  /** Called after each statement with the number of its messages and its duration. */
  onBatch?: ((size: number, seconds: number) => void) | undefined;
  /** Called when messages could not be stored. */
  onUnstored?: (() => void) | undefined;
};

const maxBatch = 200;

const stored = ({ clientMessageId, id, seq, sendTime }: StoredMessage['row']): Stored => ({
  ok: true,
  clientMessageId: clientMessageId ?? '',
  id,
  seq,
  sendTime,
});

function rowOf({ actor, conversationId, sendTime: at }: NewMessage): Daily[] {
  if (actor === null) return [];
  const entry = { action: 'update', entity: 'conversation', entityId: conversationId, outcome: 'ok' } as const;
  return [{ actor, at, entry: { ...entry, patientId: null, purpose: null, detail: { call: actor.call } } }];
}

/** Stores messages, and in the same transaction the row of each sender and conversation that the trail lacks today. */
async function insertWithTrail(hospital: HospitalStore, messages: NewMessage[]) {
  if (messages.flatMap(rowOf).every((row) => isDailyWritten(hospital, row)))
    return insertMessages(hospital.db, messages);
  const { results, rows } = await hospital.db.transaction(async (tx) => {
    const results = await insertMessages(tx, messages);
    const rows = messages.filter((_, n) => results[n]).flatMap(rowOf);
    if (rows.length > 0) await appendDailyInside(hospitalStore(tx, hospital.hospitalId), rows);
    return { results, rows };
  });
  rememberDaily(hospital, rows);
  return results;
}

/** Stores sent messages, several in one statement, and publishes each once it is committed. */
export function createSend({ db, bus, now, waitFor, claimFiles, unsigned, onBatch, onUnstored }: SendNeeds) {
  function publish({ row, orderId }: StoredMessage) {
    const { id, tenantId: hospitalId, conversationId, seq, sendTime } = row;
    const event = eventOnWire(row, orderId);
    bus.publish({
      type: 'conversation.advanced',
      conversationId,
      seq,
      event,
      hospitalId,
      eventId: `im:${id}`,
      at: sendTime,
    });
  }

  async function store(hospital: HospitalStore, messages: NewMessage[]) {
    const start = performance.now();
    const results = await insertWithTrail(hospital, messages).catch((cause: unknown) => {
      onUnstored?.();
      throw cause;
    });
    onBatch?.(messages.length, (performance.now() - start) / 1_000);
    // Acknowledgements are sent when this returns, and events must follow them.
    setImmediate(() => {
      for (const result of results) if (result) publish(result);
    });
    return results;
  }

  /** Each hospital has batches of its own, which can touch no other's rows. */
  const queues = new Map<string, (message: NewMessage) => Promise<StoredMessage | null>>();

  function enqueue(message: NewMessage) {
    const { hospitalId } = message.from;
    const hospital = hospitalStore(db, hospitalId);
    const queue =
      queues.get(hospitalId) ??
      createBatchQueue<NewMessage, StoredMessage | null>({
        run: (batch) => store(hospital, batch),
        maxItems: maxBatch,
      });
    queues.set(hospitalId, queue);
    return queue(message);
  }

  /** The answer to the first message with this id, which every repeat gets whatever its content. */
  async function earlierAnswer(from: Party, clientMessageId: string) {
    const row = await findSent(hospitalStore(db, from.hospitalId), from, clientMessageId);
    return row ? stored(row) : null;
  }

  async function explainRefusal(from: Party, conversationId: string) {
    const conversation = await findConversation(hospitalStore(db, from.hospitalId), conversationId);
    if (!conversation || !isPartyOf(from, conversation)) return refusal('forbidden', 'not a conversation of yours');
    if (!conversation.open) return refusal('conversationClosed', 'the consultation is not running');
    return null;
  }

  /** Whether a conversation belongs to an order. A conversation of others is refused later, like one that does not exist. */
  async function isOfOrder(from: Party, conversationId: string, orderId: string) {
    const conversation = await findConversation(hospitalStore(db, from.hospitalId), conversationId);
    return conversation === null || !isPartyOf(from, conversation) || conversation.orderId === orderId;
  }

  async function refuseUnlessStored(from: Party, { clientMessageId }: Outgoing, refused: z.input<typeof Refusal>) {
    return (await earlierAnswer(from, clientMessageId)) ?? refused;
  }

  return async function send(message: Outgoing, { by: from, actor }: PartyContext): Promise<SendAnswer> {
    const { clientMessageId, conversationId, type } = message;
    const read = readContent(type, from.type, message.content);
    if (!read.ok) {
      const { field, message: reason } = read;
      return refuseUnlessStored(from, message, refusal('validation', reason, { field }));
    }
    if (!isRowId(conversationId)) return refusal('forbidden', 'not a conversation of yours');
    const retryAfterMs = await waitFor(from);
    if (retryAfterMs > 0)
      return refuseUnlessStored(from, message, refusal('rateLimited', 'too many messages', { retryAfterMs }));
    const { urls } = read.files;
    const files = urls.length > 0 ? await claimFiles(from, conversationId, read.files) : [];
    if (files === null)
      return refuseUnlessStored(from, message, refusal('validation', 'is not a file you uploaded', { field: 'url' }));
    if (read.orderId !== null && !(await isOfOrder(from, conversationId, read.orderId))) {
      const field = 'content.orderId';
      return refuseUnlessStored(
        from,
        message,
        refusal('validation', 'is not the order of this conversation', { field }),
      );
    }
    const measured = withMeasuredSize(type, read.content, files);
    const content = urls.reduce((text, url) => text.replaceAll(url, unsigned(url)), measured);
    const newMessage = { from, actor, conversationId, clientMessageId, type, content, sendTime: now() };
    const storedNow = await enqueue(newMessage);
    if (storedNow) return stored(storedNow.row);
    const earlier = await earlierAnswer(from, clientMessageId);
    if (earlier) return earlier;
    const refused = await explainRefusal(from, conversationId);
    if (refused) return refused;
    // The conversation was opened after the batch ran, so the client must try again.
    throw new Error(`message ${clientMessageId} was not stored for no known reason`);
  };
}
