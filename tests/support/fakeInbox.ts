import { BehaviorSubject, NEVER, Subject } from 'rxjs';
import type { ClientMessageId, ConversationId, MessageId } from '../../contract/ids.ts';
import { type ConversationEvent, SenderType } from '../../contract/im.ts';
import type { Outbox } from '../../src/compose/adapters/outbox.ts';
import { type ChatSummary, unanswered } from '../../src/domain/chatSummary.ts';
import type { ChatMessage, Delivery, MessageBody } from '../../src/domain/message.ts';
import { readBody } from '../../src/domain/messageBody.ts';
import type { Timeline } from '../../src/domain/timeline.ts';
import type { Applied, Inbox } from '../../src/streams/inbox.ts';

const empty = (conversationId: ConversationId): Timeline => ({
  conversationId,
  messages: [],
  firstIndex: 1_000_000,
  hasOlder: false,
  cursor: 0,
  headSeq: 0,
  doctorReadUpTo: 0,
  patientReadUpTo: 0,
  patientDeliveredUpTo: 0,
  unread: 0,
  prescriptions: {},
  state: 'live',
});

type NewMessage = {
  readonly body: MessageBody;
  readonly mine: boolean;
  readonly at: number;
  readonly delivery?: Delivery;
};

/** In-memory conversations: patients' messages and own messages arrive at once unless configured otherwise. */
export function fakeInbox(now: () => number) {
  const timelines = new Map<ConversationId, BehaviorSubject<Timeline>>();
  const summaries = new BehaviorSubject<ReadonlyMap<ConversationId, ChatSummary>>(new Map());
  const applied$ = new Subject<Applied>();
  const readUpTo: { conversationId: ConversationId; seq: number }[] = [];
  let counter = 0;

  const timelineOf = (id: ConversationId) => {
    const known = timelines.get(id) ?? new BehaviorSubject(empty(id));
    timelines.set(id, known);
    return known;
  };
  const publish = (id: ConversationId, change: (timeline: Timeline) => Timeline) => {
    const timeline = timelineOf(id);
    const next = change(timeline.value);
    const unread = next.messages.filter(({ mine, seq }) => !mine && (seq ?? 0) > next.doctorReadUpTo).length;
    timeline.next({ ...next, unread });
    summaries.next(
      new Map(summaries.value).set(id, {
        conversationId: id,
        last: next.messages.at(-1) ?? null,
        unread,
        unanswered: unanswered(next.messages),
        failed: next.messages.filter(({ delivery }) => delivery?.state === 'failed').length,
        unsent: 0,
      }),
    );
  };
  function addMessage(id: ConversationId, { body, mine, at, delivery = { state: 'sent' } }: NewMessage): ChatMessage {
    counter += 1;
    const stored = !mine || !['queued', 'sending', 'failed'].includes(delivery.state);
    const seq = stored ? timelineOf(id).value.headSeq + 1 : null;
    const message: ChatMessage = {
      key: `m${counter}`,
      id: stored ? (`${counter}` as MessageId) : null,
      seq,
      clientMessageId: mine ? (`c${counter}` as ClientMessageId) : null,
      senderType: body.kind === 'notice' ? SenderType.system : mine ? SenderType.doctor : SenderType.patient,
      mine,
      body,
      sendTime: at,
      recalled: false,
      delivery: mine ? delivery : null,
    };
    publish(id, (before) => ({
      ...before,
      messages: [...before.messages, message],
      headSeq: seq ?? before.headSeq,
      cursor: seq ?? before.cursor,
    }));
    return message;
  }
  const change = (id: ClientMessageId, patch: (message: ChatMessage) => ChatMessage | null) => {
    for (const conversationId of timelines.keys())
      publish(conversationId, (before) => ({
        ...before,
        messages: before.messages.flatMap((one) => (one.clientMessageId === id ? (patch(one) ?? []) : one)),
      }));
  };

  const inbox: Inbox = {
    timeline: timelineOf,
    loadOlder: async () => {},
    retry: (id) => publish(id, (before) => ({ ...before, state: 'live' })),
    markRead: (id, seq) => {
      readUpTo.push({ conversationId: id, seq });
      if (seq > timelineOf(id).value.doctorReadUpTo) publish(id, (before) => ({ ...before, doctorReadUpTo: seq }));
    },
    recall: async (id, messageId) => {
      publish(id, (before) => ({
        ...before,
        messages: before.messages.map((one) => (one.id === messageId ? { ...one, recalled: true } : one)),
      }));
      return null;
    },
    summaries,
    ready: new BehaviorSubject(true),
    applied$,
    close: () => {},
  };
  const unsent = (id: ConversationId) =>
    timelineOf(id).value.messages.flatMap(({ clientMessageId, seq, delivery, sendTime }) =>
      clientMessageId && delivery && seq === null
        ? { clientMessageId, conversationId: id, type: 101, content: '', writtenAt: sendTime, delivery, seq }
        : [],
    );

  return {
    inbox,
    readUpTo,
    addMessage,
    publish,
    /** A message of the patient arrives: it is shown and announced. */
    receive(id: ConversationId, text: string) {
      addMessage(id, { body: { kind: 'text', text }, mine: false, at: now() });
      applied$.next({ conversationId: id, event: { kind: 'message' } as ConversationEvent });
    },
    outbox: {
      write: (id, reply) =>
        addMessage(id, { body: readBody(reply.type, reply.content), mine: true, at: now() })
          .clientMessageId as ClientMessageId,
      retry: (id) => change(id, (message) => ({ ...message, delivery: { state: 'sent' } })),
      discard: (id) => change(id, () => null),
      noteEcho: () => {},
      unsent,
      unsentCount: () => [...timelines.keys()].flatMap(unsent).length,
      unsentIn$: NEVER,
      changes$: NEVER,
    } as Omit<Outbox, 'actor'> as Outbox,
  };
}
