import { Clock, TriangleAlert } from 'lucide-react';
import './small.css';

type Props = {
  readonly level: 'ok' | 'soon' | 'late' | 'over';
  readonly text: string;
  /** What the short text means, for the tooltip and for screen readers. */
  readonly whole?: string;
};

/** How long something has taken or may still take. Past its time it has another sign, not only another colour. */
export function ClockText({ level, text, whole }: Props) {
  const Icon = level === 'over' ? TriangleAlert : Clock;
  return (
    <span className="ui-clock" data-level={level} data-tooltip={whole}>
      <Icon aria-hidden="true" />
      {text}
      {whole ? <span className="ui-hidden">{whole}</span> : null}
    </span>
  );
}
