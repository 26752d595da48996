import { type Ref, useCallback, useMemo, useRef, useState } from 'react';
import type { Components, ItemProps, ListProps } from 'react-virtuoso';
import { type ConversationRow, steadied } from './conversationRows.ts';

type ListOf = ListProps & { readonly ref?: Ref<HTMLDivElement> };

/** Virtuoso types its list as a div; it only measures the element. */
const List = ({ ref, ...props }: ListOf) => <ul {...props} ref={ref as Ref<HTMLUListElement & HTMLDivElement>} />;
const Item = ({ item: _, ...props }: ItemProps<unknown>) => <li {...props} />;

const parts = { List, Item };

/** A virtual list that is a list to screen readers. */
export const listParts = <Row,>() => parts as Components<Row>;

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
