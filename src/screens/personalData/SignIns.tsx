import { useCallback } from 'react';
import type { SignIn } from '../../../contract/extension/sessions.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app/app.ts';
import { QueryResult } from '../app/Page.tsx';
import { useDeviceName } from '../hooks/useDeviceName.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useQuery } from '../lists/usePages.ts';
import { useRefreshInView } from '../lists/useRefreshInView.ts';

function useEnding() {
  const { t } = useTranslation();
  const where = useLocale();
  return ({ end, endTime }: SignIn) => {
    if (end === null || endTime === null) return t('profile.signIns.open');
    return t('profile.signIns.ended', { why: t(`profile.signIns.ends.${end}`), time: dateTimeText(endTime, where) });
  };
}

function SignInList({ list }: { readonly list: readonly SignIn[] }) {
  const { t } = useTranslation();
  const where = useLocale();
  const nameOf = useDeviceName();
  const ending = useEnding();
  return (
    <ul className="sign-ins" aria-label={t('profile.signIns.title')}>
      {list.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own and no state.
        <li key={`${one.time} ${index}`}>
          <time>{dateTimeText(one.time, where)}</time>
          <Badge tone={one.outcome === 'ok' ? 'success' : 'danger'}>{t(`profile.signIns.${one.outcome}`)}</Badge>
          <p className="card-note">
            {one.device
              ? t('profile.signIns.from', { device: nameOf(one.device), ip: one.ip })
              : t('profile.signIns.address', { ip: one.ip })}
          </p>
          {one.outcome === 'ok' ? <p className="card-note">{ending(one)}</p> : null}
        </li>
      ))}
    </ul>
  );
}

/** Recent log-ins and refused attempts at the person's account. */
export function SignIns() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.recentSignIns({}, { signal, quiet: true }), [api]));
  useRefreshInView(result.refresh);
  return (
    <section className="card" aria-label={t('profile.signIns.title')}>
      <h2>{t('profile.signIns.title')}</h2>
      <QueryResult result={result} lines={6}>
        {(list) => {
          const refused = list.filter(({ outcome }) => outcome === 'refused').length;
          if (list.length === 0)
            return <EmptyState title={t('profile.signIns.none')} text={t('profile.signIns.noneText')} />;
          return (
            <>
              {refused > 0 ? (
                <Notice tone="warning" title={t('profile.signIns.refusedHint', { count: refused })} />
              ) : null}
              <SignInList list={list} />
            </>
          );
        }}
      </QueryResult>
    </section>
  );
}
