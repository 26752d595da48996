import './small.css';

type Props = {
  readonly count: number;
  /** What is counted, for screen readers: "3 unread". Without it the number is decoration. */
  readonly label?: string;
  readonly tone?: 'danger' | 'neutral';
};

/** More than this are many: beyond what is loaded nobody knows how many more. */
export const mostCounted = 99;

/** How many there are, up to 99. Nothing at all for none. */
export function CountBadge({ count, label, tone = 'danger' }: Props) {
  if (count <= 0) return null;
  return (
    <span className="ui-count" data-tone={tone}>
      <span aria-hidden="true">{count > mostCounted ? `${mostCounted}+` : count}</span>
      {label ? <span className="ui-hidden">{label}</span> : null}
    </span>
  );
}
