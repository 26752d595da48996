import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Device, OpenSession } from '../../../contract/extension/sessions.ts';
import { limits } from '../../../contract/limits.ts';
import type { Answer } from '../../../contract/operation.ts';
import { mayHaveChanged } from '../../domain/answers.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { relativeText } from '../../ui/relativeText.ts';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { useDeviceName } from '../hooks/useDeviceName.ts';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { useQuery } from '../lists/usePages.ts';
import { useRefreshInView } from '../lists/useRefreshInView.ts';
import { SignIns } from './SignIns.tsx';
import './sessions.css';
import { usePending } from '../hooks/usePending.ts';

const icons = { desktop: Monitor, tablet: Tablet, mobile: Smartphone } as const;

function DeviceIcon({ kind }: Pick<Device, 'kind'>) {
  const Icon = icons[kind ?? 'desktop'];
  return <Icon aria-hidden="true" />;
}

/** When a session was last used; its renewals show that only to within half an hour. */
function useLastUse() {
  const { t, language } = useTranslation();
  const now = useLive(useApp().now$);
  return ({ current, lastTime }: OpenSession) => {
    if (current) return t('profile.sessions.now');
    if (now - lastTime < limits.accessTokenMs) return t('profile.sessions.recent');
    return t('profile.sessions.used', { when: relativeText(lastTime, now, language) });
  };
}

type ItemProps = {
  readonly session: OpenSession;
  readonly onEnd: (session: OpenSession) => Promise<void>;
};

function SessionItem({ session, onEnd }: ItemProps) {
  const [busy, pending] = usePending();
  const { t } = useTranslation();
  const where = useLocale();
  const nameOf = useDeviceName();
  const lastUse = useLastUse();
  const { device, ip, signInTime, current } = session;
  return (
    <li>
      <DeviceIcon kind={device.kind} />
      <div>
        <strong>{nameOf(device)}</strong>
        {current ? <Badge tone="success">{t('profile.sessions.current')}</Badge> : null}
        <p className="card-note">{t('profile.sessions.from', { ip, time: dateTimeText(signInTime, where) })}</p>
        <p className="card-note">{lastUse(session)}</p>
      </div>
      {current ? null : (
        <Button
          size="sm"
          look="outline"
          tone="danger"
          busy={busy}
          aria-label={t('profile.sessions.endOne', { device: nameOf(device), ip })}
          onClick={() => void pending(onEnd(session))}
        >
          {t('profile.sessions.end')}
        </Button>
      )}
    </li>
  );
}

type ListProps = { readonly sessions: readonly OpenSession[]; readonly onChanged: () => void };

function SessionList({ sessions, onChanged }: ListProps) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const nameOf = useDeviceName();
  const [endsOthers, pending] = usePending();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const others = sessions.filter(({ current }) => !current).length;

  async function run<T>(call: Promise<Answer<T>>, said: (data: T) => string) {
    setRefusal(null);
    const answer = await call;
    if (answer.ok) toasts.show({ tone: 'success', text: said(answer.data) });
    else setRefusal(answer.failure.message);
    if (mayHaveChanged(answer)) onChanged();
  }
  const endOne = ({ id, device }: OpenSession) =>
    run(api.endSession({ id }, { quiet: true }), () => t('profile.sessions.ended', { device: nameOf(device) }));
  const endOthers = () => {
    setConfirming(false);
    const said = ({ ended }: { readonly ended: number }) => t('profile.sessions.endedOthers', { count: ended });
    return pending(run(api.endOtherSessions({}, { quiet: true }), said));
  };
  return (
    <>
      {refusal ? (
        <p className="form-refusal" role="alert">
          {t('profile.sessions.failed', { reason: refusal })}
        </p>
      ) : null}
      <ul className="sessions">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={endOne} />
        ))}
      </ul>
      {others === 0 ? (
        <p className="card-note">{t('profile.sessions.onlyThis')}</p>
      ) : (
        <footer className="form-foot">
          <Button look="outline" tone="danger" busy={endsOthers} onClick={() => setConfirming(true)}>
            {t('profile.sessions.endOthers')}
          </Button>
        </footer>
      )}
      <ConfirmDialog
        open={confirming}
        tone="danger"
        title={t('profile.sessions.confirm.title')}
        confirmLabel={t('profile.sessions.endOthers')}
        cancelLabel={t('common.actions.cancel')}
        closeLabel={t('common.actions.close')}
        onConfirm={() => void endOthers()}
        onCancel={() => setConfirming(false)}
      >
        {t('profile.sessions.confirm.text', { count: others })}
      </ConfirmDialog>
    </>
  );
}

/** Where the person is logged in, ending it elsewhere, and the recent log-ins. */
export function Sessions() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.listSessions({}, { signal, quiet: true }), [api]));
  useRefreshInView(result.refresh);
  useOwnChanges('sessions', result.refresh);
  return (
    <div className="personal personal-columns">
      <section className="card" aria-label={t('profile.sessions.title')}>
        <h2>{t('profile.sessions.title')}</h2>
        <p className="card-note">{t('profile.sessions.text')}</p>
        <QueryResult result={result} lines={6}>
          {(sessions) => <SessionList sessions={sessions} onChanged={result.refresh} />}
        </QueryResult>
      </section>
      <SignIns />
    </div>
  );
}
