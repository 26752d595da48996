import { type ReactNode, useEffect, useState } from 'react';

const waitMs = 200;
const leastMs = 300;

/** True if loading takes longer than 200 ms, and then for at least 300 ms, so that nothing flickers. */
function useSkeletonShown(loading: boolean): boolean {
  const [shown, setShown] = useState(false);
  const [mayHide, setMayHide] = useState(true);
  useEffect(() => {
    if (!loading || shown) return;
    const timer = setTimeout(() => {
      setShown(true);
      setMayHide(false);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [loading, shown]);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setMayHide(true), leastMs);
    return () => clearTimeout(timer);
  }, [shown]);
  useEffect(() => {
    if (shown && mayHide && !loading) setShown(false);
  }, [shown, mayHide, loading]);
  return shown;
}

type LinesProps = {
  /** Accessible name, such as "Loading". */
  readonly label: string;
  readonly lines?: number | undefined;
};

/** Placeholder lines that are there at once, for what always takes more than a frame. */
export const SkeletonLines = ({ label, lines = 6 }: LinesProps) => (
  <div className="ui-skeleton" role="status" aria-label={label}>
    <div className="ui-skeleton-lines" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines are all the same.
        <span key={line} />
      ))}
    </div>
  </div>
);

type Props = LinesProps & { readonly loading: boolean; readonly children?: ReactNode };

/** Placeholder lines while loading, then the children. */
export function Skeleton({ loading, label, lines, children }: Props) {
  const shown = useSkeletonShown(loading);
  if (shown) return <SkeletonLines label={label} lines={lines} />;
  return loading ? null : children;
}
