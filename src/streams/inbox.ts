import { distinctUntilChanged, type Observable, Subject, type Subscription } from 'rxjs';
import type { ConversationId, MessageId } from '../../contract/ids.ts';
import type { ConversationEvent, Refusal } from '../../contract/im.ts';
import { type ChatSummary, lastOfOthers, sameSummary, summaryOf } from '../domain/chatSummary.ts';
import type { OutgoingChange } from '../domain/outgoing.ts';
import type { Timeline } from '../domain/timeline.ts';
import { type ChatNeeds, type ChatStream, createChat } from './chat.ts';
import { joinRooms } from './joinRooms.ts';
import { type Live, live } from './live.ts';
import { createReadPosition } from './readPosition.ts';

export type { ChatSummary };

/** New events of a loaded conversation, for alerts and for the consultation machine. */
export type Applied = { readonly conversationId: ConversationId; readonly event: ConversationEvent };

/** Why a message could not be recalled. */
export type RecallFailure = Refusal | { readonly why: 'unanswered'; readonly message: string };

/** All conversations of the signed-in doctor, each complete up to its cursor. */
export type Inbox = {
  /** The chat of one conversation. The first call starts loading it. */
  timeline(conversationId: ConversationId): Live<Timeline>;
  /** Loads one older page; resolves when it is shown or has failed. */
  loadOlder(conversationId: ConversationId): Promise<void>;
  /** Loads the conversation again after `failed`. */
  retry(conversationId: ConversationId): void;
  /** Marks everything up to `seq` as read by the doctor. */
  markRead(conversationId: ConversationId, seq: number): void;
  /** Recalls an own message; null on success. */
  recall(conversationId: ConversationId, messageId: MessageId): Promise<RecallFailure | null>;
  readonly summaries: Live<ReadonlyMap<ConversationId, ChatSummary>>;
  readonly applied$: Observable<Applied>;
  /** True when the link is up and everything missed has been requested; only then are own messages sent. */
  readonly ready: Live<boolean>;
  /** Called when a conversation is no longer shown. Its messages are unloaded unless its consultation is running. */
  close(conversationId: ConversationId): void;
};

type Position = { readonly conversationId: ConversationId; readonly upTo: number };

export type InboxNeeds = ChatNeeds & {
  readonly events$: Observable<ConversationEvent>;
  readonly linked$: Observable<boolean>;
  /** Conversations that stay loaded even if no pane shows them: the doctor's running consultations. */
  readonly running$: Observable<readonly ConversationId[]>;
  readonly outgoing$: Observable<OutgoingChange>;
  /** Joins the conversations' rooms; the answer contains the head seq of each. */
  readonly join: (ids: readonly ConversationId[]) => Observable<Readonly<Record<string, number>>>;
  readonly leave: (id: ConversationId) => void;
  readonly sendRead: (position: Position) => Observable<unknown>;
  readonly sendDelivered: (position: Position) => Observable<unknown>;
  readonly recall: Inbox['recall'];
  /** Interval of head checks, which detect a push that was lost on a working link. */
  readonly checkEveryMs: number;
};

type Entry = {
  readonly chat: ChatStream;
  readonly read: ReturnType<typeof createReadPosition>;
  readonly delivered: ReturnType<typeof createReadPosition>;
};

const readQuietMs = 250;
const deliveredQuietMs = 1_000;
const positionRetryMs = 3_000;

/**
 * Every conversation of the doctor, open or not: joined, loaded and without gaps. The head seq in each join answer
 * reveals lost pushes.
 */
