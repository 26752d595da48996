import { createContext, useContext } from 'react';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import type { OrderId } from '../../../contract/ids.ts';
import type { Translate } from '../../locales/texts.ts';
import { mostCounted } from '../../ui/Badge.tsx';

/** How many messages wait to be read, as the badge shows it: beyond what is loaded there are only "more". */
export const unreadWords = (t: Translate, unread: number): string =>
  unread > mostCounted
    ? t('workspace.chats.unreadMany', { count: mostCounted })
    : t('workspace.chats.unread', { count: unread });

/** What the doctor does in the cloud room as a whole: from a list row, a pane, or the keyboard. */
export type Room = {
  /** Brings a consultation into a pane and the caret into its reply box. */
  show(order: ConsultOrder): void;
  /** Takes a waiting patient. */
  accept(order: ConsultOrder): void;
  /** Back to the lists, where only one part of the screen is shown. */
  back(): void;
  /** Takes a pane off the screen; the consultation goes on. */
  close(orderId: OrderId): void;
  /** One part of the screen at a time: phones. */
  readonly single: boolean;
  /** The consultation that this window shows alone; null where the lists and the other panes are. */
  readonly alone: OrderId | null;
};

/** Where a conversation of the list is: in a pane on the screen, open but minimised, or not open. */
export type RowPlace = 'grid' | 'aside' | null;

export const RoomContext = createContext<Room | null>(null);

export function useRoom(): Room {
  const room = useContext(RoomContext);
  if (!room) throw new Error('useRoom outside of the cloud room');
  return room;
}

/** Marks an address that follows what was done in the room, and asks for nothing by itself. */
export const writtenByRoom = { writtenByRoom: true } as const;
export const isWrittenByRoom = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'writtenByRoom' in state;

/** The element of one pane, for shortcuts that move the focus. */
export const paneId = (orderId: OrderId): string => `pane-${orderId}`;
/** The element of one row of the conversations. */
export const rowId = (orderId: OrderId): string => `row-${orderId}`;
export const panelId = (orderId: OrderId): string => `side-panel-${orderId}`;
export const tabId = (orderId: OrderId, name: string): string => `${panelId(orderId)}-tab-${name}`;
export const factsId = (orderId: OrderId): string => `facts-${orderId}`;
