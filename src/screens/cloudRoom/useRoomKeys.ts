import { shownPanes } from '../../domain/paneLayout.ts';
import { layoutOf } from '../../machines/selectors/workspace.ts';
import { useWork } from '../app/app.ts';
import type { createReplyBoxes } from '../chat/replyBoxes.ts';
import { type ShortcutRun, useShortcut } from '../keyboard/registry.ts';
import { type ConversationRow, rowsOf } from './chatRows.ts';
import { paneId, panelId, type Room } from './room.ts';
import { useAcceptNext } from './useAcceptNext.ts';
import type { KnownOrders } from './useKnownOrders.ts';

type Needs = {
  readonly room: Room;
  readonly known: KnownOrders;
  readonly boxes: ReturnType<typeof createReplyBoxes>;
};

const focusOn = (id: string) => document.getElementById(id)?.focus();

/** Moves the focus to the next part of the screen (F6): the two lists, then the panes in screen order. */
function cycleFocus(ids: readonly string[], step: 1 | -1) {
  const here = ids.findIndex((id) => document.getElementById(id)?.contains(document.activeElement));
  focusOn(ids[(here + step + ids.length) % ids.length] ?? '');
}

/** Shortcuts of the whole room (keyboard/shortcuts.ts); the focused pane handles its own. */
export function useRoomKeys({ room, known, boxes }: Needs): void {
  const { workspace, inbox } = useWork();
  const { acceptNext } = useAcceptNext(room);
  const layout = () => layoutOf(workspace.getSnapshot());
  const step = (rows: readonly ConversationRow[], by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === layout().focused);
    const next = at < 0 ? rows.at(by === 1 ? 0 : -1) : rows[(at + by + rows.length) % rows.length];
    if (next) room.show(next.order);
  };
  /** The conversations at the time of the key press. */
  const rows = () => {
    const { pinned, unread: marked } = layout();
    return rowsOf({ ...known, summaries: inbox.summaries.value, pinned, marked });
  };
  const unread = () => rows().filter((row) => row.unread > 0 || row.id === layout().focused);
  const parts = () =>
    room.alone === null
      ? ['room-awaiting', 'room-chats', ...shownPanes(layout()).map(({ orderId }) => paneId(orderId))]
      : [paneId(room.alone), panelId(room.alone)];

  const inLists = (run: ShortcutRun) => (room.alone === null ? run : null);
  const openNth = (key: KeyboardEvent | null) => {
    const pane = shownPanes(layout())[Number(key?.code.at(-1)) - 1];
    if (!pane) return;
    workspace.send({ type: 'pane.focused', orderId: pane.orderId });
    boxes.focus(pane.orderId);
  };
  useShortcut(
    'nextChat',
    inLists(() => step(rows(), 1)),
  );
  useShortcut(
    'previousChat',
    inLists(() => step(rows(), -1)),
  );
  useShortcut(
    'nextUnread',
    inLists(() => step(unread(), 1)),
  );
  useShortcut(
    'previousUnread',
    inLists(() => step(unread(), -1)),
  );
  useShortcut('openChat', inLists(openNth));
  useShortcut('acceptNext', inLists(acceptNext));
  useShortcut(
    'showWaiting',
    inLists(() => focusOn('room-awaiting')),
  );
  useShortcut('nextPane', () => cycleFocus(parts(), 1));
  useShortcut('previousPane', () => cycleFocus(parts(), -1));
}
