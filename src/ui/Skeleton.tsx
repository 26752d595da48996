import { type ReactNode, useEffect, useState } from 'react';

const waitMs = 200;
const leastMs = 300;

/** Whether to show that something is loading: only once it has taken 200 ms, and then for at least 300 ms. */
function usePatience(loading: boolean): boolean {
  const [shown, setShown] = useState(false);
  const [settled, setSettled] = useState(true);
  useEffect(() => {
    if (!loading || shown) return;
    const timer = setTimeout(() => {
      setShown(true);
      setSettled(false);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [loading, shown]);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setSettled(true), leastMs);
    return () => clearTimeout(timer);
  }, [shown]);
  useEffect(() => {
    if (shown && settled && !loading) setShown(false);
  }, [shown, settled, loading]);
  return shown;
}

type Props = {
  readonly loading: boolean;
  /** "Loading", for screen readers. */
  readonly label: string;
  readonly lines?: number;
  readonly children?: ReactNode;
};

/** Grey lines in the place of what is being loaded, and then the thing itself. A quick answer never flickers. */
export function Skeleton({ loading, label, lines = 6, children }: Props) {
  const shown = usePatience(loading);
  if (shown)
    return (
      <div className="ui-skeleton" role="status" aria-label={label}>
        <div className="ui-skeleton-lines" aria-hidden="true">
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have nothing that tells one from another.
            <span key={line} />
          ))}
        </div>
      </div>
    );
  return loading ? null : children;
}
