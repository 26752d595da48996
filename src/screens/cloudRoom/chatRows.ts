import { isOrderOpen, OrderStatus } from '../../../clinical/lifecycle/order.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { ConversationId } from '../../../contract/ids.ts';
import { type NoAnswer, noAnswerOf, waitingSince } from '../../domain/chatSummary.ts';
import type { ChatMessage } from '../../domain/message.ts';
import type { ChatSummary } from '../../streams/inbox.ts';

/** Values that decide the place of a conversation in the list. */
export type ChatRank = {
  readonly id: string;
  readonly pinned: boolean;
  readonly waitingSince: number | null;
  readonly lastActivity: number;
};

/** Pinned chats first; then chats that need an answer, the longest wait first; then the latest activity. */
export function byChatRank(a: ChatRank, b: ChatRank): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  if ((a.waitingSince === null) !== (b.waitingSince === null)) return a.waitingSince === null ? 1 : -1;
  if (a.waitingSince !== null && b.waitingSince !== null && a.waitingSince !== b.waitingSince)
    return a.waitingSince - b.waitingSince;
  return b.lastActivity - a.lastActivity || a.id.localeCompare(b.id);
}

/** Rows in the order already shown, new ones at the end; used while the pointer is over the list. */
export function inShownOrder<Row extends { readonly id: string }>(
  rows: readonly Row[],
  shown: readonly string[],
): Row[] {
  const place = new Map(shown.map((id, index) => [id, index]));
  return [...rows].sort((a, b) => (place.get(a.id) ?? shown.length) - (place.get(b.id) ?? shown.length));
}

/** A row of the conversation list; `id` is that of the order. */
export type ConversationRow = ChatRank &
  NoAnswer & {
    readonly order: ConsultOrder;
    readonly last: ChatMessage | null;
    readonly unread: number;
    /** Marked unread by the doctor. */
    readonly marked: boolean;
    readonly failed: number;
    readonly ended: boolean;
  };

export const rowFilters = ['all', 'unread', 'waiting', 'ended'] as const;
export type RowFilter = (typeof rowFilters)[number];

type Known = {
  /** The doctor's running orders according to the platform. */
  readonly running: readonly ConsultOrder[];
  /** Orders of open panes; newer than the list, and possibly ended. */
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
    waitingSince: ended ? null : waitingSince(summary?.unanswered ?? null, order),
    lastActivity: summary?.last?.sendTime ?? order.lastMsg?.sendTime ?? order.acceptTime ?? order.createTime,
    ended,
    ...noAnswerOf(order, summary?.unanswered ?? null),
  };
}

/** The doctor's conversations, most urgent first; waiting patients are in the other list. */
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
    .sort(byChatRank);
}

const fits: Record<RowFilter, (row: ConversationRow) => boolean> = {
  all: () => true,
  unread: ({ unread, marked }) => unread > 0 || marked,
  waiting: ({ waitingSince }) => waitingSince !== null,
  ended: ({ ended }) => ended,
};

/** Whether one of the texts contains the query. */
export type Finds = (query: string, texts: readonly string[]) => boolean;

const plain = (text: string) => text.normalize('NFKC').toLowerCase().trim();

/** Finds what is written alike, until the code of the search, which folds and knows pinyin initials, has loaded. */
export const findsLiterally: Finds = (query, texts) => texts.some((text) => plain(text).includes(plain(query)));

type Search = { readonly query: string; readonly finds: Finds };

/** Rows of a filter whose patient's name or order number is found. */
export const filterRows = (
  rows: readonly ConversationRow[],
  filter: RowFilter,
  { query, finds }: Search,
): ConversationRow[] =>
  rows.filter((row) => fits[filter](row) && finds(query, [row.order.patient.name, row.order.orderNo]));

/** Ended consultations, newest first; an open one wins over the platform's copy. */
export function endedRows(
  rows: readonly ConversationRow[],
  past: readonly ConsultOrder[],
  search: Search,
): ConversationRow[] {
  const here = filterRows(rows, 'ended', search);
  const known = new Set(rows.map(({ id }) => id));
  const others = past.filter(({ id }) => !known.has(id)).map((order) => rowOf(order, null, unmarked));
  return [...here, ...others].sort((a, b) => endOf(b) - endOf(a));
}
const unmarked: Marks = { pinned: false, marked: false };
const endOf = ({ order, lastActivity }: ConversationRow) => order.endTime ?? lastActivity;

export const countOf = (rows: readonly ConversationRow[], filter: RowFilter): number =>
  rows.filter(fits[filter]).length;
