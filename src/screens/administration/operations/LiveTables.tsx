import type { LiveFigures } from '../../../../contract/extension/operations.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { relativeText } from '../../../ui/relativeText.ts';
import { codeText } from '../../hooks/useLocale.ts';
import { useFigures } from './useFigures.ts';

type Row = { readonly key: string; readonly alarming?: boolean; readonly cells: readonly string[] };
type Props = {
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly empty: string;
  /** The names in the first column are parts of addresses. */
  readonly ofCode?: boolean;
};

/** A short table whose first column names its rows, and whose other columns are numbers. */
function Numbers({ title, note, columns, rows, empty, ofCode = false }: Props) {
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="card-note">{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable table must be reachable by keyboard.
        <div className="numbers-scroll" tabIndex={0}>
          <table className="numbers" data-code={ofCode || undefined} aria-label={title}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, alarming, cells: [name, ...values] }) => (
                <tr key={key} data-alarming={alarming || undefined}>
                  <th scope="row">{name}</th>
                  {values.map((value, at) => (
                    <td key={columns[at + 1]}>{value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {note ? <p className="card-note">{note}</p> : null}
    </section>
  );
}

/** Calls, errors and latency of the last five minutes, by the first parts of the calls' path. */
export function Calls({ groups }: { readonly groups: LiveFigures['calls']['groups'] }) {
  const { t } = useTranslation();
  const { perMin, ms } = useFigures();
  const columns = ['group', 'calls', 'errors', 'p50', 'p95'] as const;
  return (
    <Numbers
      title={t('operations.live.latency')}
      columns={columns.map((name) => t(`operations.live.columns.${name}`))}
      rows={groups.map(({ group, callsPerMin, errorsPerMin, p50Ms, p95Ms }) => ({
        key: group,
        alarming: errorsPerMin > 0,
        cells: [group, perMin(callsPerMin), perMin(errorsPerMin), `≤ ${ms(p50Ms)}`, `≤ ${ms(p95Ms)}`],
      }))}
      note={t('operations.live.latencyNote')}
      empty={t('operations.live.noCalls')}
      ofCode
    />
  );
}

type JobsProps = { readonly jobs: LiveFigures['jobs']; readonly now: number };

/** The background jobs: when each ran last, how long it took, and when it failed last. */
export function Jobs({ jobs, now }: JobsProps) {
  const { t, language } = useTranslation();
  const { ms, duration } = useFigures();
  const columns = ['name', 'every', 'last', 'took', 'failure'] as const;
  const never = t('operations.live.never');
  const when = (time: number | null) => (time === null ? never : relativeText(time, now, language));
  return (
    <Numbers
      title={t('operations.live.jobs')}
      note={t('operations.live.jobsNote')}
      columns={columns.map((name) => t(`operations.live.jobColumns.${name}`))}
      rows={jobs.map(({ name, everyMs, lastStart, lastMs, lastFailure, failures }) => ({
        key: name,
        alarming: lastFailure !== null,
        cells: [
          codeText('operations.live.jobNames', name),
          everyMs < 1_000 ? ms(everyMs) : duration(everyMs / 1_000),
          when(lastStart),
          lastMs === null ? never : ms(lastMs),
          lastFailure === null ? never : t('operations.live.failures', { count: failures, when: when(lastFailure) }),
        ],
      }))}
      empty={t('operations.live.noJobs')}
    />
  );
}
