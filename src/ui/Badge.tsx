import type { ReactNode } from 'react';

type Props = {
  readonly tone?: 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger';
  readonly children: ReactNode;
};

/** A word on a coloured ground: a state, a kind. The word carries the meaning, not the colour. */
export function Badge({ tone = 'neutral', children }: Props) {
  return (
    <span className="ui-badge" data-tone={tone}>
      {children}
    </span>
  );
}
