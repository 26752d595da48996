import { type Ref, useMemo, useRef } from 'react';
import type { Components, ItemProps, ListProps } from 'react-virtuoso';
import { useRecent } from '../hooks/useTicking.ts';
import { type ConversationRow, inShownOrder } from './chatRows.ts';

type ListOf = ListProps & { readonly ref?: Ref<HTMLDivElement> };

/** Virtuoso requires the type of a div but only measures the element, so a ul is safe. */
const List = ({ ref, ...props }: ListOf) => <ul {...props} ref={ref as Ref<HTMLUListElement & HTMLDivElement>} />;
const Item = ({ item: _, ...props }: ItemProps<unknown>) => <li {...props} />;

const parts = { List, Item };

/** Renders a virtualised list as ul and li for screen readers. */
export const listParts = <Row,>() => parts as Components<Row>;

const restMs = 3_000;

/** Freezes the order of rows while the pointer or focus is among them, until 3 s after the last movement. */
export function useFrozenOrder(rows: readonly ConversationRow[]) {
  const { recent: isFrozen, note: hold, end: release } = useRecent(restMs);
  const shown = useRef<readonly string[]>([]);
  const steady = useMemo(() => {
    const next = isFrozen ? inShownOrder(rows, shown.current) : rows;
    shown.current = next.map(({ id }) => id);
    return next;
  }, [rows, isFrozen]);
  return {
    rows: steady,
    /** Event handlers of the element around the rows. */
    guard: { onPointerMove: hold, onKeyDown: hold, onPointerLeave: release, onBlur: release },
  };
}
