import type { ClientMessageId, ConversationId } from '../../contract/ids.ts';
import type { ConversationEvent, ImMessage } from '../../contract/im.ts';
import {
  conversationFrom,
  type Filled,
  fill,
  openedWith,
  type Page,
  prepend,
  receive,
  trimmed,
  withHead,
} from './conversation.ts';
import type { ChatMessage } from './message.ts';
import { byWriting, type Outgoing, type OutgoingChange } from './outgoing.ts';
import { bubbleOf, type Conversation, isAhead, type Timeline, timelineOf } from './timeline.ts';

/** One conversation on this page: stored messages, and own messages being sent. */
export type Chat = {
  readonly conversation: Conversation;
  /** `loaded`: the latest page is loaded. `open`: the events after it are loaded too, or were requested once. */
  readonly phase: 'loading' | 'loaded' | 'failed' | 'open';
  /** The page of older unread messages was requested, successfully or not. */
  readonly hasAskedForUnread: boolean;
  readonly isLinked: boolean;
  readonly isCatchingUp: boolean;
  /** The doctor has scrolled back into history. */
  readonly readsBack: boolean;
  readonly bubbles: ReadonlyMap<ClientMessageId, Bubble>;
};

type Bubble = { readonly outgoing: Outgoing; readonly row: ChatMessage };

export type ChatEvent =
  | { readonly type: 'event.received'; readonly event: ConversationEvent }
  | { readonly type: 'head.learnt'; readonly seq: number }
  | { readonly type: 'link.changed'; readonly isLinked: boolean }
  | { readonly type: 'outgoing.changed'; readonly change: OutgoingChange }
  | { readonly type: 'doctor.read'; readonly upTo: number }
  | { readonly type: 'catchUp.started' }
  | { readonly type: 'latest.loaded'; readonly page: Page & { readonly headSeq: number } }
  | { readonly type: 'unread.loaded'; readonly page: Page | null }
  | { readonly type: 'gap.filled'; readonly page: Filled }
  | { readonly type: 'catchUp.completed' }
  | { readonly type: 'catchUp.failed' }
  | { readonly type: 'older.requested' }
  | { readonly type: 'older.loaded'; readonly page: Page };

export type ChatEffect =
  /** The platform's copy of an own message has arrived. */
  | { readonly type: 'noteEcho'; readonly id: ClientMessageId; readonly seq: number }
  | { readonly type: 'publish' }
  /** The screen does not change, but `isCatchingUp` does. */
  | { readonly type: 'notify' }
  /** New events of an open chat, for alerts. */
  | { readonly type: 'announce'; readonly events: readonly ConversationEvent[] }
  /** Runs a catch-up after the one that may be running. */
  | { readonly type: 'catchUp' }
  /** Cancels a catch-up that may be pausing and starts another at once. */
  | { readonly type: 'restart' };

export type ChatSettings = {
  readonly pageSize: number;
  readonly fillSize: number;
  /** How many messages stay loaded while the doctor is at the end of the chat. */
  readonly keep: number;
  readonly isOnScreen: boolean;
};

type Step = { readonly chat: Chat; readonly effects: readonly ChatEffect[] };

/**
 * Multiples of `keep` at which the oldest messages are dropped. On screen that is rare, because it rebuilds the list.
 */
const [mostOffScreen, mostOnScreen] = [2, 10];

const publish: ChatEffect = { type: 'publish' };
const catchUp: ChatEffect = { type: 'catchUp' };

export const newChat = (conversationId: ConversationId): Chat => ({
  conversation: conversationFrom(conversationId, 0),
  phase: 'loading',
  hasAskedForUnread: false,
  isLinked: false,
  isCatchingUp: true,
  readsBack: false,
  bubbles: new Map(),
});

const isBehind = ({ conversation }: Chat) => conversation.cursor < conversation.headSeq;
const ifBehind = (chat: Chat): readonly ChatEffect[] => (isBehind(chat) ? [catchUp] : []);

