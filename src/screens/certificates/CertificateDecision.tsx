import { useState } from 'react';
import { isReason } from '../../../clinical/writtenReason.ts';
import type { CertificateReview } from '../../../contract/extension/certificates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { dateText, dayKey } from '../../ui/format.ts';
import { TextAreaField, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { dayEnd } from '../filterFields.tsx';
import { useLocale } from '../useLocale.ts';
import { useNow } from '../useTicking.ts';

const dayMs = 86_400_000;

type Decision = 'approve' | 'reject';
type Props = { readonly review: CertificateReview; readonly onDecided: () => void };

/** The decision on one submission: approved until a day or rejected with a reason, and confirmed first. */
export function CertificateDecision({ review, onDecided }: Props) {
  const { api, toasts, zone } = useApp();
  const { t } = useTranslation();
  const where = useLocale();
  const now = useNow();
  const [until, setUntil] = useState(() => dayKey(now + 365 * dayMs, zone));
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState<Decision | null>(null);
  const [tried, setTried] = useState<Decision | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id, name } = review;
  const expireTime = until === '' ? 0 : dayEnd(until, zone);
  const isFuture = expireTime > now;
  const ask = (what: Decision) => {
    setTried(what);
    setRefusal(null);
    if (what === 'approve' ? isFuture : isReason(reason)) setAsking(what);
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
    <>
      <div className="reviews-decision">
        <TextField
          type="date"
          label={t('profile.qualification.validUntil')}
          required
          value={until}
          error={tried === 'approve' && !isFuture ? t('profile.reviews.untilInvalid') : null}
          onChange={({ target }) => setUntil(target.value)}
        />
        <Button onClick={() => ask('approve')}>{t('profile.reviews.approve')}</Button>
        <TextAreaField
          label={t('profile.reviews.reason')}
          hint={t('profile.reviews.reasonHint')}
          maxLength={500}
          value={reason}
          error={tried === 'reject' && !isReason(reason) ? t('common.form.reason') : null}
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
          : t('profile.reviews.approveEffect', { date: isFuture ? dateText(expireTime, where) : '' })}
      </ConfirmDialog>
    </>
  );
}
