import { createContext, useContext, useEffect, useRef } from 'react';
import type { OrderId } from '../../../contract/ids.ts';

/** Reply boxes by order; a focus requested before the box is mounted is applied when it mounts. */
export function createReplyBoxes() {
  const boxes = new Map<OrderId, HTMLElement>();
  let pendingFocus: OrderId | null = null;
  return {
    focus(orderId: OrderId) {
      const box = boxes.get(orderId);
      pendingFocus = box ? null : orderId;
      box?.focus();
    },
    /** The focus goes elsewhere in this pane, so that a box mounted later does not take it. */
    release(orderId: OrderId) {
      if (pendingFocus === orderId) pendingFocus = null;
    },
    register(orderId: OrderId, box: HTMLElement) {
      boxes.set(orderId, box);
      if (pendingFocus === orderId) box.focus();
      if (pendingFocus === orderId) pendingFocus = null;
      return () => {
        if (boxes.get(orderId) === box) boxes.delete(orderId);
      };
    },
  };
}

export const ReplyBoxes = createContext(createReplyBoxes());

/** Registers the reply box of a consultation, so that others can focus it. */
export function useReplyBox(orderId: OrderId) {
  const boxes = useContext(ReplyBoxes);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => (box.current ? boxes.register(orderId, box.current) : undefined), [boxes, orderId]);
  return box;
}
