import { useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { dateTimeText, moneyText } from '../../ui/format.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { dayEnd, dayStart } from '../days.ts';
import { orderState, orderStates } from '../orderState.ts';
import { PagedTable } from '../PagedTable.tsx';
import { useFilters } from '../useFilters.ts';
import { useLive } from '../useLive.ts';
import { useLocale } from '../useLocale.ts';
import { usePages } from '../usePages.ts';
import { usePatientWords } from '../usePatientWords.ts';

const pageSize = 50;

/** The doctor's consultations, newest first, found by patient, number, state, type and day. */
export function OrderRecord() {
  const { api, lists$, zone } = useApp();
  const { t } = useTranslation();
  const locale = useLocale();
  const patients = usePatientWords();
  const types = useLive(lists$).Consult_Type;
  const { values, set } = useFilters(['keyword', 'status', 'type', 'from', 'to']);
  const { keyword, status, type, from, to } = values;
  const list = usePages(
    useCallback(
      (pageNo, signal) =>
        api.pageOrders(
          {
            pageNo,
            pageSize,
            ...(keyword ? { keyword } : {}),
            ...(status ? { status } : {}),
            ...(type ? { consultType: type } : {}),
            ...(from ? { createTimeFrom: dayStart(from, zone) } : {}),
            ...(to ? { createTimeTo: dayEnd(to, zone) } : {}),
          },
          { signal, quiet: true },
        ),
      [api, keyword, status, type, from, to, zone],
    ),
  );
  const columns = useMemo<readonly Column<ConsultOrder>[]>(
    () => [
      {
        name: 'number',
        header: t('orders.column.number'),
        width: '12rem',
        cell: ({ id, orderNo }) => <Link to={`/orderRecord/detail?id=${id}`}>{orderNo}</Link>,
      },
      {
        name: 'patient',
        header: t('orders.column.patient'),
        width: '13rem',
        cell: ({ patient }) => `${patient.name} · ${patients.short(patient)}`,
      },
      {
        name: 'type',
        header: t('orders.column.type'),
        width: '8rem',
        cell: ({ consultType }) => labelOf(types, consultType) ?? t('common.state.unknown', { value: consultType }),
      },
      { name: 'complaint', header: t('orders.column.complaint'), cell: ({ chiefComplaint }) => chiefComplaint ?? '' },
      {
        name: 'status',
        header: t('orders.column.status'),
        width: '9rem',
        cell: (order) => {
          const { text, tone } = orderState(order.status, t);
          return <Badge tone={tone}>{text}</Badge>;
        },
      },
      {
        name: 'created',
        header: t('orders.column.created'),
        width: '12rem',
        cell: ({ createTime }) => dateTimeText(createTime, locale),
      },
      {
        name: 'amount',
        header: t('orders.column.amount'),
        width: '7rem',
        align: 'end',
        cell: ({ payAmount }) => moneyText(payAmount, locale.language),
      },
    ],
    [t, locale, patients, types],
  );
  return (
    <>
      <PageHeader title={t('orders.title')} />
      <FilterBar label={t('orders.filters')}>
        <TextField
          type="search"
          label={t('orders.keyword')}
          value={keyword}
          onChange={(event) => set('keyword', event.target.value)}
        />
        <SelectField
          label={t('orders.status')}
          placeholder={t('common.state.all')}
          choices={orderStates(t)}
          value={status}
          onChange={(event) => set('status', event.target.value)}
        />
        <SelectField
          label={t('orders.type')}
          placeholder={t('common.state.all')}
          choices={types.map(({ value, label }) => ({ value: String(value), label }))}
          value={type}
          onChange={(event) => set('type', event.target.value)}
        />
        <TextField type="date" label={t('orders.from')} value={from} onChange={(e) => set('from', e.target.value)} />
        <TextField type="date" label={t('orders.to')} value={to} onChange={(e) => set('to', e.target.value)} />
      </FilterBar>
      <PagedTable
        label={t('orders.table')}
        pages={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ title: t('orders.empty'), text: t('orders.emptyText') }}
      />
    </>
  );
}
