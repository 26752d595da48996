import type { ConversationId, OrderId } from '../../contract/ids.ts';

/** An open consultation: in a pane of the grid, or put aside as a row of the list. */
export type Pane = {
  readonly orderId: OrderId;
  readonly conversationId: ConversationId;
  readonly place: 'grid' | 'aside';
};

/** How the doctor has arranged the work: kept per user, restored after a reload. */
export type Desk = {
  /** In the order in which they stand on the screen. */
  readonly panes: readonly Pane[];
  readonly focused: OrderId | null;
  /** The one pane that fills the whole grid for now. */
  readonly maximised: OrderId | null;
  readonly pinned: readonly OrderId[];
  /** Sizes the doctor dragged, by the name of the splitter. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Order ids, the latest focus last: who is put aside when the grid is full. */
  readonly recent: readonly OrderId[];
};

export const maxPanes = 6;

export const emptyDesk: Desk = { panes: [], focused: null, maximised: null, pinned: [], sizes: {}, recent: [] };
