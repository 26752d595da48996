import type { CertificateReview } from '../../../contract/extension/certificates.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateText, dayKey } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { problem } from '../forms/fields.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useNow } from '../hooks/useTicking.ts';
import { dayEnd } from '../lists/filterFields.tsx';
import { type RejectionReason, RequestDecision } from '../requests/RequestDecision.tsx';

const dayMs = 86_400_000;

type Props = { readonly review: CertificateReview; readonly onDecided: () => void };

/** The decision on one submission: approved until a day or rejected with a reason, and confirmed first. */
export function CertificateDecision({ review: { id, name }, onDecided }: Props) {
  const { api, zone } = useApp();
  const { t } = useTranslation();
  const where = useLocale();
  const now = useNow();
  const endOf = (until: string) => (until === '' ? 0 : dayEnd(until, zone));
  const isFuture = (until: string) => endOf(until) > now;
  const send = (reason: RejectionReason, until: string) =>
    api.decideCertificates(
      reason === null ? { id, approve: true, expireTime: endOf(until) } : { id, approve: false, reason },
      { quiet: true },
    );
  return (
    <RequestDecision
      name={`certificates ${id}`}
      textOf={(key, until) =>
        t(`profile.reviews.${key}`, { name, date: isFuture(until) ? dateText(endOf(until), where) : '' })
      }
      until={{
        label: t('profile.qualification.validUntil'),
        first: dayKey(now + 365 * dayMs, zone),
        problem: (until) => (isFuture(until) ? null : problem('profile.reviews.untilInvalid')),
      }}
      onSend={send}
      onDecided={onDecided}
    />
  );
}
