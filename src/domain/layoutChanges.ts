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

/** The layout after one change, on a screen that has room for `capacity` panes. */
export function rearranged(layout: PaneLayout, change: LayoutChange, capacity: number): PaneLayout {
  switch (change.type) {
    case 'pane.opened': {
      const { orderId, conversationId } = change;
      return opened(layout, { orderId, conversationId }, capacity);
    }
    case 'pane.closed':
      return closed(layout, change.orderId);
    case 'pane.focused':
    case 'pane.restored':
      return focused(layout, change.orderId, capacity);
    case 'pane.minimised':
      return minimise(layout, change.orderId);
    case 'pane.maximised':
      return maximised(layout, change.orderId, capacity);
    case 'pane.moved':
      return moved(layout, change.orderId, change.to);
    case 'grid.restored':
      return restoredGrid(layout);
    case 'chat.pinned':
      return pinned(layout, change.orderId);
    case 'chat.unpinned':
      return unpinned(layout, change.orderId);
    case 'chat.markedUnread':
      return markedUnread(layout, change.orderId);
    case 'sidePanel.chosen':
      return withSidePanel(layout, change.orderId, change.choice);
    case 'marks.received':
      return withMarks(layout, change);
    case 'splitter.moved':
      return resized(layout, change.sizes);
  }
}
