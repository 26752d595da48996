import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { AuditStatus } from '../../../clinical/lifecycle/audit.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Ask } from '../../streams/pages.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { ExportButton } from '../ExportButton.tsx';
import { dayEnd, dayStart, FilterBar } from '../filterFields.tsx';
import { PageHeader } from '../Page.tsx';
import { PagedTable } from '../PagedTable.tsx';
import { usePatientWords } from '../patients.ts';
import { useFilters } from '../useFilters.ts';
import { useLocale } from '../useLocale.ts';
import { usePages } from '../usePages.ts';
import { type Reviewed, ReviewedRx } from './ReviewedRx.tsx';
import './myAuditRecord.css';

const AlertsByRule = lazy(() => import('./AlertsByRule.tsx').then((m) => ({ default: m.AlertsByRule })));

const pageSize = 50;
const tones = { approved: 'success', rejected: 'danger' } as const;

/** The auditor's own decisions, latest first. */
export function MyAuditRecord() {
  const { t } = useTranslation();
  const { api, zone } = useApp();
  const { values, set } = useFilters(['result', 'from', 'to']);
  const { result, from, to } = values;
  const [shown, setShown] = useState<Reviewed | null>(null);
  const [alertsOpen, setAlertsOpen] = useState(false);
  const ask: Ask<Reviewed> = useCallback(
    (pageNo, signal) =>
      api.myAuditRecord(
        {
          pageNo,
          pageSize,
          ...(result === '' ? {} : { result: Number(result) }),
          ...(from === '' ? {} : { createTimeFrom: dayStart(from, zone) }),
          ...(to === '' ? {} : { createTimeTo: dayEnd(to, zone) }),
        },
        { signal, quiet: true },
      ),
    [api, zone, result, from, to],
  );
  const pages = usePages(ask);
  const columns = useColumns(setShown);
  return (
    <div className="my-reviews">
      <PageHeader title={t('audit.mine.title')}>
        <ExportButton name={t('audit.mine.title')} ask={ask} total={pages.total} columns={columns} />
        <Button look="outline" size="sm" onClick={() => setAlertsOpen(true)}>
          {t('audit.alerts.title')}
        </Button>
      </PageHeader>
      <FilterBar label={t('audit.mine.filter')}>
        <SelectField
          label={t('audit.mine.result')}
          choices={[
            { value: String(AuditStatus.approved), label: t('audit.mine.results.approved') },
            { value: String(AuditStatus.rejected), label: t('audit.mine.results.rejected') },
          ]}
          placeholder={t('audit.mine.all')}
          value={result}
          onChange={(event) => set('result', event.target.value)}
        />
        <TextField
          type="date"
          label={t('audit.mine.from')}
          value={from}
          max={to || undefined}
          onChange={(event) => set('from', event.target.value)}
        />
        <TextField
          type="date"
          label={t('audit.mine.to')}
          value={to}
          min={from || undefined}
          onChange={(event) => set('to', event.target.value)}
        />
      </FilterBar>
      <PagedTable
        label={t('audit.mine.table')}
        pages={pages}
        columns={columns}
        rowKey={({ id, decisionTime }) => `${id} ${decisionTime}`}
        inOneCell={(row) => <ReviewInOneCell row={row} onShow={setShown} />}
        empty={{ title: t('audit.mine.none'), text: t('audit.mine.noneText') }}
      />
      {alertsOpen ? (
        <Suspense>
          <AlertsByRule onClose={() => setAlertsOpen(false)} />
        </Suspense>
      ) : null}
      {shown ? <ReviewedRx reviewed={shown} onClose={() => setShown(null)} /> : null}
    </div>
  );
}

type Shown = { readonly row: Reviewed; readonly onShow: (row: Reviewed) => void };

function ShowButton({ row, onShow }: Shown) {
  const { t } = useTranslation();
  return (
    <Button
      size="sm"
      look="ghost"
      aria-label={t('audit.mine.show', { number: row.prescriptionNo })}
      onClick={() => onShow(row)}
    >
      {row.prescriptionNo}
    </Button>
  );
}

function Decision({ decision }: Pick<Reviewed, 'decision'>) {
  const { t } = useTranslation();
  return <Badge tone={tones[decision]}>{t(`audit.mine.results.${decision}`)}</Badge>;
}

const diagnosisOf = ({ diagnosisList }: Reviewed) => diagnosisList.map(({ name }) => name).join('; ');

/** A decision in a single cell, for narrow tables. */
function ReviewInOneCell({ row, onShow }: Shown) {
  const where = useLocale();
  const words = usePatientWords();
  const { patient, decision, decisionTime, decisionRemark, doctorName } = row;
  return (
    <div className="in-one-cell">
      <strong>
        {patient.name} · {words.short(patient)}
      </strong>
      <span data-end="">
        <Decision decision={decision} />
      </span>
      <span data-wide="">{diagnosisOf(row)}</span>
      {decisionRemark ? <span data-wide="">{decisionRemark}</span> : null}
      <small>
        <time>{dateTimeText(decisionTime, where)}</time>
      </small>
      <small data-end="">{doctorName}</small>
      <span data-wide="">
        <ShowButton row={row} onShow={onShow} />
      </span>
    </div>
  );
}

function useColumns(onShow: (row: Reviewed) => void): readonly Column<Reviewed>[] {
  const { t } = useTranslation();
  const where = useLocale();
  const words = usePatientWords();
  return useMemo(
    () => [
      {
        name: 'time',
        header: t('audit.mine.time'),
        width: '11.5rem',
        cell: ({ decisionTime }) => <time>{dateTimeText(decisionTime, where)}</time>,
        text: ({ decisionTime }) => dateTimeText(decisionTime, where),
      },
      {
        name: 'result',
        header: t('audit.mine.result'),
        cell: ({ decision }) => <Decision decision={decision} />,
        text: ({ decision }) => t(`audit.mine.results.${decision}`),
      },
      {
        name: 'number',
        header: t('audit.columns.number'),
        cell: (row) => <ShowButton row={row} onShow={onShow} />,
        text: ({ prescriptionNo }) => prescriptionNo,
      },
      {
        name: 'patient',
        header: t('audit.columns.patient'),
        width: '13rem',
        cell: ({ patient }) => `${patient.name} · ${words.short(patient)}`,
        text: ({ patient }) => `${patient.name} · ${words.short(patient)}`,
      },
      {
        name: 'doctor',
        header: t('audit.columns.doctor'),
        cell: ({ doctorName }) => doctorName ?? '',
        text: ({ doctorName }) => doctorName,
      },
      {
        name: 'diagnosis',
        header: t('audit.columns.diagnosis'),
        cell: diagnosisOf,
        text: diagnosisOf,
      },
      {
        name: 'lines',
        header: t('audit.columns.lines'),
        align: 'end',
        cell: ({ lineCount }) => lineCount,
        text: ({ lineCount }) => lineCount,
      },
      {
        name: 'remark',
        header: t('audit.mine.remark'),
        cell: ({ decisionRemark }) => decisionRemark ?? '',
        text: ({ decisionRemark }) => decisionRemark,
      },
    ],
    [t, where, words, onShow],
  );
}
