import { eq } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import { ConversationEvent, MessageType } from '../../contract/im.ts';
import { imEvent } from '../../server/db/schema/messages.ts';
import { createMessages } from '../../server/messages/messages.ts';
import type { Party } from '../../server/messages/party.ts';
import { type Hospital, insertHospital } from './consultations.ts';
import { around } from './database.ts';
import type { Opened } from './engines.ts';
import { newMessageId } from './messageId.ts';
import { plainLinks } from './plainLinks.ts';

const keyOf = (url: string) => url.split('/files/')[1] ?? null;

export const image = { url: '/files/pic1.png', width: 10, height: 10, size: 100 };
export const reading = (party: Party) => ({
  ...party,
  role: party.type === 2 ? ('doctor' as const) : ('patient' as const),
});

/** A message store, a hospital, and what a test needs to set them up. */
export type MessageSuite = {
  store: Opened;
  hospital: Hospital;
  /** The clock, and the delay that a rate-limited sender is given. */
  times: { now: number; waitMs: number };
  setUp: () => ReturnType<typeof messagesOf>;
};

function messagesOf(store: Opened, hospital: Hospital, times: MessageSuite['times']) {
  const { uow, bus, published } = around(store.db, () => times.now);
  const messages = createMessages({
    db: store.db,
    uow,
    bus,
    now: () => times.now,
    waitFor: () => times.waitMs,
    keyOf,
    links: plainLinks,
  });
  const say = (from: Party, conversationId: string, words: string, id: string = newMessageId()) =>
    messages.send(from, {
      clientMessageId: ClientMessageId.parse(id),
      conversationId: ConversationId.parse(conversationId),
      type: MessageType.text,
      content: JSON.stringify({ content: words }),
    });
  const rows = (conversationId: string) =>
    hospital.store.db.select().from(imEvent).where(eq(imEvent.conversationId, conversationId)).orderBy(imEvent.seq);
  const events = () =>
    published.flatMap((event) =>
      event.type === 'conversation.advanced' ? [ConversationEvent.parse(event.event)] : [],
    );
  return { messages, say, rows, events, published };
}

/** Opens a hospital over a separate database and passes both to the tests. */
export function messageSuite(open: () => Promise<Opened>, ...have: ((suite: MessageSuite) => void)[]): void {
  let store: Opened | null = null;
  const times = { now: 0, waitMs: 0 };

  beforeAll(async () => {
    const opened = await open();
    store = opened;
    const hospital = await insertHospital(opened.db);
    const setUp = () => {
      Object.assign(times, { now: 1_000_000, waitMs: 0 });
      return messagesOf(opened, hospital, times);
    };
    for (const take of have) take({ store: opened, hospital, times, setUp });
  }, 60_000);
  afterAll(() => store?.end());
}
