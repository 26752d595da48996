import type { ConversationId, OrderId } from '../../contract/ids.ts';
import {
  closed,
  focused,
  markedUnread,
  maximised,
  minimise,
  moved,
  opened,
  type PaneLayout,
  pinned,
  resized,
  restoredGrid,
  type SidePanelChoice,
  unpinned,
  withMarks,
  withSidePanel,
} from './paneLayout.ts';

/** What a doctor, or another window of theirs, changes in the arrangement of panes. */
export type ArrangementEvent =
  | { type: 'pane.focused'; orderId: OrderId }
  | { type: 'pane.minimised'; orderId: OrderId }
  | { type: 'pane.restored'; orderId: OrderId }
  | { type: 'pane.maximised'; orderId: OrderId }
  | { type: 'pane.moved'; orderId: OrderId; to: number }
  | { type: 'grid.restored' }
  | { type: 'chat.pinned'; orderId: OrderId }
  | { type: 'chat.unpinned'; orderId: OrderId }
  | { type: 'chat.markedUnread'; orderId: OrderId }
  | { type: 'sidePanel.chosen'; orderId: OrderId; choice: Partial<SidePanelChoice> }
  /** Pins and unread marks that were set in another window. */
  | { type: 'marks.received'; pinned: readonly OrderId[]; unread: readonly OrderId[] }
  | { type: 'splitter.moved'; sizes: Readonly<Record<string, number>> };

export type LayoutChange =
  | ArrangementEvent
  | { type: 'pane.opened'; orderId: OrderId; conversationId: ConversationId }
  | { type: 'pane.closed'; orderId: OrderId };

/** The desk after one change, on a screen that has room for `capacity` panes. */
export function rearranged(desk: PaneLayout, change: LayoutChange, capacity: number): PaneLayout {
  switch (change.type) {
    case 'pane.opened': {
      const { orderId, conversationId } = change;
      return opened(desk, { orderId, conversationId }, capacity);
    }
    case 'pane.closed':
      return closed(desk, change.orderId);
    case 'pane.focused':
    case 'pane.restored':
      return focused(desk, change.orderId, capacity);
    case 'pane.minimised':
      return minimise(desk, change.orderId);
    case 'pane.maximised':
      return maximised(desk, change.orderId, capacity);
    case 'pane.moved':
      return moved(desk, change.orderId, change.to);
    case 'grid.restored':
      return restoredGrid(desk);
    case 'chat.pinned':
      return pinned(desk, change.orderId);
    case 'chat.unpinned':
      return unpinned(desk, change.orderId);
    case 'chat.markedUnread':
      return markedUnread(desk, change.orderId);
    case 'sidePanel.chosen':
      return withSidePanel(desk, change.orderId, change.choice);
    case 'marks.received':
      return withMarks(desk, change);
    case 'splitter.moved':
      return resized(desk, change.sizes);
  }
}
