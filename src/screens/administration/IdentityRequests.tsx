import { useCallback } from 'react';
import type { IdentityRequest } from '../../../contract/extension/identity.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { Facts } from '../lists/Facts.tsx';
import { useQuery } from '../lists/usePages.ts';
import { useRefreshInView } from '../lists/useRefreshInView.ts';
import { type RejectionReason, RequestDecision } from '../requests/RequestDecision.tsx';
import './identityRequests.css';

type Props = { readonly request: IdentityRequest; readonly onDecided: () => void };

/** What the person is called now and what they ask for, field by field. */
function Change({ request }: { readonly request: IdentityRequest }) {
  const { t } = useTranslation();
  const where = useLocale();
  const titles = useLive(useApp().lists$).Doctor_Title;
  const { present, wanted, username, createTime } = request;
  const titleOf = (code: number | null) => (code === null ? null : (labelOf(titles, code) ?? String(code)));
  const changed = (before: string | null, after: string | null) =>
    t('identityRequests.change', { before: before || '—', after: after || '—' });
  const rows: readonly (readonly [string, string] | null)[] = [
    [t('people.fields.username'), username],
    wanted.name === null ? null : [t('people.fields.name'), changed(present.name, wanted.name)],
    wanted.nameEn === null ? null : [t('people.fields.nameEn'), changed(present.nameEn, wanted.nameEn)],
    wanted.titleCode === null
      ? null
      : [t('people.fields.titleCode'), changed(titleOf(present.titleCode), titleOf(wanted.titleCode))],
    wanted.deptId === null ? null : [t('people.fields.deptId'), changed(present.deptName, wanted.deptName)],
    [t('identityRequests.asked'), dateTimeText(createTime, where)],
  ];
  return <Facts label={present.name} rows={rows.flatMap((row) => (row ? [row] : []))} />;
}

function IdentityDecision({ request: { id, present }, onDecided }: Props) {
  const { api } = useApp();
  const { t } = useTranslation();
  const send = (reason: RejectionReason) =>
    api.decideIdentity(reason === null ? { id, approve: true } : { id, approve: false, reason }, { quiet: true });
  return (
    <RequestDecision
      name={`identity ${id}`}
      textOf={(key) => t(`identityRequests.${key}`, { name: present.name })}
      onSend={send}
      onDecided={onDecided}
    />
  );
}

/** Names, titles and departments that people ask for. */
export function IdentityRequests() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.listIdentityRequests({}, { signal, quiet: true }), [api]));
  useRefreshInView(result.refresh);
  useOwnChanges('requests', result.refresh);
  return (
    <Page>
      <PageHeader title={t('administration.names.identityRequests')} />
      <p className="card-note">{t('identityRequests.text')}</p>
      <QueryResult result={result} lines={8}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('identityRequests.none')} text={t('identityRequests.noneText')} />
          ) : (
            <div className="identity-requests">
              {list.map((request) => (
                <section key={request.id} className="card" aria-label={request.present.name}>
                  <h2>{request.present.name}</h2>
                  <Change request={request} />
                  <IdentityDecision request={request} onDecided={result.reload} />
                </section>
              ))}
            </div>
          )
        }
      </QueryResult>
    </Page>
  );
}
