import { Clock, TriangleAlert } from 'lucide-react';
import './small.css';

type Props = { readonly level: 'ok' | 'soon' | 'late' | 'over'; readonly text: string };

/** How long something has taken or may still take. Past its time it has another sign, not only another colour. */
export function ClockText({ level, text }: Props) {
  const Icon = level === 'over' ? TriangleAlert : Clock;
  return (
    <span className="ui-clock" data-level={level}>
      <Icon aria-hidden="true" />
      {text}
    </span>
  );
}
