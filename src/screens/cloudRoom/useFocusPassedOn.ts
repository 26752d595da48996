import { useLayoutEffect, useRef } from 'react';
import type { OrderId } from '../../../contract/ids.ts';
import { focusedOrder } from '../../machines/workspace.ts';
import { useWork } from '../app.ts';
import { paneId, rowId, useRoom } from './room.ts';

/** A list that comes with the going of a pane needs a few frames until its rows stand. */
const patience = 20;
const isLost = () => document.activeElement === document.body;

function tryOn(elements: readonly (Element | null | undefined)[]): void {
  // What lies under a paper cannot take the focus.
  for (const element of elements) if (isLost() && element instanceof HTMLElement) element.focus();
}

function goTo(heir: OrderId | null, gone: OrderId, tries: number): void {
  if (!isLost()) return;
  const pane = heir === null ? null : document.getElementById(paneId(heir));
  tryOn([pane?.querySelector('.reply-box > textarea'), pane, document.getElementById(rowId(gone))]);
  if (!isLost()) return;
  if (tries > 0) requestAnimationFrame(() => goTo(heir, gone, tries - 1));
  else tryOn([document.getElementById('room-chats')]);
}

/** When a pane that had the focus goes, the focus goes on to the next pane's reply box, or to the row of who is gone. */
export function useFocusPassedOn(orderId: OrderId, focused: boolean): void {
  const { workspace } = useWork();
  const { alone } = useRoom();
  const latest = useRef(focused);
  latest.current = focused;
  useLayoutEffect(
    () => () => {
      if (!latest.current || alone !== null) return;
      requestAnimationFrame(() => goTo(focusedOrder(workspace.getSnapshot()), orderId, patience));
    },
    [workspace, orderId, alone],
  );
}
