import { isolated } from '../../domain/direction.ts';
import './facts.css';
import { dateTimeText } from '../../ui/format.ts';
import { Lines } from '../../ui/Lines.tsx';
import { useLocale } from '../hooks/useLocale.ts';

type Props = {
  readonly label: string;
  /** Term and value; a row without a value is omitted. */
  readonly rows: readonly (readonly [term: string, value: string | null | undefined])[];
};

/** Terms and values in aligned columns. */
export function Facts({ label, rows }: Props) {
  return (
    <dl className="facts" aria-label={label}>
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd dir="auto">
              <Lines text={value ?? ''} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** An event in words. */
export type LogEntry = {
  readonly time: number;
  readonly operator: string;
  readonly action: string;
  readonly remark?: string | null | undefined;
};

/** Events in order, with who caused each. */
export function EventLog({ label, entries }: { readonly label: string; readonly entries: readonly LogEntry[] }) {
  const locale = useLocale();
  return (
    <ol className="event-log" aria-label={label}>
      {entries.map(({ time, operator, action, remark }) => (
        <li key={`${time} ${action}`}>
          <time dateTime={new Date(time).toISOString()}>{dateTimeText(time, locale)}</time>
          <span>
            <strong>{action}</strong>
            {operator ? <span>{` · ${isolated(operator)}`}</span> : null}
            {remark ? <q dir="auto">{remark}</q> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
