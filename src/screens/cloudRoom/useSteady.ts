import { useCallback, useMemo, useRef, useState } from 'react';
import { type ConversationRow, steadied } from './conversationRows.ts';

const restMs = 3_000;

/**
 * Keeps rows where they are while the pointer or the focus is among them; they go to their places three seconds after the
 * last movement, or when it leaves.
 */
export function useSteady(rows: readonly ConversationRow[]) {
  const [held, setHeld] = useState(false);
  const shown = useRef<readonly string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    setHeld(false);
  }, []);
  const hold = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld(false), restMs);
    setHeld(true);
  }, []);
  const steady = useMemo(() => {
    const next = held ? steadied(rows, shown.current) : rows;
    shown.current = next.map(({ id }) => id);
    return next;
  }, [rows, held]);
  return {
    rows: steady,
    /** For the element around the rows. */
    guard: { onPointerMove: hold, onKeyDown: hold, onPointerLeave: release, onBlur: release },
  };
}