export function createInbox(needs: InboxNeeds, scope: Subscription): Inbox {
  const entries = new Map<ConversationId, Entry>();
  const opened = new Set<ConversationId>();
  const outgoing = new Map<ConversationId, Map<string, OutgoingChange>>();
  const added$ = new Subject<void>();
  const applied$ = new Subject<Applied>();
  const summary$ = new Subject<ReadonlyMap<ConversationId, ChatSummary>>();
  const ready$ = new Subject<boolean>();
  const summaries = live<ReadonlyMap<ConversationId, ChatSummary>>(summary$, new Map(), scope);
  const ready = live(ready$.pipe(distinctUntilChanged()), false, scope);
  const linked = live(needs.linked$.pipe(distinctUntilChanged()), false, scope);
  let running: readonly ConversationId[] = [];
  let joined = false;

  function updateReady() {
    const now = linked.value && joined && [...entries.values()].every(({ chat }) => !chat.isCatchingUp());
    if (now || !linked.value) ready$.next(now);
  }

  function summarise(id: ConversationId) {
    const entry = entries.get(id);
    if (entry === undefined) return;
    const summary = summaryOf(entry.chat.timeline.value, entry.chat.unsent());
    const known = summaries.value.get(id);
    if (known && sameSummary(known, summary)) return;
    summary$.next(new Map(summaries.value).set(id, summary));
  }

  function add(id: ConversationId): Entry {
    const position = (send: InboxNeeds['sendRead'], quietMs: number) =>
      createReadPosition({
        send: (upTo) => send({ conversationId: id, upTo }),
        linked$: linked,
        quietMs,
        retryMs: positionRetryMs,
      });
    const chat = createChat(id, needs, {
      applied: (events) => {
        for (const event of events) applied$.next({ conversationId: id, event });
      },
      changed: () => {
        const { cursor, doctorReadUpTo } = chat.conversation();
        const received = lastOfOthers(chat.timeline.value.messages, cursor);
        if (received > doctorReadUpTo) delivered.raise(received);
        summarise(id);
        updateReady();
      },
    });
    const delivered = position(needs.sendDelivered, deliveredQuietMs);
    const entry = { chat, read: position(needs.sendRead, readQuietMs), delivered };
    entries.set(id, entry);
    for (const change of outgoing.get(id)?.values() ?? []) chat.setOutgoing(change);
    chat.setLinked(linked.value);
    added$.next();
    return entry;
  }

  const entryOf = (id: ConversationId) => entries.get(id) ?? add(id);

  function drop(id: ConversationId) {
    const entry = entries.get(id);
    if (entry === undefined || opened.has(id) || running.includes(id)) return;
    entries.delete(id);
    for (const part of [entry.chat, entry.read, entry.delivered]) part.stop();
    if (linked.value) needs.leave(id);
    const left = new Map(summaries.value);
    left.delete(id);
    summary$.next(left);
  }

  function keepOutgoing(change: OutgoingChange) {
    const isDone = change.kind === 'dropped' || change.outgoing.seq !== null;
    const { conversationId, clientMessageId } = change.kind === 'dropped' ? change : change.outgoing;
    const queue = outgoing.get(conversationId) ?? new Map<string, OutgoingChange>();
    if (isDone) queue.delete(clientMessageId);
    else queue.set(clientMessageId, change);
    outgoing.set(conversationId, queue);
    entries.get(conversationId)?.chat.setOutgoing(change);
  }

  const heads$ = joinRooms({
    linked$: linked,
    added$,
    conversations: () => [...entries.keys()],
    join: needs.join,
    checkEveryMs: needs.checkEveryMs,
  });

  scope.add(
    linked.subscribe((up) => {
      if (!up) joined = false;
      for (const { chat } of entries.values()) chat.setLinked(up);
      updateReady();
    }),
  );
  scope.add(
    needs.running$.subscribe((ids) => {
      const before = running;
      running = ids;
      for (const id of ids) entryOf(id);
      for (const id of before) drop(id);
    }),
  );
  scope.add(needs.events$.subscribe((event) => entries.get(event.conversationId)?.chat.receive(event)));
  scope.add(needs.outgoing$.subscribe(keepOutgoing));
  scope.add(
    heads$.subscribe((heads) => {
      for (const [id, { chat }] of entries) {
        const head = heads[id];
        if (head !== undefined) chat.setHead(head);
      }
      joined = true;
      updateReady();
    }),
  );
  scope.add(() => {
    for (const { chat, read, delivered } of entries.values()) for (const part of [chat, read, delivered]) part.stop();
    entries.clear();
  });

  return {
    timeline(id) {
      opened.add(id);
      return entryOf(id).chat.timeline;
    },
    loadOlder: (id) => entryOf(id).chat.loadOlder(),
    retry: (id) => entries.get(id)?.chat.retry(),
    markRead(id, seq) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      const upTo = lastOfOthers(entry.chat.timeline.value.messages, seq);
      if (upTo <= entry.chat.conversation().doctorReadUpTo) return;
      entry.chat.setRead(upTo);
      entry.read.raise(upTo);
    },
    recall: needs.recall,
    summaries,
    applied$: applied$.asObservable(),
    ready,
    close(id) {
      opened.delete(id);
      drop(id);
    },
  };
}
