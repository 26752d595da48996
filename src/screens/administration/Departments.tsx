import { ArrowDown, ArrowUp, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Department } from '../../../contract/extension/hospital.ts';
import type { Answer } from '../../../contract/operation.ts';
import { mayHaveChanged } from '../../domain/answers.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../app/app.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { useKept } from '../forms/useKept.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { useQuery } from '../lists/usePages.ts';
import { DepartmentDialog } from './DepartmentDialog.tsx';
import { namedIn } from './namedIn.ts';

type RowProps = {
  readonly department: Department;
  readonly onOpen: () => void;
  readonly onRetire: () => void;
  /** Null at the end of the list. */
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
};

function Row({ department, onOpen, onRetire, onUp, onDown }: RowProps) {
  const { t, language } = useTranslation();
  const { retired, people } = department;
  const name = namedIn(language, department);
  const other = name === department.name ? department.nameEn : department.name;
  return (
    <li>
      <span className="department-name">
        <button type="button" className="page-link" onClick={onOpen}>
          {name}
        </button>
        <small>{other}</small>
      </span>
      {retired ? <Badge tone="neutral">{t('departments.retired')}</Badge> : null}
      <span className="department-people">{t('departments.people', { count: people })}</span>
      <span className="department-acts">
        <IconButton size="sm" label={t('departments.up', { name })} disabled={!onUp} onClick={() => onUp?.()}>
          <ArrowUp />
        </IconButton>
        <IconButton size="sm" label={t('departments.down', { name })} disabled={!onDown} onClick={() => onDown?.()}>
          <ArrowDown />
        </IconButton>
        <Button
          look="ghost"
          tone={retired ? 'neutral' : 'danger'}
          size="sm"
          aria-label={t(retired ? 'departments.reuseNamed' : 'departments.retireNamed', { name })}
          onClick={onRetire}
        >
          {t(retired ? 'departments.reuse' : 'departments.retire')}
        </Button>
      </span>
    </li>
  );
}

const swapped = (list: readonly Department[], at: number): number[] => {
  const ids = list.map(({ id }) => id);
  const [one, other] = [ids[at], ids[at + 1]];
  return one === undefined || other === undefined ? ids : ids.with(at, other).with(at + 1, one);
};

/** The departments of the hospital in their order. */
export function Departments() {
  const { api } = useApp();
  const { t } = useTranslation();
  const [opened, setOpened] = useKept<Department | 'new' | null>('department', null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const result = useQuery(useCallback((signal) => api.listDepartments({}, { signal, quiet: true }), [api]));
  useOwnChanges('dictionaries', result.refresh);
  useOwnChanges('people', result.refresh);

  async function change(call: Promise<Answer<unknown>>) {
    const answer = await call;
    setRefusal(answer.ok ? null : answer.failure.message);
    if (mayHaveChanged(answer)) void result.refresh();
  }
  const arrange = (list: readonly Department[], at: number) =>
    void change(api.arrangeDepartments({ ids: swapped(list, at) }, { quiet: true }));
  const retire = ({ id, version, retired }: Department) =>
    void change(api.retireDepartment({ id, version, retired: !retired }, { quiet: true }));
  return (
    <Page>
      <PageHeader title={t('administration.names.departments')} text={t('departments.text')}>
        <Button onClick={() => setOpened('new')}>
          <Plus aria-hidden="true" />
          <span>{t('departments.add')}</span>
        </Button>
      </PageHeader>
      {refusal ? (
        <p className="form-refusal" role="alert">
          {refusal}
        </p>
      ) : null}
      <QueryResult result={result} lines={10}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('departments.none')} text={t('departments.noneText')} />
          ) : (
            <ul className="departments" aria-label={t('administration.names.departments')}>
              {list.map((department, at) => (
                <Row
                  key={department.id}
                  department={department}
                  onOpen={() => setOpened(department)}
                  onRetire={() => retire(department)}
                  onUp={at === 0 ? null : () => arrange(list, at - 1)}
                  onDown={at === list.length - 1 ? null : () => arrange(list, at)}
                />
              ))}
            </ul>
          )
        }
      </QueryResult>
      {opened ? (
        <DepartmentDialog
          key={opened === 'new' ? 'new' : opened.id}
          department={
            opened === 'new'
              ? null
              : ((result.state === 'ready' ? result.data.find(({ id }) => id === opened.id) : null) ?? opened)
          }
          onClose={() => setOpened(null)}
          onChanged={result.refresh}
        />
      ) : null}
    </Page>
  );
}
