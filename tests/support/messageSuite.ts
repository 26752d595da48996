import { eq } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import type { pullMessages } from '../../contract/extension/im.ts';
import type { queryImMessages } from '../../contract/http/im.ts';
import { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import { ConversationEvent, MessageType } from '../../contract/im.ts';
import type { RequestOf } from '../../contract/operation.ts';
import type { CallContext, Caller } from '../../server/accounts/caller.ts';
import { imEvent } from '../../server/db/schema/messages.ts';
import { storeOf } from '../../server/db/store.ts';
import { pullEvents, readMessages } from '../../server/messages/history.ts';
import { createMessages } from '../../server/messages/messages.ts';
import type { Party } from '../../server/messages/party.ts';
import { answerOf } from './callContext.ts';
import { type Hospital, insertHospital } from './consultations.ts';
import { around } from './database.ts';
import type { Opened } from './engines.ts';
import { newMessageId } from './messageId.ts';
import { plainLinks } from './plainLinks.ts';

const keyOf = (url: string) => url.split('/files/')[1] ?? null;

export const image = { url: '/files/pic1.png', width: 10, height: 10, size: 100 };

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
    messages.send(
      {
        clientMessageId: ClientMessageId.parse(id),
        conversationId: ConversationId.parse(conversationId),
        type: MessageType.text,
        content: JSON.stringify({ content: words }),
      },
      { by: from, actor: null },
    );
  const rows = (conversationId: string) =>
    hospital.store.db.select().from(imEvent).where(eq(imEvent.conversationId, conversationId)).orderBy(imEvent.seq);
  const events = () =>
    published.flatMap((event) =>
      event.type === 'conversation.advanced' ? [ConversationEvent.parse(event.event)] : [],
    );
  /** The context of a call by a party. */
  const contextOf = ({ type, id, hospitalId }: Party): CallContext<Caller> => {
    const by = {
      id,
      hospitalId,
      name: '',
      sessionId: '',
      language: 'en',
      userId: id,
      ip: null,
      requestId: null,
    } as const;
    const store = { at: times.now, store: storeOf(uow, hospitalId), language: 'en' } as const;
    const staff = { isAuditor: false, isAdministrator: false, operatesPlatform: false };
    return type === 2
      ? { ...store, by: { ...by, ...staff, kind: 'staff', userType: 2 } }
      : { ...store, by: { ...by, kind: 'patient', userType: 1 } };
  };
  const history = (reader: Party, query: RequestOf<typeof queryImMessages>) => readMessages(query, contextOf(reader));
  const pull = async (reader: Party, request: RequestOf<typeof pullMessages>) =>
    answerOf(await pullEvents(request, contextOf(reader)));
  return { messages, say, history, pull, rows, events, published };
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
