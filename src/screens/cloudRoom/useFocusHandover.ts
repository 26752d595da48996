import { useLayoutEffect, useRef } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import { focusedOrder } from '../../machines/selectors/workspace.ts';
import { useWork } from '../app/app.ts';
import { paneId, rowId, useRoom } from './room.ts';

/** Frames to wait until the list, mounted as the pane closes, has rendered its rows. */
const patience = 20;
const isLost = () => document.activeElement === document.body;

function focusFirst(elements: readonly (Element | null | undefined)[]): void {
  // An inert element below a side panel ignores focus().
  for (const element of elements) if (isLost() && element instanceof HTMLElement) element.focus();
}

function focusNext(next: OrderId | null, closed: OrderId, tries: number): void {
  if (!isLost()) return;
  const pane = next === null ? null : document.getElementById(paneId(next));
  // A pane that is being prepared has no reply box yet.
  if (pane === null || pane.querySelector('section') || tries === 0)
    focusFirst([pane?.querySelector('.reply-box > textarea'), pane, document.getElementById(rowId(closed))]);
  if (!isLost()) return;
  if (tries > 0) requestAnimationFrame(() => focusNext(next, closed, tries - 1));
  else focusFirst([document.getElementById('room-chats')]);
}

/**
 * When a focused pane closes, moves the focus to the next pane's reply box or to the row of the closed consultation.
 */
export function useFocusHandover(orderId: OrderId, focused: boolean): void {
  const { workspace } = useWork();
  const { alone } = useRoom();
  const latest = useRef(focused);
  latest.current = focused;
  useLayoutEffect(
    () => () => {
      if (!latest.current || alone !== null) return;
      requestAnimationFrame(() => focusNext(focusedOrder(workspace.getSnapshot()), orderId, patience));
    },
    [workspace, orderId, alone],
  );
}
