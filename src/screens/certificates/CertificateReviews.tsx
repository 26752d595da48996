import { useCallback } from 'react';
import type { CertificateReview } from '../../../contract/extension/certificates.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dateText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { useLinks } from '../app/links.ts';
import { QueryResult } from '../app/Page.tsx';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { Facts } from '../lists/Facts.tsx';
import { useQuery } from '../lists/usePages.ts';
import { useRefreshInView } from '../lists/useRefreshInView.ts';
import { CertificateDecision } from './CertificateDecision.tsx';
import './reviews.css';

const pictures = ['idCardFront', 'idCardBack', 'practiceCertUrls', 'qualificationCertUrls', 'titleCertUrls'] as const;

const urlsOf = (review: CertificateReview, name: (typeof pictures)[number]): readonly string[] =>
  [review[name]].flat().filter((url): url is string => Boolean(url));

/** The pictures that were handed in; each opens in a tab of its own. */
function Pictures({ review }: { readonly review: CertificateReview }) {
  const { t } = useTranslation();
  const { linkOf } = useLinks();
  const shown = pictures.flatMap((name) =>
    urlsOf(review, name).map((url, at) => ({
      url,
      text: t('profile.picture.named', { field: t(`profile.qualification.${name}`), number: at + 1 }),
    })),
  );
  if (shown.length === 0) return <p className="personal-warning">{t('profile.reviews.noPictures')}</p>;
  return (
    <ul className="reviews-pictures">
      {shown.map(({ url, text }) => (
        <li key={url}>
          <a href={linkOf(url)} target="_blank" rel="noopener noreferrer">
            <img src={linkOf(url)} alt="" />
            <span>{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What was handed in, beside what the hospital approved before. */
function ReviewFacts({ review }: { readonly review: CertificateReview }) {
  const { t } = useTranslation();
  const where = useLocale();
  const titles = useLive(useApp().lists$).Doctor_Title;
  const { name, username, deptName, practiceCertNo, qualificationCertNo, titleCode, updateTime, approved } = review;
  return (
    <Facts
      label={name}
      rows={[
        [t('profile.reviews.account'), username],
        [t('profile.department'), deptName],
        [t('profile.professionalTitle'), labelOf(titles, titleCode) ?? String(titleCode)],
        [t('profile.qualification.practiceCertNo'), practiceCertNo],
        [t('profile.qualification.qualificationCertNo'), qualificationCertNo],
        [t('profile.qualification.handedIn'), dateText(updateTime, where)],
        [
          t('profile.reviews.before'),
          approved
            ? t('profile.reviews.beforeUntil', {
                number: approved.practiceCertNo,
                date: approved.expireTime ? dateText(approved.expireTime, where) : '—',
              })
            : t('profile.reviews.beforeNone'),
        ],
      ]}
    />
  );
}

/** Certificates of colleagues that wait for the hospital's decision. */
export function CertificateReviews() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.listCertificateReviews({}, { signal, quiet: true }), [api]));
  useRefreshInView(result.refresh);
  useOwnChanges('requests', result.refresh);
  return (
    <div className="personal">
      <QueryResult result={result} lines={10}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('profile.reviews.none')} text={t('profile.reviews.noneText')} />
          ) : (
            <div className="reviews">
              <p className="card-note">
                <span>{`${t('profile.reviews.text')} `}</span>
                <CountBadge count={list.length} tone="neutral" />
              </p>
              {list.map((review) => (
                <section key={review.id} className="card" aria-label={review.name}>
                  <h2>{review.name}</h2>
                  <ReviewFacts review={review} />
                  <Pictures review={review} />
                  <CertificateDecision review={review} onDecided={result.reload} />
                </section>
              ))}
            </div>
          )
        }
      </QueryResult>
    </div>
  );
}
