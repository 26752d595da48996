import { createContext, useContext } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import type { Translate } from '../../locales/texts.ts';
import { maxCount } from '../../ui/Badge.tsx';

/** The unread count as the badge shows it; beyond the loaded messages only "more" is known. */
export const unreadWords = (t: Translate, unread: number): string =>
  unread > maxCount
    ? t('workspace.chats.unreadMany', { count: maxCount })
    : t('workspace.chats.unread', { count: unread });

/** Actions of the cloud room, called from list rows, panes and shortcuts. */
export type Room = {
  /** Opens a consultation in a pane and focuses its reply box. */
  show(order: ConsultOrder): void;
  /** Accepts a waiting patient. */
  accept(order: ConsultOrder): void;
  /** Returns to the lists on a screen that shows one part at a time. */
  back(): void;
  /** Closes a pane; the consultation continues. */
  close(orderId: OrderId): void;
  /** True if only one part of the screen is shown at a time, as on phones. */
  readonly single: boolean;
  /** The only consultation in this window; null in the window with the lists and panes. */
  readonly alone: OrderId | null;
};

/** Where a listed conversation is: in a visible pane, minimised, or not open. */
export type RowPlace = 'grid' | 'minimised' | null;

export const RoomContext = createContext<Room | null>(null);

export function useRoom(): Room {
  const room = useContext(RoomContext);
  if (!room) throw new Error('useRoom outside of the cloud room');
  return room;
}

/** Navigation state of URLs that only mirror the room and trigger nothing. */
export const writtenByRoom = { writtenByRoom: true } as const;
export const isWrittenByRoom = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'writtenByRoom' in state;

/** Element id of a pane, for shortcuts that move the focus. */
export const paneId = (orderId: OrderId): string => `pane-${orderId}`;
/** Element id of a conversation row. */
export const rowId = (orderId: OrderId): string => `row-${orderId}`;
export const panelId = (orderId: OrderId): string => `side-panel-${orderId}`;
export const tabId = (orderId: OrderId, name: string): string => `${panelId(orderId)}-tab-${name}`;
export const factsId = (orderId: OrderId): string => `facts-${orderId}`;
