import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { rowAfter, type ShownRow } from '../../domain/reviewQueue.ts';
import type { ReviewOutput } from '../../machines/reviewSetup.ts';

type Given = {
  readonly screen: RefObject<HTMLElement | null>;
  readonly rows: readonly ShownRow[];
  /** The prescription in review. */
  readonly openId: PrescriptionId | null;
  /** How the latest review ended. */
  readonly last: ReviewOutput | null;
};

/** A request to focus a row; `count` tells two requests for the same row apart. */
export type FocusRequest = { readonly id: PrescriptionId; readonly count: number };

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;
/** A row that leaves may keep its button, and the focus, until the table draws it again. */
const isFocusInRows = () => document.activeElement?.closest('.audit-rows') != null;

/**
 * The keyboard's place in the queue. The browser drops the focus when its element goes; here it moves to the next row that
 * can be reviewed: after a review has ended, and when the focused row leaves the queue.
 */
export function useQueueFocus({ screen, rows, openId, last }: Given) {
  const [activeId, setActiveId] = useState<PrescriptionId | null>(null);
  const [request, setRequest] = useState<FocusRequest | null>(null);
  const focused = useRef<PrescriptionId | null>(null);
  const opened = useRef<PrescriptionId | null>(null);
  /** The rows when the opened or focused one was last among them: they tell which one comes after it. */
  const order = useRef<readonly PrescriptionId[]>([]);

  const focusRow = (id: PrescriptionId) => {
    setActiveId(id);
    setRequest((before) => ({ id, count: (before?.count ?? 0) + 1 }));
  };
  const isReviewable = (id: PrescriptionId) => rows.some(({ item, left }) => item.id === id && left === null);
  const focusAfter = (id: PrescriptionId) => {
    focused.current = null;
    const next = rowAfter(id, order.current, rows);
    if (next !== null) return focusRow(next);
    setActiveId(null);
    screen.current?.querySelector('h1')?.focus();
  };

  useLayoutEffect(() => {
    const place = openId ?? opened.current ?? focused.current;
    if (rows.some(({ item }) => item.id === place)) order.current = rows.map(({ item }) => item.id);
    const closed = openId === null ? opened.current : null;
    opened.current = openId;
    const isLost = isFocusLost();
    if (closed !== null && isLost) {
      const isDecided = last?.id === closed && last.decision !== null;
      if (!isDecided && isReviewable(closed)) focusRow(closed);
      else focusAfter(closed);
    } else if (focused.current !== null && !isReviewable(focused.current) && (isLost || isFocusInRows()))
      focusAfter(focused.current);
  });

  return {
    activeId,
    request,
    setActiveId,
    /** Moves the focus by so many rows, past those that have left. */
    move(step: number) {
      const reviewable = rows.filter(({ left }) => left === null);
      const now = reviewable.findIndex(({ item }) => item.id === activeId);
      const next = reviewable[Math.max(0, Math.min(reviewable.length - 1, now + step))];
      if (next) focusRow(next.item.id);
    },
    noteFocus(id: PrescriptionId | null) {
      focused.current = id;
      if (id !== null) setActiveId(id);
    },
  };
}
