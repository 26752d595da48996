import { useCallback, useEffect, useRef, useState } from 'react';
import type { StaffMember } from '../../../contract/extension/administration.ts';
import type { StaffSession } from '../../../contract/extension/operations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { relativeText } from '../../ui/relativeText.ts';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { useDeviceName } from '../hooks/useDeviceName.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useNow } from '../hooks/useTicking.ts';
import { useQuery } from '../lists/usePages.ts';
import { useRefreshInView } from '../lists/useRefreshInView.ts';
import { EndSession } from './operations/EndSession.tsx';

type ListProps = {
  readonly sessions: readonly StaffSession[];
  readonly onEnd: (session: StaffSession) => void;
};

function SessionList({ sessions, onEnd }: ListProps) {
  const { t, language } = useTranslation();
  const where = useLocale();
  const now = useNow();
  const deviceName = useDeviceName();
  const count = useRef<HTMLParagraphElement>(null);
  // The button of an ended session is gone, and the focus with it.
  useEffect(() => {
    if (sessions && document.activeElement === document.body) count.current?.focus();
  }, [sessions]);
  return (
    <>
      <p ref={count} tabIndex={-1}>
        {t('people.openSessions', { count: sessions.length })}
      </p>
      <ul className="person-sessions" aria-label={t('people.sessions')}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{deviceName(session.device)}</strong>
              <small>
                {t('profile.sessions.from', {
                  ip: session.network,
                  time: dateTimeText(session.signInTime, where),
                })}
              </small>
              <small>{t('profile.sessions.used', { when: relativeText(session.lastTime, now, language) })}</small>
            </div>
            {session.current ? (
              <Badge tone="success">{t('operations.sessions.current')}</Badge>
            ) : (
              <Button
                look="outline"
                tone="danger"
                size="sm"
                aria-label={t('people.endSession', {
                  device: deviceName(session.device),
                  time: dateTimeText(session.signInTime, where),
                })}
                onClick={() => onEnd(session)}
              >
                {t('operations.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

type Props = { readonly person: Pick<StaffMember, 'id'>; readonly onChanged: () => void };

/** Where one person is signed in; each session can be ended. */
export function PersonSessions({ person: { id: staffId }, onChanged }: Props) {
  const { api } = useApp();
  const [ending, setEnding] = useState<StaffSession | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const result = useQuery(
    useCallback((signal) => api.staffSessions({ staffId }, { signal, quiet: true }), [api, staffId]),
  );
  useRefreshInView(result.refresh);
  const reload = () => {
    void result.refresh();
    onChanged();
  };
  return (
    <>
      <QueryResult result={result} lines={2}>
        {(sessions) => (
          <SessionList
            sessions={sessions}
            onEnd={(session) => {
              setRefusal(null);
              setEnding(session);
            }}
          />
        )}
      </QueryResult>
      {refusal ? (
        <p className="form-refusal" role="alert">
          {refusal}
        </p>
      ) : null}
      <EndSession session={ending} onEnded={reload} onFailed={setRefusal} onClose={() => setEnding(null)} />
    </>
  );
}
