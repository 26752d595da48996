import { isOrderOpen, OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { ConversationId } from '../../../contract/ids.ts';
import { waitingSince } from '../../domain/chatSummary.ts';
import { isFoundIn } from '../../domain/pinyin.ts';
import type { ChatMessage } from '../../domain/timeline.ts';
import type { ChatSummary } from '../../streams/inbox.ts';

/** Values that decide a conversation's place in the list. */
export type ChatRank = {
  readonly id: string;
  readonly pinned: boolean;
  readonly waitingSince: number | null;
  readonly lastActivity: number;
};

/** Pinned chats first; then chats that need an answer, the longest wait first; then the latest activity. */
export function byUrgency(a: ChatRank, b: ChatRank): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  if ((a.waitingSince === null) !== (b.waitingSince === null)) return a.waitingSince === null ? 1 : -1;
  if (a.waitingSince !== null && b.waitingSince !== null && a.waitingSince !== b.waitingSince)
    return a.waitingSince - b.waitingSince;
  return b.lastActivity - a.lastActivity || a.id.localeCompare(b.id);
}

/** Rows in the order already shown, new ones at the end. Used while the pointer is over the list. */
export function inShownOrder<Row extends { readonly id: string }>(
  rows: readonly Row[],
  shown: readonly string[],
): Row[] {
  const place = new Map(shown.map((id, index) => [id, index]));
  return [...rows].sort((a, b) => (place.get(a.id) ?? shown.length) - (place.get(b.id) ?? shown.length));
}

/** One conversation as the list shows it. `id` is the order's. */
export type ConversationRow = ChatRank & {
  readonly order: ConsultOrder;
  readonly last: ChatMessage | null;
  readonly unread: number;
  /** Read, but to be looked at again. */
  readonly marked: boolean;
  readonly failed: number;
  readonly ended: boolean;
};

export const rowFilters = ['all', 'unread', 'waiting', 'ended'] as const;
export type RowFilter = (typeof rowFilters)[number];

type Known = {
  /** The doctor's running orders, by the platform's list. */
  readonly running: readonly ConsultOrder[];
  /** Orders of open panes; they are newer than the list, and may have ended. */
  readonly open: readonly ConsultOrder[];
  readonly summaries: ReadonlyMap<ConversationId, ChatSummary>;
  readonly pinned: readonly string[];
  readonly marked: readonly string[];
};

type Marks = Pick<ConversationRow, 'pinned' | 'marked'>;

function rowOf(order: ConsultOrder, summary: ChatSummary | null, marks: Marks): ConversationRow {
  const ended = !isOrderOpen(order.status);
  return {
    id: order.id,
    order,
    ...marks,
    last: summary?.last ?? null,
    unread: summary?.unread ?? order.unread,
    failed: summary?.failed ?? 0,
    waitingSince: ended ? null : summary ? waitingSince(summary.unanswered, order) : (order.waitingSince ?? null),
    lastActivity: summary?.last?.sendTime ?? order.lastMsg?.sendTime ?? order.acceptTime ?? order.createTime,
    ended,
  };
}

/** The doctor's conversations, most urgent first. A patient who still waits belongs to the other list. */
export function rowsOf({ running, open, summaries, pinned, marked }: Known): ConversationRow[] {
  const orders = new Map(running.map((order) => [order.id, order]));
  for (const order of open) {
    const listed = orders.get(order.id);
    if (order.status === OrderStatus.awaiting && !listed) continue;
    if (!listed || listed.version <= order.version) orders.set(order.id, order);
  }
  return [...orders.values()]
    .map((order) => {
      const marks = { pinned: pinned.includes(order.id), marked: marked.includes(order.id) };
      return rowOf(order, summaries.get(order.conversationId) ?? null, marks);
    })
    .sort(byUrgency);
}

const fits: Record<RowFilter, (row: ConversationRow) => boolean> = {
  all: () => true,
  unread: ({ unread, marked }) => unread > 0 || marked,
  waiting: ({ waitingSince }) => waitingSince !== null,
  ended: ({ ended }) => ended,
};

/** The rows of one filter that fit a search by name, order number or pinyin initials. */
export const chosenRows = (rows: readonly ConversationRow[], filter: RowFilter, query: string): ConversationRow[] =>
  rows.filter((row) => fits[filter](row) && isFoundIn(query, [row.order.patient.name, row.order.orderNo]));

/** The consultations that are over: the open ones among them first known here, then what the platform has, newest first. */
export function endedRows(
  rows: readonly ConversationRow[],
  past: readonly ConsultOrder[],
  query: string,
): ConversationRow[] {
  const here = chosenRows(rows, 'ended', query);
  const known = new Set(rows.map(({ id }) => id));
  const others = past.filter(({ id }) => !known.has(id)).map((order) => rowOf(order, null, unmarked));
  return [...here, ...others].sort((a, b) => endOf(b) - endOf(a));
}
const unmarked: Marks = { pinned: false, marked: false };
const endOf = ({ order, lastActivity }: ConversationRow) => order.endTime ?? lastActivity;

export const countOf = (rows: readonly ConversationRow[], filter: RowFilter): number =>
  rows.filter(fits[filter]).length;

/** Rows in the order in which they are already seen, while somebody is about to click one of them. */
export const steadied = (rows: readonly ConversationRow[], shown: readonly string[]): ConversationRow[] =>
  inShownOrder(rows, shown);
