import type { ReactNode } from 'react';
import './small.css';

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

type CountBadgeProps = {
  /** Null where it is not known, which is not the same as none. */
  readonly count: number | null;
  /** What is counted, for screen readers: "3 unread". Without it the number is decoration. */
  readonly label?: string;
  readonly tone?: 'danger' | 'neutral';
};

/** More than this are many: beyond what is loaded nobody knows how many more. */
export const mostCounted = 99;

/** How many there are, up to 99; a dash where nobody knows. Nothing at all for none. */
export function CountBadge({ count, label, tone = 'danger' }: CountBadgeProps) {
  if (count !== null && count <= 0) return null;
  return (
    <span className="ui-count" data-tone={count === null ? 'neutral' : tone}>
      <span aria-hidden="true">{count === null ? '–' : count > mostCounted ? `${mostCounted}+` : count}</span>
      {label ? <span className="ui-hidden">{label}</span> : null}
    </span>
  );
}
