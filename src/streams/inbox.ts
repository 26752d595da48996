import type { Observable } from 'rxjs';
import type { ConversationId, MessageId, OrderId } from '../../contract/ids.ts';
import type { ConversationEvent, Refusal } from '../../contract/im.ts';
import type { ChatMessage, Timeline } from '../domain/timeline.ts';
import type { Live } from './live.ts';

/** What the conversation list shows of one conversation. */
export type ChatSummary = {
  readonly conversationId: ConversationId;
  readonly last: ChatMessage | null;
  readonly unread: number;
  /** When the patient's oldest message without an answer was sent; null when nothing waits. */
  readonly waitingSince: number | null;
  /** Own messages that could not be sent. */
  readonly failed: number;
  /** Own messages still on their way. */
  readonly unsent: number;
};

/** Something new in a conversation, after it was loaded: for alerts and for the consultation's machine. */
export type Applied = { readonly conversationId: ConversationId; readonly event: ConversationEvent };

/** All conversations of the signed-in doctor, each complete up to its cursor. */
export type Inbox = {
  /** The chat of one conversation; it is loaded and kept complete from the first call on. */
  timeline(conversationId: ConversationId): Live<Timeline>;
  /** Puts one more page of older messages in front; resolves when it stands, or could not be had. */
  loadOlder(conversationId: ConversationId): Promise<void>;
  /** Loads the conversation again after `failed`. */
  retry(conversationId: ConversationId): void;
  /** The doctor has seen everything up to `seq`. */
  markRead(conversationId: ConversationId, seq: number): void;
  /** Takes an own message back; null when it worked. */
  recall(conversationId: ConversationId, messageId: MessageId): Promise<Refusal | null>;
  readonly summaries: Live<ReadonlyMap<ConversationId, ChatSummary>>;
  readonly applied$: Observable<Applied>;
  /** Stops following a conversation and forgets its messages. */
  close(conversationId: ConversationId): void;
};

/** Which conversation belongs to which order. */
export type ConversationOf = { readonly orderId: OrderId; readonly conversationId: ConversationId };
