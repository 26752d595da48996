import { useCallback, useState } from 'react';
import type { CertificateReview } from '../../../contract/extension/certificates.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { CountBadge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { dateText, dayKey } from '../../ui/format.ts';
import { TextAreaField, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { Facts } from '../Facts.tsx';
import { dayEnd } from '../filterFields.tsx';
import { useLinks } from '../links.ts';
import { QueryResult } from '../Page.tsx';
import { useLive } from '../useLive.ts';
import { useLocale } from '../useLocale.ts';
import { useQuery } from '../usePages.ts';
import { useRefreshInView } from '../useRefreshInView.ts';
import { useNow } from '../useTicking.ts';
import './reviews.css';

const dayMs = 86_400_000;
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
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

type CardProps = { readonly review: CertificateReview; readonly onDecided: () => void };
type Asking = 'approve' | 'reject' | null;

/** One submission, and the decision on it, which is confirmed first. */
function ReviewCard({ review, onDecided }: CardProps) {
  const { api, toasts, lists$, zone } = useApp();
  const { t } = useTranslation();
  const where = useLocale();
  const now = useNow();
  const titles = useLive(lists$).Doctor_Title;
  const [until, setUntil] = useState(() => dayKey(now + 365 * dayMs, zone));
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState<Asking>(null);
  const [tried, setTried] = useState<Asking>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id, name, username, deptName, practiceCertNo, qualificationCertNo, titleCode, updateTime, approved } = review;
  const expireTime = until === '' ? 0 : dayEnd(until, zone);
  const isDay = expireTime > now;
  const ask = (what: 'approve' | 'reject') => {
    setTried(what);
    setRefusal(null);
    if (what === 'approve' ? isDay : reason.trim() !== '') setAsking(what);
  };

  async function decide() {
    setBusy(true);
    const decision =
      asking === 'approve'
        ? ({ id, approve: true, expireTime } as const)
        : ({ id, approve: false, reason: reason.trim() } as const);
    const answer = await api.decideCertificates(decision, { quiet: true });
    setBusy(false);
    setAsking(null);
    if (!answer.ok) return setRefusal(answer.failure.message);
    toasts.show({
      tone: 'success',
      text: t(`profile.reviews.${asking === 'approve' ? 'approved' : 'rejected'}`, { name }),
    });
    onDecided();
  }
  return (
    <section className="card" aria-label={name}>
      <h2>{name}</h2>
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
      <Pictures review={review} />
      <div className="reviews-decision">
        <TextField
          type="date"
          label={t('profile.qualification.validUntil')}
          required
          value={until}
          error={tried === 'approve' && !isDay ? t('profile.reviews.untilInvalid') : null}
          onChange={({ target }) => setUntil(target.value)}
        />
        <Button onClick={() => ask('approve')}>{t('profile.reviews.approve')}</Button>
        <TextAreaField
          label={t('profile.reviews.reason')}
          hint={t('profile.reviews.reasonHint')}
          maxLength={500}
          value={reason}
          error={tried === 'reject' && reason.trim() === '' ? t('common.form.required') : null}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button look="outline" tone="danger" onClick={() => ask('reject')}>
          {t('profile.reviews.reject')}
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
        title={t(`profile.reviews.${asking === 'reject' ? 'rejectSure' : 'approveSure'}`, { name })}
        confirmLabel={t(`profile.reviews.${asking === 'reject' ? 'reject' : 'approve'}`)}
        cancelLabel={t('common.actions.cancel')}
        closeLabel={t('common.actions.close')}
        onConfirm={() => void decide()}
        onCancel={() => setAsking(null)}
      >
        {asking === 'reject'
          ? t('profile.reviews.rejectEffect')
          : t('profile.reviews.approveEffect', { date: isDay ? dateText(expireTime, where) : '' })}
      </ConfirmDialog>
    </section>
  );
}

/** Certificates of colleagues that wait for the hospital's decision. */
export function CertificateReviews() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.listCertificateReviews({}, { signal, quiet: true }), [api]));
  useRefreshInView(result.refresh);
  return (
    <div className="personal">
      <QueryResult result={result} lines={10}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('profile.reviews.none')} text={t('profile.reviews.noneText')} />
          ) : (
            <div className="reviews">
              <p className="card-note">
                {t('profile.reviews.text')} <CountBadge count={list.length} tone="neutral" />
              </p>
              {list.map((review) => (
                <ReviewCard key={review.id} review={review} onDecided={result.reload} />
              ))}
            </div>
          )
        }
      </QueryResult>
    </div>
  );
}
