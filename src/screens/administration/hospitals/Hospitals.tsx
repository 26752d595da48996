import { Plus, X } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ListedHospital } from '../../../../contract/extension/operator.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import type { Ask } from '../../../streams/pages.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Column } from '../../../ui/DataTable.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useApp } from '../../app/app.ts';
import { Page, PageHeader } from '../../app/Page.tsx';
import { useKept } from '../../forms/useKept.ts';
import { FilterBar, KeywordField } from '../../lists/filterFields.tsx';
import { PagedTable } from '../../lists/PagedTable.tsx';
import { useFilters } from '../../lists/useFilters.ts';
import { usePages } from '../../lists/usePages.ts';
import type { Issued } from '../AccessActions.tsx';
import { namedIn } from '../namedIn.ts';
import { OneTimePassword } from '../OneTimePassword.tsx';
import { useReturnedFocus } from '../useReturnedFocus.ts';
import { HospitalDrawer } from './HospitalDrawer.tsx';
import { StateBadge, useLicenceText } from './hospitalState.tsx';
import { NewHospital } from './NewHospital.tsx';
import './hospitals.css';

const states = ['open', 'disabled', 'expired'] as const;
const names = ['keyword', 'state'] as const;
const pageSize = 50;
const shownHosts = 2;

type CellProps = { readonly hospital: ListedHospital; readonly onOpen: () => void };

/** The name as a button that opens the hospital, with its id, and whether the operator works there. */
function Name({ hospital, onOpen }: CellProps) {
  const { t, language } = useTranslation();
  return (
    <span className="two-lines">
      <button type="button" className="page-link" onClick={onOpen}>
        {namedIn(language, hospital)}
      </button>
      <small>{hospital.own ? t('hospitals.ownId', { id: hospital.id }) : t('hospitals.id', { id: hospital.id })}</small>
    </span>
  );
}

/** The first addresses, and how many more there are. */
function HostList({ hosts }: Pick<ListedHospital, 'hosts'>) {
  const { t } = useTranslation();
  const more = hosts.length - shownHosts;
  return (
    <span className="hospital-addresses">
      <span>{hosts.length === 0 ? t('hospitals.noAddress') : hosts.slice(0, shownHosts).join('\n')}</span>
      {more > 0 ? <small>{t('hospitals.moreAddresses', { count: more })}</small> : null}
    </span>
  );
}

function useStaffText() {
  const { t } = useTranslation();
  return ({ doctors, auditors: reviewers, administrators }: ListedHospital['staff']) =>
    t('hospitals.staffNumbers', { doctors, auditors: reviewers, administrators });
}

function useColumns(open: (hospital: ListedHospital) => void): readonly Column<ListedHospital>[] {
  const { t } = useTranslation();
  const licenceText = useLicenceText();
  const staffText = useStaffText();
  return [
    {
      name: 'name',
      header: t('hospitals.hospital'),
      cell: (row) => <Name hospital={row} onOpen={() => open(row)} />,
    },
    { name: 'hosts', header: t('hospitals.addresses'), cell: ({ hosts }) => <HostList hosts={hosts} /> },
    { name: 'staff', header: t('hospitals.staff'), cell: ({ staff }) => staffText(staff) },
    {
      name: 'licence',
      header: t('hospitals.licence'),
      cell: ({ expireTime }) => licenceText(expireTime),
      width: '9rem',
    },
    { name: 'state', header: t('hospitals.state'), cell: ({ state }) => <StateBadge state={state} />, width: '9rem' },
  ];
}

/** A hospital in a single cell, for narrow tables. */
function InOneCell({ hospital, onOpen }: CellProps) {
  const licenceText = useLicenceText();
  const staffText = useStaffText();
  return (
    <div className="in-one-cell">
      <Name hospital={hospital} onOpen={onOpen} />
      <span data-end="">
        <StateBadge state={hospital.state} />
      </span>
      <HostList hosts={hospital.hosts} />
      <small data-end="">{licenceText(hospital.expireTime)}</small>
      <small>{staffText(hospital.staff)}</small>
    </div>
  );
}

/** All hospitals of the platform, for its operators. */
export function Hospitals() {
  const { api } = useApp();
  const { t } = useTranslation();
  const { values, set, clear } = useFilters(names);
  const { keyword, state } = values;
  const [opened, setOpened] = useKept<string | null>('opened hospital', null);
  const [issued, setIssued] = useState<Issued | null>(null);
  useReturnedFocus(opened !== null || issued !== null);
  const ask: Ask<ListedHospital> = useCallback(
    (pageNo, options) => {
      const chosen = states.find((one) => one === state);
      const filters = { ...(keyword ? { keyword } : {}), ...(chosen ? { state: chosen } : {}) };
      return api.pageHospitals({ pageNo, pageSize, ...filters }, { ...options, quiet: true });
    },
    [api, keyword, state],
  );
  const list = usePages(ask);
  const open = ({ id }: { readonly id: string }) => setOpened(id);
  const columns = useColumns(open);
  const isFiltered = names.some((name) => values[name] !== '');
  return (
    <Page fill>
      <PageHeader title={t('administration.names.hospitals')} text={t('hospitals.text')}>
        <Button onClick={() => setOpened('new')}>
          <Plus aria-hidden="true" />
          <span>{t('hospitals.add')}</span>
        </Button>
      </PageHeader>
      <FilterBar label={t('hospitals.filters')}>
        <KeywordField label={t('hospitals.keyword')} value={keyword} onSearch={(typed) => set('keyword', typed)} />
        <SelectField
          label={t('hospitals.state')}
          placeholder={t('common.state.all')}
          choices={states.map((value) => ({ value, label: t(`hospitals.states.${value}`) }))}
          value={state}
          onChange={({ target }) => set('state', target.value)}
        />
        {isFiltered ? (
          <Button look="ghost" tone="neutral" onClick={clear}>
            <X aria-hidden="true" />
            <span>{t('hospitals.clearFilters')}</span>
          </Button>
        ) : null}
      </FilterBar>
      <PagedTable
        label={t('administration.names.hospitals')}
        pages={list}
        columns={columns}
        rowKey={({ id }) => id}
        inOneCell={(row) => <InOneCell hospital={row} onOpen={() => open(row)} />}
        empty={
          isFiltered
            ? { title: t('hospitals.nothing'), text: t('hospitals.nothingText') }
            : { title: t('hospitals.none'), text: t('hospitals.noneText') }
        }
      />
      {opened === 'new' ? (
        <NewHospital
          onClose={() => setOpened(null)}
          onCreated={(id) => {
            list.reload();
            setOpened(id);
          }}
        />
      ) : opened !== null ? (
        <HospitalDrawer
          key={opened}
          id={opened}
          name={list.rows.find(({ id }) => id === opened) ?? null}
          onClose={() => setOpened(null)}
          onChanged={list.reload}
          onIssued={setIssued}
        />
      ) : null}
      {issued ? <OneTimePassword {...issued} onClose={() => setIssued(null)} /> : null}
    </Page>
  );
}
