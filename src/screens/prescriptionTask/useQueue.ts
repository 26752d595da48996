import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import type { PrescriptionId } from '../../../contract/ids.ts';
import { inView, type Looking, type QueueView } from '../../domain/queueView.ts';
import type { ReviewOutput } from '../../domain/review.ts';
import {
  isReviewable,
  type Removal,
  removalOf,
  rowAfter,
  type ShownRow,
  steadyRows,
} from '../../domain/reviewQueue.ts';
import type { PrescriptionQueue } from '../../streams/prescriptionQueue.ts';

/** The last prescription that left the queue, for the notice about it. */
type Left = { readonly item: AuditItem; readonly left: Removal };

type Rows = {
  readonly rows: readonly ShownRow[];
  /** Number of new prescriptions hidden above until the user shows them. */
  readonly waiting: number;
  readonly lastLeft: Left | null;
  readonly showAll: () => void;
};

/** Rows of the queue. While the user is on them (`isFrozen`) no row moves; one that left stays and says why. */
export function useQueueRows(queue: PrescriptionQueue, isFrozen: boolean, view: QueueView, at: Looking): Rows {
  const before = useRef<readonly AuditItem[]>([]);
  const { me, now, hours } = at;
  const ordered = useMemo(() => inView(queue, view, { me, now, hours }, before.current), [queue, view, me, now, hours]);
  before.current = ordered;
  const [shown, setShown] = useState(ordered);
  const [shownView, setShownView] = useState(view);
  const [lastLeft, setLastLeft] = useState<Left | null>(null);
  const showAll = () => {
    const gone = shown.findLast(({ id }) => !queue.items.has(id));
    if (gone) setLastLeft({ item: gone, left: removalOf(gone.id, queue.removed) });
    setShown(ordered);
  };
  // Set during render, as React recommends for derived state; an effect would show outdated rows first.
  if ((!isFrozen && shown !== ordered) || shownView !== view) {
    if (shownView !== view) setShownView(view);
    showAll();
  }
  const steady = useMemo(
    () =>
      isFrozen
        ? steadyRows(shown, ordered, queue)
        : { rows: ordered.map((item): ShownRow => ({ item, left: null })), waiting: 0 },
    [isFrozen, shown, ordered, queue],
  );
  if (isFrozen && steady.rows.length > shown.length) setShown(steady.rows.map(({ item }) => item));
  return { ...steady, lastLeft, showAll };
}

type Given = {
  readonly screen: RefObject<HTMLElement | null>;
  readonly rows: readonly ShownRow[];
  /** The prescription in review. */
  readonly openId: PrescriptionId | null;
  /** Result of the last review. */
  readonly last: ReviewOutput | null;
};

/** A request to focus a row; `count` distinguishes repeated requests for the same row. */
export type FocusRequest = { readonly id: PrescriptionId; readonly count: number };

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;
/** A row that leaves keeps its focused button until the table renders again. */
const isFocusInRows = () => document.activeElement?.closest('.queue-rows') != null;

/**
 * Keyboard focus in the queue. When a review ends or the focused row leaves, the browser drops the focus, so it moves
 * to the next row that can be reviewed.
 */
export function useQueueFocus({ screen, rows, openId, last }: Given) {
  const [activeId, setActiveId] = useState<PrescriptionId | null>(null);
  const [request, setRequest] = useState<FocusRequest | null>(null);
  const focused = useRef<PrescriptionId | null>(null);
  const opened = useRef<PrescriptionId | null>(null);
  /** The row order when the open or focused row was last in it, to find its successor. */
  const order = useRef<readonly PrescriptionId[]>([]);

  /** The same function at every render, so that rows that do not change do not render. */
  const noteFocus = useCallback((id: PrescriptionId | null) => {
    focused.current = id;
    if (id !== null) setActiveId(id);
  }, []);
  const focusRow = (id: PrescriptionId) => {
    setActiveId(id);
    setRequest((before) => ({ id, count: (before?.count ?? 0) + 1 }));
  };
  const canOpen = (id: PrescriptionId) => rows.some((row) => row.item.id === id && isReviewable(row));
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
      if (!isDecided && canOpen(closed)) focusRow(closed);
      else focusAfter(closed);
    } else if (focused.current !== null && !canOpen(focused.current) && (isLost || isFocusInRows()))
      focusAfter(focused.current);
  });

  return {
    activeId,
    request,
    setActiveId,
    /** Moves the focus by `step` rows, skipping rows that have left. */
    move(step: number) {
      const reviewable = rows.filter(isReviewable);
      const now = reviewable.findIndex(({ item }) => item.id === activeId);
      const next = reviewable[Math.max(0, Math.min(reviewable.length - 1, now + step))];
      if (next) focusRow(next.item.id);
    },
    noteFocus,
  };
}
