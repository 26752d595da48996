import { X } from 'lucide-react';
import { useCallback } from 'react';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useApp } from '../app.ts';
import { DayFields } from '../DayFields.tsx';
import { createdBetween } from '../days.ts';
import { KeywordField } from '../KeywordField.tsx';
import { orderStates } from '../orderState.ts';
import { Page } from '../Page.tsx';
import { PagedTable } from '../PagedTable.tsx';
import { useFilters } from '../useFilters.ts';
import { useLive } from '../useLive.ts';
import { usePages } from '../usePages.ts';
import { OrderInOneCell } from './OrderInOneCell.tsx';
import { useOrderColumns } from './orderColumns.tsx';

const pageSize = 50;

/** The doctor's consultations, newest first, found by patient, number, state, type and day. */
export function OrderRecord() {
  const { api, lists$, zone } = useApp();
  const { t } = useTranslation();
  const types = useLive(lists$).Consult_Type;
  const { values, set, clear } = useFilters(['keyword', 'status', 'type', 'from', 'to']);
  const { keyword, status, type, from, to } = values;
  const isFiltered = Object.values(values).some((value) => value !== '');
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
            ...createdBetween(from, to, zone),
          },
          { signal, quiet: true },
        ),
      [api, keyword, status, type, from, to, zone],
    ),
  );
  const clearing = (
    <Button look="ghost" tone="neutral" onClick={clear}>
      <X aria-hidden="true" />
      {t('orders.clearFilters')}
    </Button>
  );
  return (
    <Page fill>
      <PageHeader title={t('orders.title')} />
      <FilterBar label={t('orders.filters')}>
        <KeywordField label={t('orders.keyword')} value={keyword} onSearch={(value) => set('keyword', value)} />
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
        <DayFields from={from} to={to} onChange={set} />
        {isFiltered ? clearing : null}
      </FilterBar>
      <PagedTable
        label={t('orders.table')}
        pages={list}
        columns={useOrderColumns((value) => labelOf(types, value) ?? t('common.state.unknown', { value }))}
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
