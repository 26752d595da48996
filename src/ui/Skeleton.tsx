import { SkeletonText } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
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
      <chakra.div className="ui-skeleton" role="status" aria-label={label} padding="var(--ui-pad)">
        <SkeletonText noOfLines={lines} gap="3" height="3.5" aria-hidden="true" />
      </chakra.div>
    );
  return loading ? null : children;
}
