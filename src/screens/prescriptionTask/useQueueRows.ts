import { useMemo, useRef, useState } from 'react';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import { type Departure, departureOf, inOrder, type ShownRow, steadyRows } from '../../domain/reviewQueue.ts';
import type { PrescriptionQueue } from '../../streams/prescriptionQueue.ts';

/** A prescription that has just left, for the line that says so. */
export type Left = { readonly item: AuditItem; readonly left: Departure };

type Rows = {
  readonly rows: readonly ShownRow[];
  /** How many new ones wait above until the person asks for them. */
  readonly waiting: number;
  readonly lastLeft: Left | null;
  readonly showAll: () => void;
};

/** The rows of the queue. While the person is at them (`held`) none moves; what left stays in its place and says why. */
export function useQueueRows(queue: PrescriptionQueue, held: boolean): Rows {
  const before = useRef<readonly AuditItem[]>([]);
  const ordered = useMemo(() => inOrder(queue, before.current), [queue]);
  before.current = ordered;
  const [shown, setShown] = useState(ordered);
  const [lastLeft, setLastLeft] = useState<Left | null>(null);
  const showAll = () => {
    const gone = shown.findLast(({ id }) => !queue.items.has(id));
    if (gone) setLastLeft({ item: gone, left: departureOf(gone.id, queue.removed) });
    setShown(ordered);
  };
  // Set while drawing, as React asks for state that follows from props: an effect would show the old rows for a moment.
  if (!held && shown !== ordered) showAll();
  const steady = useMemo(
    () =>
      held
        ? steadyRows(shown, ordered, queue)
        : { rows: ordered.map((item): ShownRow => ({ item, left: null })), waiting: 0 },
    [held, shown, ordered, queue],
  );
  if (held && steady.rows.length > shown.length) setShown(steady.rows.map(({ item }) => item));
  return { ...steady, lastLeft, showAll };
}
