import type { ReactNode } from 'react';
import { usePatience } from './usePatience.ts';

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