/** What a catch-up has to request next; null when the chat is complete. */
export type ChatRequest =
  | { readonly kind: 'latest' }
  | { readonly kind: 'unread'; readonly beforeSeq: number }
  | { readonly kind: 'gap'; readonly afterSeq: number };

export function nextRequest(chat: Chat): ChatRequest | null {
  const { base, doctorReadUpTo, cursor } = chat.conversation;
  if (chat.phase === 'loading' || chat.phase === 'failed') return { kind: 'latest' };
  // One more large page, so that the unread count is exact.
  if (!chat.hasAskedForUnread && base > doctorReadUpTo) return { kind: 'unread', beforeSeq: base + 1 };
  return isBehind(chat) ? { kind: 'gap', afterSeq: cursor } : null;
}

function withoutOldest(chat: Chat, { keep, isOnScreen }: ChatSettings): Chat {
  const most = keep * (isOnScreen ? mostOnScreen : mostOffScreen);
  if (chat.readsBack || chat.conversation.messages.length <= most) return chat;
  return { ...chat, conversation: trimmed(chat.conversation, keep) };
}

/** A chat that is off screen is not scrolled back, so its oldest messages can be dropped. */
const published = (chat: Chat, settings: ChatSettings): Chat =>
  settings.isOnScreen ? chat : withoutOldest(chat.readsBack ? { ...chat, readsBack: false } : chat, settings);

/** The platform's copies replace the bubbles, even if the acknowledgement is still missing. */
function replaceBubbles(chat: Chat, copies: readonly Pick<ImMessage, 'clientMessageId' | 'seq'>[]): Step {
  const left = new Map<string, Bubble>(chat.bubbles);
  const effects = (left.size === 0 ? [] : copies).flatMap(({ clientMessageId, seq }): ChatEffect[] => {
    const bubble = clientMessageId ? left.get(clientMessageId) : undefined;
    if (bubble === undefined) return [];
    left.delete(bubble.outgoing.clientMessageId);
    return [{ type: 'noteEcho', id: bubble.outgoing.clientMessageId, seq }];
  });
  const bubbles = left as ReadonlyMap<string, Bubble> as Chat['bubbles'];
  return effects.length === 0 ? { chat, effects } : { chat: { ...chat, bubbles }, effects };
}

function applied(chat: Chat, { state, applied: events }: ReturnType<typeof receive>, settings: ChatSettings): Step {
  if (state === chat.conversation) return { chat, effects: [] };
  const copies = events.flatMap((event) => (event.kind === 'message' ? [event.message] : []));
  const next = replaceBubbles({ ...chat, conversation: state }, copies);
  if (chat.phase !== 'open') return next;
  const announce: readonly ChatEffect[] = events.length > 0 ? [{ type: 'announce', events }] : [];
  return { chat: published(next.chat, settings), effects: [...next.effects, publish, ...announce] };
}

function withBubble(chat: Chat, outgoing: Outgoing): Step {
  const { clientMessageId: id, seq } = outgoing;
  const { messages, cursor } = chat.conversation;
  // While a chat loads, the platform's copy may already be there; no key may occur twice in the list.
  const copy = chat.bubbles.has(id) ? undefined : messages.findLast((message) => message.clientMessageId === id);
  if (copy) return { chat, effects: seq === null ? [{ type: 'noteEcho', id, seq: copy.seq }] : [] };
  const bubbles = new Map(chat.bubbles);
  if (isAhead(outgoing, cursor)) bubbles.set(id, { outgoing, row: bubbleOf(outgoing) });
  else bubbles.delete(id);
  return { chat: { ...chat, bubbles }, effects: [] };
}

function withoutBubble(chat: Chat, id: ClientMessageId): Step {
  const bubbles = new Map(chat.bubbles);
  bubbles.delete(id);
  return { chat: { ...chat, bubbles }, effects: [] };
}

function withPage(chat: Chat, page: Page, conversation: Conversation): Step {
  return replaceBubbles({ ...chat, conversation }, page.list);
}

