import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { getPrescriptionNum, RxBrief } from '../../../contract/http/prescription.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Ask } from '../../streams/pages.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { ExportButton } from '../ExportButton.tsx';
import { createdBetween } from '../filterFields.tsx';
import { Page, PageHeader } from '../Page.tsx';
import { PagedTable } from '../PagedTable.tsx';
import { usePatientWords } from '../patients.ts';
import { usePrescriptionChanges, usePrescriptionStates } from '../prescriptionState.ts';
import { useLocale } from '../useLocale.ts';
import { usePages, useQuery } from '../usePages.ts';
import { PrescriptionDetail } from './PrescriptionDetail.tsx';
import { PrescriptionFilters, usePrescriptionAddress, usePrescriptionFilters } from './PrescriptionFilters.tsx';
import { usePrescriptionColumns } from './prescriptionColumns.tsx';
import './prescriptionRecord.css';

type PrescriptionCountsProps = {
  /** Null while unknown. */
  readonly counts: ReplyOf<typeof getPrescriptionNum> | null;
  readonly current: string;
  readonly onChoose: (name: 'status', value: string) => void;
};

const states = {
  pending: PrescriptionStatus.pending,
  rejected: PrescriptionStatus.rejected,
  cancelled: PrescriptionStatus.voided,
  expired: PrescriptionStatus.expired,
} as const;
const names = Object.keys(states) as (keyof typeof states)[];

/** Number of prescriptions by status; each number is a filter. */
function PrescriptionCounts({ counts, current, onChoose }: PrescriptionCountsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="rx-counts">
      <legend className="ui-hidden">{t('prescriptions.counts')}</legend>
      {names.map((name) => {
        const value = String(states[name]);
        const isCurrent = current === value;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isCurrent}
            onClick={() => onChoose('status', isCurrent ? '' : value)}
          >
            {t(`prescriptions.count.${name}`)} <strong>{counts?.[name] ?? '–'}</strong>
          </button>
        );
      })}
    </fieldset>
  );
}

/** A prescription in a single cell, for narrow tables. */
function PrescriptionInOneCell({ rx }: { readonly rx: RxBrief }) {
  const locale = useLocale();
  const patients = usePatientWords();
  const { status } = usePrescriptionStates();
  const address = usePrescriptionAddress();
  const { text, tone } = status(rx.status);
  return (
    <div className="in-one-cell">
      <Link className="page-link" to={address(rx.id)}>
        {rx.patient.name} · {patients.short(rx.patient)}
      </Link>
      <span data-end="">
        <Badge tone={tone}>{text}</Badge>
      </span>
      <span data-wide="">{rx.diagnosisList.map(({ name }) => name).join(', ')}</span>
      <small>{rx.prescriptionNo}</small>
      <small data-end="">{dateTimeText(rx.createTime, locale)}</small>
    </div>
  );
}

const pageSize = 50;

/** The doctor's prescriptions, newest first, with the selected one beside the list. */
export function PrescriptionRecord() {
  const { api, zone } = useApp();
  const { t } = useTranslation();
  const { values, set, clear, chosen, isFiltered } = usePrescriptionFilters();
  const { keyword, status, review, from, to } = values;
  const ask: Ask<RxBrief> = useCallback(
    (pageNo, signal) =>
      api.listPrescriptions(
        {
          pageNo,
          pageSize,
          ...(keyword ? { keyword } : {}),
          ...(status ? { status } : {}),
          ...(review ? { auditStatus: review } : {}),
          ...createdBetween(from, to, zone),
        },
        { signal, quiet: true },
      ),
    [api, keyword, status, review, from, to, zone],
  );
  const list = usePages(ask);
  const counts = useQuery(useCallback((signal) => api.getPrescriptionNum({}, { signal, quiet: true }), [api]));
  const refresh = () => {
    list.reload();
    counts.reload();
  };
  usePrescriptionChanges(refresh);
  const columns = usePrescriptionColumns();
  return (
    <Page fill>
      <PageHeader title={t('prescriptions.title')}>
        <PrescriptionCounts counts={counts.state === 'ready' ? counts.data : null} current={status} onChoose={set} />
        <ExportButton name={t('prescriptions.title')} ask={ask} total={list.total} columns={columns} />
      </PageHeader>
      <PrescriptionFilters values={values} onChange={set} onClear={isFiltered ? clear : null} />
      <div className="rx-record" data-open={chosen ? '' : undefined}>
        <PagedTable
          label={t('prescriptions.table')}
          pages={list}
          columns={columns}
          rowKey={({ id }) => id}
          currentKey={chosen}
          squeezed={chosen !== null}
          inOneCell={(rx) => <PrescriptionInOneCell rx={rx} />}
          empty={
            isFiltered
              ? { title: t('prescriptions.empty'), text: t('prescriptions.emptyText') }
              : { title: t('prescriptions.none'), text: t('prescriptions.noneText') }
          }
        />
        {chosen ? <PrescriptionDetail key={chosen} id={chosen} onChanged={refresh} /> : null}
      </div>
    </Page>
  );
}
