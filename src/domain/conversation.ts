import type { Positions } from '../../contract/http/im.ts';
import type { ConversationId } from '../../contract/ids.ts';
import type { ConversationEvent, ImMessage } from '../../contract/im.ts';
import { applyEvent, fromWire, markDeliveries, recalled } from './conversationEvents.ts';
import type { Conversation, MutableConversation } from './timeline.ts';

/** Virtuoso's index of the first row must stay positive while older pages are prepended. */
const firstIndex = 1_000_000;

/** A conversation with nothing loaded, assumed complete up to `base`. */
export const conversationFrom = (conversationId: ConversationId, base: number): Conversation => ({
  conversationId,
  messages: [],
  base,
  firstIndex,
  cursor: base,
  headSeq: base,
  // Until the platform sends a position: everything up to `base` counts as read.
  doctorReadUpTo: base,
  patientReadUpTo: 0,
  patientDeliveredUpTo: 0,
  prescriptions: {},
  outOfOrder: new Map(),
  recalledEarly: new Set(),
});

type Change = { readonly state: Conversation; readonly applied: readonly ConversationEvent[] };

function reconcile(before: Conversation, draft: MutableConversation, applied: readonly ConversationEvent[]): Change {
  if (applied.length === 0 && draft.cursor === before.cursor && draft.outOfOrder === before.outOfOrder)
    return { state: draft.headSeq === before.headSeq ? before : { ...before, headSeq: draft.headSeq }, applied };
  markDeliveries(draft, before);
  return { state: draft, applied };
}

/** Applies events that came out of order and that now follow without a gap, and drops outdated ones. */
function applyNext(draft: MutableConversation, applied: ConversationEvent[]) {
  if (draft.outOfOrder.size === 0) return;
  const outOfOrder = new Map(draft.outOfOrder);
  for (const seq of outOfOrder.keys()) if (seq <= draft.cursor) outOfOrder.delete(seq);
  for (let next = outOfOrder.get(draft.cursor + 1); next !== undefined; next = outOfOrder.get(draft.cursor + 1)) {
    applyEvent(draft, next);
    applied.push(next);
    outOfOrder.delete(next.seq);
    draft.cursor = next.seq;
  }
  draft.outOfOrder = outOfOrder;
}

/** Applies one live event. A known event changes nothing, and an event after a gap waits until the gap is filled. */
export function receive(state: Conversation, event: ConversationEvent): Change {
  if (event.seq <= state.cursor || state.outOfOrder.has(event.seq)) return { state, applied: [] };
  const headSeq = Math.max(state.headSeq, event.seq);
  if (event.seq > state.cursor + 1)
    return { state: { ...state, headSeq, outOfOrder: new Map(state.outOfOrder).set(event.seq, event) }, applied: [] };
  const draft: MutableConversation = { ...state, headSeq, cursor: event.seq };
  const applied = [event];
  applyEvent(draft, event);
  applyNext(draft, applied);
  return reconcile(state, draft, applied);
}

/** A page of a gap fill: all events after `afterSeq`, complete up to `coveredTo`. */
export type Filled = {
  readonly afterSeq: number;
  readonly events: readonly ConversationEvent[];
  readonly coveredTo: number;
  readonly headSeq: number;
};

/** Fills a gap. A seq used up by a repeated send has no event; `coveredTo` moves the cursor past it. */
export function fill(state: Conversation, page: Filled): Change {
  const draft: MutableConversation = { ...state };
  draft.headSeq = Math.max(state.headSeq, page.headSeq, page.coveredTo);
  const applied: ConversationEvent[] = [];
  if (page.afterSeq > state.cursor) return reconcile(state, draft, applied);
  for (const event of [...page.events].sort((a, b) => a.seq - b.seq)) {
    if (event.seq <= draft.cursor || event.seq > page.coveredTo) continue;
    applyEvent(draft, event);
    applied.push(event);
    draft.cursor = event.seq;
  }
  draft.cursor = Math.max(draft.cursor, page.coveredTo);
  applyNext(draft, applied);
  return reconcile(state, draft, applied);
}

/** The platform reports that the conversation is at least this long. */
export const withHead = (state: Conversation, headSeq: number): Conversation =>
  headSeq > state.headSeq ? { ...state, headSeq } : state;

/** A history page: messages in their current state, and the read positions of both sides. */
export type Page = { readonly list: readonly ImMessage[]; readonly positions?: Positions | null | undefined };

const raised = (state: Conversation, positions: Positions): Positions => ({
  doctorReadUpTo: Math.max(state.doctorReadUpTo, positions.doctorReadUpTo),
  patientReadUpTo: Math.max(state.patientReadUpTo, positions.patientReadUpTo),
  patientDeliveredUpTo: Math.max(state.patientDeliveredUpTo, positions.patientDeliveredUpTo, positions.patientReadUpTo),
});

/** Prepends an older page; fewer messages than requested mean that the beginning is reached. */
export function prepend(before: Conversation, { list, positions }: Page, asked: number): Conversation {
  const state = { ...before, ...raised(before, positions ?? before) };
  const first = state.messages[0]?.seq ?? Number.POSITIVE_INFINITY;
  const older = list
    .filter(({ seq }) => seq < first)
    .map(fromWire)
    .map((message) => (state.recalledEarly.has(message.seq) ? recalled(message) : message))
    .sort((a, b) => a.seq - b.seq);
  const base = list.length < asked ? 0 : Math.min(state.base, (older[0]?.seq ?? 1) - 1);
  const draft: MutableConversation = {
    ...state,
    base,
    firstIndex: state.firstIndex - older.length,
    messages: [...older, ...state.messages],
  };
  markDeliveries(draft, { ...before, messages: [], patientDeliveredUpTo: 0, patientReadUpTo: 0 });
  return draft;
}

/** A newly opened conversation: its latest page. Events after the page's first message are still to be requested. */
export function openedWith(conversationId: ConversationId, page: Page, asked: number): Conversation {
  const first = Math.min(...page.list.map(({ seq }) => seq));
  const base = page.list.length < asked ? 0 : first - 1;
  const doctorReadUpTo = page.positions ? 0 : base;
  return prepend({ ...conversationFrom(conversationId, base), doctorReadUpTo }, page, asked);
}

/** Unloads all but the latest `keep` messages; unloaded ones can be loaded again. */
export function trimmed(state: Conversation, keep: number): Conversation {
  const surplus = state.messages.length - keep;
  if (surplus <= 0) return state;
  const messages = state.messages.slice(surplus);
  return { ...state, messages, base: (messages[0]?.seq ?? 1) - 1, firstIndex: state.firstIndex + surplus };
}