/** An open chat stays open after a failure, which only delays missing events. */
function rested(chat: Chat, phase: Chat['phase'], settings: ChatSettings): Step {
  const next: Chat = { ...chat, phase: chat.phase === 'open' ? 'open' : phase, isCatchingUp: false };
  if (next.phase === chat.phase) return { chat: next, effects: [{ type: 'notify' }] };
  return { chat: published(next, settings), effects: [publish] };
}

/** Applies one event to a chat and returns the effects to run. */
export function reduceChat(chat: Chat, event: ChatEvent, settings: ChatSettings): Step {
  const { conversation } = chat;
  const shown = (step: Step): Step => ({
    chat: published(step.chat, settings),
    effects: [...step.effects, publish],
  });
  switch (event.type) {
    case 'event.received': {
      const head = { ...chat, conversation: withHead(conversation, event.event.seq) };
      const step = chat.phase === 'open' ? applied(chat, receive(conversation, event.event), settings) : null;
      const next = step ?? { chat: head, effects: [] };
      return { ...next, effects: [...next.effects, ...ifBehind(next.chat)] };
    }
    case 'head.learnt': {
      const next = { ...chat, conversation: withHead(conversation, event.seq) };
      return { chat: next, effects: ifBehind(next) };
    }
    case 'link.changed': {
      if (chat.isLinked === event.isLinked) return { chat, effects: [] };
      const next = published({ ...chat, isLinked: event.isLinked }, settings);
      const isIncomplete = !chat.isCatchingUp && (chat.phase !== 'open' || isBehind(chat));
      return { chat: next, effects: event.isLinked && isIncomplete ? [publish, { type: 'restart' }] : [publish] };
    }
    case 'outgoing.changed': {
      const { change } = event;
      return shown(
        change.kind === 'dropped' ? withoutBubble(chat, change.clientMessageId) : withBubble(chat, change.outgoing),
      );
    }
    case 'doctor.read': {
      if (event.upTo <= conversation.doctorReadUpTo) return { chat, effects: [] };
      const read = { ...chat, conversation: { ...conversation, doctorReadUpTo: event.upTo } };
      // The doctor is at the end of the chat, so its beginning can be dropped.
      return shown({ chat: withoutOldest(read, settings), effects: [] });
    }
    case 'catchUp.started':
      return { chat: { ...chat, isCatchingUp: true }, effects: [] };
    case 'latest.loaded': {
      const opened = openedWith(conversation.conversationId, event.page, settings.pageSize);
      const headSeq = Math.max(event.page.headSeq, conversation.headSeq);
      return withPage({ ...chat, phase: 'loaded' }, event.page, withHead(opened, headSeq));
    }
    case 'unread.loaded': {
      const asked = { ...chat, hasAskedForUnread: true };
      if (event.page === null) return { chat: asked, effects: [] };
      return withPage(asked, event.page, prepend(conversation, event.page, settings.fillSize));
    }
    case 'gap.filled':
      return applied(chat, fill(conversation, event.page), settings);
    case 'catchUp.completed':
      return rested(chat, 'open', settings);
    case 'catchUp.failed':
      return rested(chat, chat.phase === 'loaded' ? 'open' : 'failed', settings);
    case 'older.requested':
      return { chat: { ...chat, readsBack: true }, effects: [] };
    case 'older.loaded':
      return shown(withPage(chat, event.page, prepend(conversation, event.page, settings.pageSize)));
  }
}

const stateOf = ({ phase, isLinked }: Chat): Timeline['state'] => {
  if (phase === 'failed') return 'failed';
  if (phase !== 'open') return 'loading';
  return isLinked ? 'live' : 'stale';
};

/** The chat for the screen: stored messages, then own messages without a stored copy, in the order of writing. */
export function timelineOfChat(chat: Chat): Timeline {
  const rows = [...chat.bubbles.values()]
    .filter(({ outgoing }) => isAhead(outgoing, chat.conversation.cursor))
    .sort((a, b) => byWriting(a.outgoing, b.outgoing))
    .map(({ row }) => row);
  return timelineOf(chat.conversation, rows, stateOf(chat));
}
