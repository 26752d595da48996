import type { TrailRow } from '../../../../contract/extension/trail.ts';
import { hasText, useTranslation } from '../../../locales/i18n.ts';
import { Badge } from '../../../ui/Badge.tsx';
import type { Column } from '../../../ui/DataTable.tsx';
import { dayKey } from '../../../ui/format.ts';
import { useDeviceName } from '../../hooks/useDeviceName.ts';
import { codeText, useLocale } from '../../hooks/useLocale.ts';
import { useNow } from '../../hooks/useTicking.ts';

const toTheSecond: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};
const tones = { ok: 'neutral', refused: 'danger', notFound: 'warning', conflict: 'warning' } as const;

/** How a row of the trail reads. */
export function useTrailWords() {
  const { t, language } = useTranslation();
  const { zone } = useLocale();
  const now = useNow();
  const deviceName = useDeviceName();
  const format = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...parts, ...toTheSecond, timeZone: zone });
  const [inThisYear, inOtherYears] = [format({}), format({ year: 'numeric' })];
  const yearOf = (at: number) => dayKey(at, zone).slice(0, 4);
  return {
    timeOf: ({ time }: TrailRow) => (yearOf(time) === yearOf(now) ? inThisYear : inOtherYears).format(time),
    whoOf: ({ by: { kind, name } }: TrailRow) => {
      if (name === '') return t(`operations.trail.by.${kind}`);
      return kind === 'patient' ? t('operations.trail.patientNamed', { name }) : name;
    },
    deedOf: ({ action, entity }: TrailRow) => {
      const own = `${action}_${entity}`;
      if (hasText(`operations.trail.did.${own}`)) return codeText('operations.trail.did', own);
      const did = codeText('operations.trail.actions', action);
      if (entity === null) return did;
      return t('operations.trail.deed', { action: did, entity: codeText('operations.trail.entities', entity) });
    },
    patientOf: ({ patient, listed }: TrailRow) => {
      if (patient !== null) return patient;
      return listed > 0 ? t('operations.trail.listed', { count: listed }) : '—';
    },
    /** The device without the hash of its whole name. */
    deviceOf: ({ device }: TrailRow) => {
      if (device === null) return '';
      const [browser = null, system = null] = device.replace(/ #[0-9a-f]{8}$/, '').split(' on ');
      return deviceName({ browser, system });
    },
  };
}

/** The outcome as a badge; what was done has none, because nearly everything was. */
function Outcome({ outcome }: Pick<TrailRow, 'outcome'>) {
  const { t } = useTranslation();
  const text = t(`operations.trail.outcomes.${outcome}`);
  return outcome === 'ok' ? <span>{text}</span> : <Badge tone={tones[outcome]}>{text}</Badge>;
}

/** A row in a single cell, for narrow tables. */
export function TrailInOneCell({ row }: { readonly row: TrailRow }) {
  const { timeOf, whoOf, deedOf, patientOf, deviceOf } = useTrailWords();
  return (
    <div className="in-one-cell">
      <strong>{deedOf(row)}</strong>
      <span data-end="">
        <Outcome outcome={row.outcome} />
      </span>
      <span>{whoOf(row)}</span>
      <span data-end="">{patientOf(row)}</span>
      <small>{timeOf(row)}</small>
      <small data-end="">{row.ip}</small>
      <small>{row.about}</small>
      <small data-end="">{deviceOf(row)}</small>
    </div>
  );
}

export function useTrailColumns(): readonly Column<TrailRow>[] {
  const { t } = useTranslation();
  const { timeOf, whoOf, deedOf, patientOf, deviceOf } = useTrailWords();
  const header = (name: 'time' | 'who' | 'what' | 'patient' | 'outcome' | 'from') =>
    t(`operations.trail.columns.${name}`);
  return [
    { name: 'time', header: header('time'), cell: (row) => <time>{timeOf(row)}</time> },
    { name: 'who', header: header('who'), cell: whoOf },
    {
      name: 'what',
      header: header('what'),
      cell: (row) => (
        <span className="two-lines">
          <span>{deedOf(row)}</span>
          {row.about ? <small>{row.about}</small> : null}
        </span>
      ),
    },
    { name: 'patient', header: header('patient'), cell: patientOf },
    { name: 'outcome', header: header('outcome'), cell: ({ outcome }) => <Outcome outcome={outcome} /> },
    {
      name: 'from',
      header: header('from'),
      cell: (row) => (
        <span className="two-lines">
          <span>{row.ip ?? '—'}</span>
          <small>{deviceOf(row)}</small>
        </span>
      ),
    },
  ];
}
