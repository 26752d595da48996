import { Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './small.css';

type ClockTextProps = {
  readonly level: 'ok' | 'soon' | 'late' | 'over';
  readonly text: string;
  /** Full text behind the abbreviation, shown as a tooltip and read by screen readers. */
  readonly whole?: string;
};

/** Elapsed or remaining time; overdue also changes the icon, so that colour is not the only sign. */
export function ClockText({ level, text, whole }: ClockTextProps) {
  const Icon = level === 'over' ? TriangleAlert : Clock;
  return (
    <span className="ui-clock" data-level={level} data-tooltip={whole}>
      <Icon aria-hidden="true" />
      <span>{text}</span>
      {whole ? <span className="ui-hidden">{whole}</span> : null}
    </span>
  );
}

type StatusDotProps = {
  readonly tone: 'neutral' | 'success' | 'warning' | 'danger';
  readonly text: string;
  /** Accessible name; it makes the dot a live status that screen readers announce on change. */
  readonly name?: string;
  /** Overrides the default polite announcement. */
  readonly 'aria-live'?: 'off' | 'polite';
};

/**
 * A state as a dot and a word; the dot's shape differs as well as its colour: full, ring for "not now", square for
 * "gone".
 */
export function StatusDot({ tone, text, name, ...spoken }: StatusDotProps) {
  const status = name ? { role: 'status', 'aria-label': name, ...spoken } : {};
  return (
    <div className="ui-status" data-tone={tone} {...status}>
      <i aria-hidden="true" />
      <span>{text}</span>
    </div>
  );
}

type Props = {
  readonly tone?: 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'danger';
  readonly children: ReactNode;
};

/** A short word on a coloured background; the word carries the meaning, not the colour. */
export function Badge({ tone = 'neutral', children }: Props) {
  return (
    <span className="ui-badge" data-tone={tone}>
      {children}
    </span>
  );
}

type CountBadgeProps = {
  /** Null if unknown, which is not the same as zero. */
  readonly count: number | null;
  /** Accessible text, for example "3 unread"; without it the number is decoration. */
  readonly label?: string;
  readonly tone?: 'danger' | 'neutral';
};

/** Larger counts are shown as "99+", because a list knows only the rows it has loaded. */
export const maxCount = 99;

/** A count up to 99, a dash if unknown, nothing for zero. */
export function CountBadge({ count, label, tone = 'danger' }: CountBadgeProps) {
  if (count !== null && count <= 0) return null;
  return (
    <span className="ui-count" data-tone={count === null ? 'neutral' : tone}>
      <span aria-hidden="true">{count === null ? '–' : count > maxCount ? `${maxCount}+` : count}</span>
      {label ? <span className="ui-hidden">{label}</span> : null}
    </span>
  );
}
