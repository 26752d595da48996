import { createContext, useContext, useEffect, useRef } from 'react';
import type { OrderId } from '../../../contract/ids.ts';

/** The reply boxes on the screen. A box that is wished for before it stands gets the caret when it comes. */
export function replyBoxes() {
  const boxes = new Map<OrderId, HTMLElement>();
  let wished: OrderId | null = null;
  return {
    focus(orderId: OrderId) {
      const box = boxes.get(orderId);
      wished = box ? null : orderId;
      box?.focus();
    },
    stands(orderId: OrderId, box: HTMLElement) {
      boxes.set(orderId, box);
      if (wished === orderId) box.focus();
      if (wished === orderId) wished = null;
      return () => {
        if (boxes.get(orderId) === box) boxes.delete(orderId);
      };
    },
  };
}

export const ReplyBoxes = createContext(replyBoxes());

/** The reply box of one consultation, known to those who put the caret into it. */
export function useReplyBox(orderId: OrderId) {
  const boxes = useContext(ReplyBoxes);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => (box.current ? boxes.stands(orderId, box.current) : undefined), [boxes, orderId]);
  return box;
}
