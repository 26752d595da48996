import { Plus, X } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { StaffMember } from '../../../contract/extension/administration.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Ask } from '../../streams/pages.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { useApp } from '../app/app.ts';
import { Page, PageHeader } from '../app/Page.tsx';
import { useKept } from '../forms/useKept.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { FilterBar, KeywordField } from '../lists/filterFields.tsx';
import { PagedTable } from '../lists/PagedTable.tsx';
import { useFilters } from '../lists/useFilters.ts';
import { usePages, useQuery } from '../lists/usePages.ts';
import { namedIn } from './namedIn.ts';
import { OneTimePassword } from './OneTimePassword.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { useReturnedFocus } from './useReturnedFocus.ts';

const roles = ['doctor', 'auditor', 'administrator'] as const;
const states = ['enabled', 'disabled'] as const;
const names = ['keyword', 'role', 'dept', 'state'] as const;
const pageSize = 50;

/** Whether a person can sign in, and what stands in the way. */
function StateBadge({ person }: { readonly person: StaffMember }) {
  const { t } = useTranslation();
  if (person.disabled) return <Badge tone="neutral">{t('people.states.disabled')}</Badge>;
  if (person.operatesPlatform) return <Badge tone="info">{t('people.operator')}</Badge>;
  if (person.mustChangePassword) return <Badge tone="warning">{t('people.firstLogin')}</Badge>;
  return <Badge tone="success">{t('people.states.enabled')}</Badge>;
}

function useColumns(open: (person: StaffMember) => void): readonly Column<StaffMember>[] {
  const { t, language } = useTranslation();
  const locale = useLocale();
  const titles = useLive(useApp().lists$).Doctor_Title;
  return [
    {
      name: 'name',
      header: t('people.fields.name'),
      cell: (person) => (
        <span className="two-lines">
          <button type="button" className="page-link" onClick={() => open(person)}>
            {namedIn(language, person)}
          </button>
          <small>{person.username}</small>
        </span>
      ),
    },
    { name: 'role', header: t('people.fields.role'), cell: ({ role }) => t(`people.roles.${role}`) },
    {
      name: 'dept',
      header: t('people.deptAndTitle'),
      cell: ({ deptName, titleCode }) => (
        <span className="two-lines">
          <span>{deptName || '—'}</span>
          <small>{titleCode === null ? null : labelOf(titles, titleCode)}</small>
        </span>
      ),
    },
    { name: 'mobile', header: t('people.fields.mobile'), cell: ({ mobile }) => mobile },
    {
      name: 'last',
      header: t('people.lastSignIn'),
      cell: ({ lastSignIn }) => (lastSignIn === null ? t('people.never') : dateTimeText(lastSignIn, locale)),
    },
    { name: 'state', header: t('people.state'), cell: (person) => <StateBadge person={person} /> },
  ];
}

/** A person in a single cell, for narrow tables. */
function InOneCell({ person, onOpen }: { readonly person: StaffMember; readonly onOpen: () => void }) {
  const { t, language } = useTranslation();
  return (
    <div className="in-one-cell">
      <button type="button" className="page-link" onClick={onOpen}>
        {namedIn(language, person)}
      </button>
      <span data-end="">
        <StateBadge person={person} />
      </span>
      <span>{t(`people.roles.${person.role}`)}</span>
      <span data-end="">{person.deptName}</span>
      <small>{person.username}</small>
      <small data-end="">{person.mobile}</small>
    </div>
  );
}

/** The staff of the hospital: their accounts, roles and departments. */
export function People() {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const { values, set, clear } = useFilters(names);
  const { keyword, role, dept, state } = values;
  const [opened, setOpened] = useKept<StaffMember | 'new' | null>('person', null);
  const [issued, setIssued] = useState<{ readonly name: string; readonly password: string } | null>(null);
  useReturnedFocus(opened !== null || issued !== null);
  const departments = useQuery(useCallback((signal) => api.listDepartments({}, { signal, quiet: true }), [api]));
  const ask: Ask<StaffMember> = useCallback(
    (pageNo, options) =>
      api.pageStaff(
        {
          pageNo,
          pageSize,
          ...(keyword ? { keyword } : {}),
          ...(role ? { role: roles.find((one) => one === role) } : {}),
          ...(dept ? { deptId: dept } : {}),
          ...(state ? { state: states.find((one) => one === state) } : {}),
        },
        { ...options, quiet: true },
      ),
    [api, keyword, role, dept, state],
  );
  const list = usePages(ask);
  useOwnChanges('people', list.refresh);
  useOwnChanges('dictionaries', list.refresh);
  useOwnChanges('dictionaries', departments.refresh);
  const columns = useColumns(setOpened);
  const isFiltered = names.some((name) => values[name] !== '');
  const deptChoices = (departments.state === 'ready' ? departments.data : []).map((one) => ({
    value: String(one.id),
    label: namedIn(language, one),
    disabled: one.retired,
  }));
  return (
    <Page fill>
      <PageHeader title={t('administration.names.people')}>
        <Button onClick={() => setOpened('new')}>
          <Plus aria-hidden="true" />
          <span>{t('people.add')}</span>
        </Button>
      </PageHeader>
      <FilterBar label={t('people.filters')}>
        <KeywordField label={t('people.keyword')} value={keyword} onSearch={(typed) => set('keyword', typed)} />
        <SelectField
          label={t('people.fields.role')}
          placeholder={t('common.state.all')}
          choices={roles.map((value) => ({ value, label: t(`people.roles.${value}`) }))}
          value={role}
          onChange={({ target }) => set('role', target.value)}
        />
        <SelectField
          label={t('people.fields.deptId')}
          placeholder={t('common.state.all')}
          choices={deptChoices.map(({ value, label }) => ({ value, label }))}
          value={dept}
          onChange={({ target }) => set('dept', target.value)}
        />
        <SelectField
          label={t('people.state')}
          placeholder={t('common.state.all')}
          choices={states.map((value) => ({ value, label: t(`people.states.${value}`) }))}
          value={state}
          onChange={({ target }) => set('state', target.value)}
        />
        {isFiltered ? (
          <Button look="ghost" tone="neutral" onClick={clear}>
            <X aria-hidden="true" />
            <span>{t('people.clearFilters')}</span>
          </Button>
        ) : null}
      </FilterBar>
      <PagedTable
        label={t('people.table')}
        pages={list}
        columns={columns}
        rowKey={({ id }) => id}
        inOneCell={(person) => <InOneCell person={person} onOpen={() => setOpened(person)} />}
        empty={
          isFiltered
            ? { title: t('people.empty'), text: t('people.emptyText') }
            : { title: t('people.none'), text: t('people.noneText') }
        }
      />
      {opened ? (
        <PersonDialog
          key={opened === 'new' ? 'new' : opened.id}
          person={opened === 'new' ? null : (list.rows.find(({ id }) => id === opened.id) ?? opened)}
          departments={deptChoices}
          onClose={() => setOpened(null)}
          onChanged={list.reload}
          onIssued={setIssued}
        />
      ) : null}
      {issued ? <OneTimePassword {...issued} onClose={() => setIssued(null)} /> : null}
    </Page>
  );
}
