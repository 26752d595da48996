import { useCallback, useState } from 'react';
import { isReason } from '../../../clinical/writtenReason.ts';
import type { IdentityRequest } from '../../../contract/extension/identity.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { TextAreaField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { Facts } from '../Facts.tsx';
import { Page, PageHeader, QueryResult } from '../Page.tsx';
import { useLive } from '../useLive.ts';
import { useLocale } from '../useLocale.ts';
import { useQuery } from '../usePages.ts';
import { useRefreshInView } from '../useRefreshInView.ts';
import './identityRequests.css';

type Decision = 'approve' | 'reject';
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

/** The decision on one request: approved, or rejected with a reason, and confirmed first. */
function IdentityDecision({ request, onDecided }: Props) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState<Decision | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id } = request;
  const { name } = request.present;
  const ask = (what: Decision) => {
    setRefusal(null);
    setTried(what === 'reject');
    if (what === 'approve' || isReason(reason)) setAsking(what);
  };
  async function decide() {
    setBusy(true);
    const decision =
      asking === 'approve'
        ? ({ id, approve: true } as const)
        : ({ id, approve: false, reason: reason.trim() } as const);
    const answer = await api.decideIdentity(decision, { quiet: true });
    setBusy(false);
    setAsking(null);
    if (!answer.ok) return setRefusal(answer.failure.message);
    toasts.show({
      tone: 'success',
      text: t(`identityRequests.${asking === 'approve' ? 'approved' : 'rejected'}`, { name }),
    });
    onDecided();
  }
  return (
    <>
      <div className="identity-decision">
        <Button onClick={() => ask('approve')}>{t('identityRequests.approve')}</Button>
        <TextAreaField
          label={t('identityRequests.reason')}
          hint={t('identityRequests.reasonHint')}
          maxLength={500}
          value={reason}
          error={tried && !isReason(reason) ? t('common.form.reason') : null}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button look="outline" tone="danger" onClick={() => ask('reject')}>
          {t('identityRequests.reject')}
        </Button>
      </div>
      {refusal ? (
        <p className="form-refusal" role="alert">
          {refusal}
        </p>
      ) : null}
      <ConfirmDialog
        open={asking !== null}
        busy={busy}
        tone={asking === 'reject' ? 'danger' : 'brand'}
        title={t(`identityRequests.${asking === 'reject' ? 'rejectSure' : 'approveSure'}`, { name })}
        confirmLabel={t(`identityRequests.${asking === 'reject' ? 'reject' : 'approve'}`)}
        cancelLabel={t('common.actions.cancel')}
        closeLabel={t('common.actions.close')}
        onConfirm={() => void decide()}
        onCancel={() => setAsking(null)}
      >
        {t(`identityRequests.${asking === 'reject' ? 'rejectEffect' : 'approveEffect'}`)}
      </ConfirmDialog>
    </>
  );
}

/** Names, titles and departments that people ask for. */
export function IdentityRequests() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.listIdentityRequests({}, { signal, quiet: true }), [api]));
  useRefreshInView(result.refresh);
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
