import { useCallback, useState } from 'react';
import { searchForm } from '../../../../clinical/words/searchForm.ts';
import type { StaffSession } from '../../../../contract/extension/operations.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { dateTimeText } from '../../../ui/format.ts';
import { ErrorText } from '../../../ui/Notice.tsx';
import { relativeText } from '../../../ui/relativeText.ts';
import { useApp } from '../../app/app.ts';
import { QueryResult } from '../../app/Page.tsx';
import { useDeviceName } from '../../hooks/useDeviceName.ts';
import { useLocale } from '../../hooks/useLocale.ts';
import { useNarrow } from '../../hooks/useNarrow.ts';
import { useNow } from '../../hooks/useTicking.ts';
import { FilterBar, KeywordField } from '../../lists/filterFields.tsx';
import { useFilters } from '../../lists/useFilters.ts';
import { useQuery } from '../../lists/usePages.ts';
import { useRefreshInView } from '../../lists/useRefreshInView.ts';
import { namedIn } from '../namedIn.ts';
import { EndSession } from './EndSession.tsx';

/** The platform lists no more. */
const most = 500;

function useColumns(onEnd: (session: StaffSession) => void): readonly Column<StaffSession>[] {
  const { t, language } = useTranslation();
  const where = useLocale();
  const now = useNow();
  const deviceName = useDeviceName();
  const isNarrow = useNarrow();
  const roleOf = ({ staff }: StaffSession) => t(`people.roles.${staff.role}`);
  const lastOf = ({ lastTime }: StaffSession) => relativeText(lastTime, now, language);
  const act = (session: StaffSession) =>
    session.current ? (
      <Badge tone="success">{t('operations.sessions.current')}</Badge>
    ) : (
      <Button
        size="sm"
        look="outline"
        tone="danger"
        aria-label={t('operations.sessions.endNamed', {
          name: namedIn(language, session.staff),
          device: deviceName(session.device),
        })}
        onClick={() => onEnd(session)}
      >
        {t('operations.sessions.end')}
      </Button>
    );
  const header = (name: 'who' | 'role' | 'device' | 'network' | 'since' | 'last') =>
    t(`operations.sessions.columns.${name}`);
  if (isNarrow)
    return [
      {
        name: 'all',
        header: t('operations.sessions.table'),
        cell: (session) => (
          <div className="in-one-cell">
            <strong>{namedIn(language, session.staff)}</strong>
            <span data-end="">{act(session)}</span>
            <small>{roleOf(session)}</small>
            <small data-end="">{lastOf(session)}</small>
            <small>{deviceName(session.device)}</small>
            <small data-end="">{session.network}</small>
          </div>
        ),
      },
    ];
  return [
    {
      name: 'who',
      header: header('who'),
      cell: ({ staff }) => (
        <span className="two-lines">
          <span>{namedIn(language, staff)}</span>
          <small>{staff.username}</small>
        </span>
      ),
    },
    { name: 'role', header: header('role'), cell: roleOf },
    { name: 'device', header: header('device'), cell: ({ device }) => deviceName(device) },
    { name: 'network', header: header('network'), cell: ({ network }) => network },
    { name: 'since', header: header('since'), cell: ({ signInTime }) => dateTimeText(signInTime, where) },
    { name: 'last', header: header('last'), cell: lastOf },
    { name: 'act', header: '', align: 'end', cell: act },
  ];
}

/** Where the staff of the hospital are signed in; each session can be ended. */
export function SessionsPanel() {
  const { api } = useApp();
  const { t } = useTranslation();
  const { values, set } = useFilters(['name']);
  const [ending, setEnding] = useState<StaffSession | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const result = useQuery(useCallback((signal) => api.staffSessions({}, { signal, quiet: true }), [api]));
  useRefreshInView(result.refresh);
  const columns = useColumns((session) => {
    setRefusal(null);
    setEnding(session);
  });
  const typed = searchForm(values.name);
  const isFound = ({ staff }: StaffSession) =>
    [staff.name, staff.nameEn, staff.username].some((text) => searchForm(text).includes(typed));
  return (
    <div className="operations-list">
      <FilterBar label={t('operations.sessions.filter')}>
        <KeywordField
          label={t('operations.sessions.name')}
          value={values.name}
          onSearch={(name) => set('name', name)}
        />
      </FilterBar>
      {refusal ? <ErrorText urgent>{refusal}</ErrorText> : null}
      <QueryResult result={result} lines={10}>
        {(sessions) => {
          const shown = sessions.filter(isFound);
          return (
            <div className="paged">
              <DataTable
                label={t('operations.sessions.table')}
                columns={columns}
                rows={shown}
                rowKey={({ id }) => id}
                empty={
                  typed === '' ? (
                    <EmptyState title={t('operations.sessions.none')} />
                  ) : (
                    <EmptyState title={t('operations.sessions.noMatch')} text={t('operations.sessions.noMatchText')} />
                  )
                }
              />
              <p className="paged-count" role="status">
                <span>{t('operations.sessions.count', { count: shown.length })}</span>{' '}
                {sessions.length >= most ? <span>{t('operations.sessions.most')}</span> : null}
              </p>
            </div>
          );
        }}
      </QueryResult>
      <EndSession session={ending} onEnded={result.refresh} onFailed={setRefusal} onClose={() => setEnding(null)} />
    </div>
  );
}
