import type { SnapshotFrom } from 'xstate';
import type { OrderId } from '../../../contract/ids.ts';
import { shownPanes, sidePanelChoice } from '../../domain/paneLayout.ts';
import { colourOf } from '../../domain/patientColours.ts';
import type { workspaceMachine } from '../workspace.ts';

type Snapshot = SnapshotFrom<typeof workspaceMachine>;

/** The panes, their order, the focus and the sizes. */
export const layoutOf = (s: Snapshot) => s.context.layout;

/** All open consultations by order id. */
export const consultationsOf = (s: Snapshot) => s.context.consultations;

/** The consultation of an order, if it is open. */
export const consultationOf = (orderId: OrderId) => (s: Snapshot) => s.context.consultations[orderId] ?? null;

export const focusedOrder = (s: Snapshot): OrderId | null => s.context.layout.focused;

/** Whether the stored arrangement is on the screen. */
export const isRestored = (s: Snapshot): boolean => s.matches('open');

export const pinnedOrders = (s: Snapshot) => s.context.layout.pinned;

export const isPinned = (orderId: OrderId) => (s: Snapshot) => s.context.layout.pinned.includes(orderId);

/** The chats that the doctor marked as unread. */
export const markedUnread = (s: Snapshot) => s.context.layout.unread;

/** The size of a splitter that the doctor set by dragging. */
export const sizeOf = (splitter: string) => (s: Snapshot) => s.context.layout.sizes[splitter];

export const shownPaneCount = (s: Snapshot): number => shownPanes(s.context.layout).length;

/** The panels chosen for an order. */
export const sidePanelsOf = (orderId: OrderId) => (s: Snapshot) => sidePanelChoice(s.context.layout, orderId);

export const hasChosenPanel = (orderId: OrderId) => (s: Snapshot) => orderId in s.context.layout.sidePanels;

/** The colour of an open patient. */
export const colourIn = (orderId: OrderId) => (s: Snapshot) => colourOf(s.context.layout.colours, orderId);

/** Whether it is unknown for good which messages are unsent: the page sends none until it is loaded again. */
export const hasLostOutbox = (s: Snapshot): boolean => s.context.unsent === null;
