import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { Delivery } from './timeline.ts';

/** A message the doctor has written, from the moment of "send" until the platform's copy has come back. */
export type Outgoing = {
  readonly clientMessageId: ClientMessageId;
  readonly conversationId: ConversationId;
  readonly type: number;
  /** The JSON text of the type's content. */
  readonly content: string;
  readonly writtenAt: number;
  readonly delivery: Delivery;
  /** Its place once the platform has acknowledged it. */
  readonly seq: number | null;
};

/** What the doctor sends: a kind of message and its content. */
export type Reply = { readonly type: number; readonly content: string };
