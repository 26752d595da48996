import {
  BehaviorSubject,
  defer,
  delay,
  filter,
  firstValueFrom,
  map,
  NEVER,
  of,
  Subject,
  Subscription,
  take,
} from 'rxjs';
import { ConversationId, MessageId, OrderId } from '../../contract/ids.ts';
import { type ConversationEvent, type ImMessage, MessageType, SenderType } from '../../contract/im.ts';
import { createInbox } from '../../src/streams/inbox.ts';
import type { SampleMessage } from './sampleMessages.ts';

/** The conversation shown in a pane. */
export const conversationOf = (pane: number): ConversationId => ConversationId.parse(`c${pane + 1}`);

/** Histories begin above this seq, so that there is room for older pages. */
const below = 1_000_000;
/** The patient reads everything after this many messages. */
const readEvery = 5;

function wire(conversationId: ConversationId, seq: number, { n, mine, text, at, picture }: SampleMessage): ImMessage {
  return {
    id: MessageId.parse(`${conversationId}-${n}`),
    seq,
    clientMessageId: null,
    conversationId,
    orderId: OrderId.parse('1'),
    senderId: mine ? '11' : '7',
    sendTime: at,
    status: 0,
    senderType: mine ? SenderType.doctor : SenderType.patient,
    type: picture ? MessageType.image : MessageType.text,
    content: JSON.stringify(picture ? { ...picture, size: 1, name: text } : { content: text }),
  };
}

const readAll = (upTo: number) => ({ doctorReadUpTo: upTo, patientReadUpTo: upTo, patientDeliveredUpTo: upTo });

/**
 * The product's inbox, fed like the live link: messages and read marks are events with a seq. The first page of a
 * conversation is its whole history; older pages arrive when the measurement requests them.
 */
export function feed(histories: readonly (readonly SampleMessage[])[], keep = Number.POSITIVE_INFINITY) {
  const events$ = new Subject<ConversationEvent>();
  const older$ = new Subject<{ readonly id: ConversationId; readonly list: readonly ImMessage[] }>();
  const seqs = new Map(histories.map((history, pane) => [conversationOf(pane), below + history.length]));
  const counts = new Map<ConversationId, number>();
  const scope = new Subscription();

  const pageOf = (id: ConversationId) => {
    const pane = [...seqs.keys()].indexOf(id);
    const list = (histories[pane] ?? []).map((message, index) => wire(id, below + index + 1, message));
    const headSeq = below + list.length;
    return { list, headSeq, positions: readAll(headSeq) };
  };
  const inbox = createInbox(
    {
      events$,
      linked$: new BehaviorSubject(true),
      running$: new BehaviorSubject([...seqs.keys()]),
      outgoing$: NEVER,
      join: () => defer(() => of(Object.fromEntries(seqs)).pipe(delay(0))),
      leave: () => {},
      sendRead: () => of(null).pipe(delay(5)),
      sendDelivered: () => of(null).pipe(delay(5)),
      recall: async () => null,
      older: ({ conversationId, beforeSeq }) =>
        beforeSeq > 2 * below
          ? of(pageOf(conversationId)).pipe(delay(0))
          : older$.pipe(
              filter(({ id }) => id === conversationId),
              take(1),
              map(({ list }) => ({ list, headSeq: seqs.get(conversationId) ?? 0 })),
            ),
      pull: ({ conversationId }) => {
        const headSeq = seqs.get(conversationId) ?? below;
        return of({ events: [], coveredTo: headSeq, headSeq }).pipe(delay(0));
      },
      noteEcho: () => {},
      pageSize: 1,
      fillSize: 100,
      keep,
      maxPauseMs: 1_000,
      checkEveryMs: 5_000,
    },
    scope,
  );
  function happen(id: ConversationId, event: (seq: number) => ConversationEvent) {
    const seq = (seqs.get(id) ?? below) + 1;
    seqs.set(id, seq);
    events$.next(event(seq));
  }
  return {
    inbox,
    stop: () => scope.unsubscribe(),
    /** Resolves when all conversations are complete. */
    ready: () => firstValueFrom(inbox.ready.pipe(filter(Boolean))),
    add(pane: number, message: SampleMessage) {
      const id = conversationOf(pane);
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      happen(id, (seq) => ({ kind: 'message', conversationId: id, seq, message: wire(id, seq, message) }));
      if (count % readEvery !== 0) return;
      const readUpTo = seqs.get(id) ?? 0;
      const read = { reader: SenderType.patient, readUpTo, deliveredUpTo: readUpTo };
      happen(id, (seq) => ({ kind: 'read', conversationId: id, seq, ...read }));
    },
    prepend(pane: number, older: readonly SampleMessage[]) {
      const id = conversationOf(pane);
      const first = inbox.timeline(id).value.messages[0]?.seq ?? below;
      older$.next({ id, list: older.map((message, index) => wire(id, first - older.length + index, message)) });
    },
  };
}

export type Feed = ReturnType<typeof feed>;
