import { Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './small.css';

type ClockTextProps = {
  readonly level: 'ok' | 'soon' | 'late' | 'over';
  readonly text: string;
  /** What the short text means, for the tooltip and for screen readers. */
  readonly whole?: string;
};

/** How long something has taken or may still take. Past its time it has another sign, not only another colour. */
export function ClockText({ level, text, whole }: ClockTextProps) {
  const Icon = level === 'over' ? TriangleAlert : Clock;
  return (
    <span className="ui-clock" data-level={level} data-tooltip={whole}>
      <Icon aria-hidden="true" />
      {text}
      {whole ? <span className="ui-hidden">{whole}</span> : null}
    </span>
  );
}

type StatusDotProps = {
  readonly tone: 'neutral' | 'success' | 'warning' | 'danger';
  readonly text: string;
  /** With a name it is a status that is read out when it changes. */
  readonly name?: string;
  /** How it is read out, where that is not at the next pause. */
  readonly 'aria-live'?: 'off' | 'polite';
};

/** A state in a word, with a dot. Its shape differs with its colour: full, a ring for "not now", a square for "gone". */
export function StatusDot({ tone, text, name, ...spoken }: StatusDotProps) {
  const status = name ? { role: 'status', 'aria-label': name, ...spoken } : {};
  return (
    <div className="ui-status" data-tone={tone} {...status}>
      <i aria-hidden="true" />
      {text}
    </div>
  );
}

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
