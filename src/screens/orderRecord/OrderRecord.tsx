import { X } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Ask } from '../../streams/pages.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { dateTimeText, listTimeText, moneyText } from '../../ui/format.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { unbroken } from '../../ui/unitText.ts';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { Page, PageHeader } from '../app/Page.tsx';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useNow } from '../hooks/useTicking.ts';
import { ExportButton } from '../lists/ExportButton.tsx';
import { createdBetween, DayFields, FilterBar, KeywordField, StatusCounts } from '../lists/filterFields.tsx';
import { PagedTable } from '../lists/PagedTable.tsx';
import { useFilters } from '../lists/useFilters.ts';
import { usePages, useQuery } from '../lists/usePages.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { orderState, orderStates } from '../prescription/prescriptionState.ts';

/** Columns of the order list. */
function useOrderColumns(typeName: (type: number) => string): readonly Column<ConsultOrder>[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const patients = usePatientWords();
  return [
    {
      name: 'number',
      header: t('orders.column.number'),
      width: '11rem',
      cell: ({ id, orderNo }) => (
        <Link className="page-link" to={`/orderRecord/detail?id=${id}`}>
          {orderNo}
        </Link>
      ),
      text: ({ orderNo }) => orderNo,
    },
    {
      name: 'patient',
      header: t('orders.column.patient'),
      // Text columns have a percentage of the width, so that others shrink on a narrow screen.
      width: '16%',
      cell: ({ patient }) => dotted(patient.name, unbroken(patients.short(patient))),
      text: ({ patient }) => dotted(patient.name, patients.short(patient)),
    },
    {
      name: 'type',
      header: t('orders.column.type'),
      width: '9rem',
      cell: ({ consultType }) => typeName(consultType),
      text: ({ consultType }) => typeName(consultType),
    },
    {
      name: 'complaint',
      header: t('orders.column.complaint'),
      width: '20%',
      cell: ({ chiefComplaint }) => chiefComplaint ?? '',
      text: ({ chiefComplaint }) => chiefComplaint,
    },
    {
      name: 'status',
      header: t('orders.column.status'),
      width: '9rem',
      cell: ({ status }) => {
        const { text, tone } = orderState(status, t);
        return <Badge tone={tone}>{text}</Badge>;
      },
      text: ({ status }) => orderState(status, t).text,
    },
    {
      name: 'created',
      header: t('orders.column.created'),
      width: '8rem',
      cell: ({ createTime }) => <time>{listTimeText(createTime, now, locale)}</time>,
      text: ({ createTime }) => dateTimeText(createTime, locale),
    },
    {
      name: 'amount',
      header: t('orders.column.amount'),
      width: '6rem',
      align: 'end',
      cell: ({ payAmount }) => moneyText(payAmount, locale.language),
      text: ({ payAmount }) => payAmount / 100,
    },
  ];
}

/** An order in a single cell, for narrow tables. */
function OrderInOneCell({ order }: { readonly order: ConsultOrder }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const patients = usePatientWords();
  const { text, tone } = orderState(order.status, t);
  return (
    <div className="in-one-cell">
      <Link className="page-link" to={`/orderRecord/detail?id=${order.id}`}>
        {dotted(order.patient.name, patients.short(order.patient))}
      </Link>
      <span data-end="">
        <Badge tone={tone}>{text}</Badge>
      </span>
      {order.chiefComplaint ? (
        <span dir="auto" data-wide="">
          {order.chiefComplaint}
        </span>
      ) : null}
      <small>{dateTimeText(order.createTime, locale)}</small>
      <small data-end="">{moneyText(order.payAmount, locale.language)}</small>
    </div>
  );
}

const pageSize = 50;

/** The doctor's consultations, newest first, filtered by patient, number, status, type and day. */
export function OrderRecord() {
  const { api, lists$, zone } = useApp();
  const { t } = useTranslation();
  const types = useLive(lists$).Consult_Type;
  const { values, set, clear } = useFilters(['keyword', 'status', 'type', 'from', 'to']);
  const { keyword, status, type, from, to } = values;
  const isFiltered = Object.values(values).some((value) => value !== '');
  const selection = useMemo(
    () => ({
      ...(keyword ? { keyword } : {}),
      ...(type ? { consultType: type } : {}),
      ...createdBetween(from, to, zone),
    }),
    [keyword, type, from, to, zone],
  );
  const ask: Ask<ConsultOrder> = useCallback(
    (pageNo, options) =>
      api.pageOrders({ pageNo, pageSize, ...selection, ...(status ? { status } : {}) }, { ...options, quiet: true }),
    [api, selection, status],
  );
  const counts = useQuery(
    useCallback((signal) => api.countOwnOrders(selection, { signal, quiet: true }), [api, selection]),
  );
  const list = usePages(ask);
  const columns = useOrderColumns((value) => labelOf(types, value) ?? t('common.state.unknown', { value }));
  const clearing = (
    <Button look="ghost" tone="neutral" onClick={clear}>
      <X aria-hidden="true" />
      <span>{t('orders.clearFilters')}</span>
    </Button>
  );
  return (
    <Page fill>
      <PageHeader title={t('orders.title')}>
        <ExportButton name={t('orders.title')} ask={ask} total={list.total} columns={columns} />
      </PageHeader>
      <FilterBar label={t('orders.filters')}>
        <KeywordField label={t('orders.keyword')} value={keyword} onSearch={(value) => set('keyword', value)} />
        <SelectField
          label={t('orders.type')}
          placeholder={t('common.state.all')}
          choices={types.map(({ value, label }) => ({ value: String(value), label }))}
          value={type}
          onChange={(event) => set('type', event.target.value)}
        />
        <DayFields from={from} to={to} onChange={set} />
        {isFiltered ? clearing : null}
      </FilterBar>
      <StatusCounts
        label={t('prescriptions.counts')}
        states={orderStates(t)}
        result={counts}
        current={status}
        onChoose={(value) => set('status', value)}
      />
      <PagedTable
        label={t('orders.table')}
        pages={list}
        columns={columns}
        rowKey={({ id }) => id}
        inOneCell={(order) => <OrderInOneCell order={order} />}
        empty={
          isFiltered
            ? { title: t('orders.empty'), text: t('orders.emptyText'), action: clearing }
            : { title: t('orders.none'), text: t('orders.noneText') }
        }
      />
    </Page>
  );
}
