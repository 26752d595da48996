import { useState } from 'react';
import type { CertificateReview } from '../../../contract/extension/certificates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateText, dayKey } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { type RejectionReason, RequestDecision } from '../forms/RequestDecision.tsx';
import { useLocale } from '../hooks/useLocale.ts';
import { useNow } from '../hooks/useTicking.ts';
import { dayEnd } from '../lists/filterFields.tsx';

const dayMs = 86_400_000;

type Props = { readonly review: CertificateReview; readonly onDecided: () => void };

/** The decision on one submission: approved until a day or rejected with a reason, and confirmed first. */
export function CertificateDecision({ review: { id, name }, onDecided }: Props) {
  const { api, zone } = useApp();
  const { t } = useTranslation();
  const where = useLocale();
  const now = useNow();
  const [until, setUntil] = useState(() => dayKey(now + 365 * dayMs, zone));
  const [tried, setTried] = useState(false);
  const expireTime = until === '' ? 0 : dayEnd(until, zone);
  const isFuture = expireTime > now;
  const check = () => {
    setTried(true);
    return isFuture;
  };
  const send = (reason: RejectionReason) =>
    api.decideCertificates(reason === null ? { id, approve: true, expireTime } : { id, approve: false, reason }, {
      quiet: true,
    });
  const field = (
    <TextField
      type="date"
      label={t('profile.qualification.validUntil')}
      required
      value={until}
      error={tried && !isFuture ? t('profile.reviews.untilInvalid') : null}
      onChange={({ target }) => setUntil(target.value)}
    />
  );
  return (
    <RequestDecision
      name={`certificates ${id}`}
      textOf={(key) => t(`profile.reviews.${key}`, { name, date: isFuture ? dateText(expireTime, where) : '' })}
      approval={{ field, check }}
      onSend={send}
      onDecided={onDecided}
    />
  );
}
