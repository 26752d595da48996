import { useCallback } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { CertificateReviews } from '../certificates/CertificateReviews.tsx';
import { useLocale } from '../hooks/useLocale.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { useNow } from '../hooks/useTicking.ts';
import { useQuery } from '../lists/usePages.ts';

/** Approved certificates that end within three months or have ended. */
function Expiring() {
  const { api } = useApp();
  const { t } = useTranslation();
  const where = useLocale();
  const now = useNow();
  const result = useQuery(useCallback((signal) => api.expiringCertificates({}, { signal, quiet: true }), [api]));
  useOwnChanges('requests', result.refresh);
  return (
    <section className="administration-part" aria-label={t('certificates.expiring')}>
      <h2>{t('certificates.expiring')}</h2>
      <QueryResult result={result} lines={4}>
        {(list) =>
          list.length === 0 ? (
            <p className="card card-note">{t('certificates.noneExpires')}</p>
          ) : (
            <ul className="expiring">
              {list.map(({ doctorId, name, username, deptName, practiceCertNo, expireTime }) => (
                <li key={doctorId}>
                  <strong>{name}</strong>
                  <span>{username}</span>
                  <span>{deptName}</span>
                  <span>{practiceCertNo}</span>
                  <Badge tone={expireTime <= now ? 'danger' : 'warning'}>
                    {t(expireTime <= now ? 'certificates.ended' : 'certificates.ends', {
                      date: dateText(expireTime, where),
                    })}
                  </Badge>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </section>
  );
}

/** Certificates that wait for the hospital's decision, and those that end soon. */
export function Certificates() {
  const { t } = useTranslation();
  return (
    <Page>
      <PageHeader title={t('administration.names.certificates')} />
      <section className="administration-part" aria-label={t('certificates.waiting')}>
        <h2>{t('certificates.waiting')}</h2>
        <CertificateReviews />
      </section>
      <Expiring />
    </Page>
  );
}
