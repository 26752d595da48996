import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import { waitedMsAt } from '../../domain/wait.ts';
import { hasText, useTranslation } from '../../locales/i18n.ts';
import { dateTimeText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { dotted } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import './prescription.css';
import { labelOf } from '../../domain/enumerations.ts';
import { Badge } from '../../ui/Badge.tsx';
import { useApp } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';
import { useMinutes } from '../hooks/useMinutes.ts';
import { useTicking } from '../hooks/useTicking.ts';
import { isBroken } from './Signatures.tsx';

/** Status of an issued prescription, with the reason first. */
export function RxState({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const where = useLocale();
  const at = (time: number | null | undefined) => (time ? dateTimeText(time, where) : '—');
  const reviewer = rx.auditor?.name ?? '—';
  switch (rx.status) {
    case PrescriptionStatus.pending:
      return (
        <Notice tone="info" title={t('prescription.states.pendingReview')}>
          {rx.decided ? (
            <DecidedText decided={rx.decided} />
          ) : rx.askedTime ? (
            <span>{t('prescription.states.asked')}</span>
          ) : rx.holder ? (
            <span>{t('prescription.states.heldBy', { name: rx.holder.name })}</span>
          ) : (
            <span>{t('prescription.states.pendingText')}</span>
          )}
          <ReviewClock rx={rx} />
        </Notice>
      );
    case PrescriptionStatus.approved:
      return isBroken(rx) ? (
        <Notice tone="danger" title={t('prescription.paper.notSigned')} />
      ) : (
        <Notice tone="success" title={t('prescription.states.approved')}>
          {t('prescription.states.approvedBy', { name: reviewer, time: at(rx.auditTime), until: at(rx.expireTime) })}
        </Notice>
      );
    case PrescriptionStatus.rejected:
      return (
        <Notice tone="danger" title={t('prescription.states.rejected')}>
          <Reasons codes={rx.auditReasonCodes} remark={rx.auditRemark} />
          <p className="rx-note">{t('prescription.states.rejectedBy', { name: reviewer, time: at(rx.auditTime) })}</p>
        </Notice>
      );
    case PrescriptionStatus.cancelled:
      return (
        <Notice tone="warning" title={t('prescription.states.cancelled')}>
          {rx.cancelReason ? t('prescription.states.cancelledText', { reason: rx.cancelReason }) : null}
        </Notice>
      );
    case PrescriptionStatus.expired:
      return (
        <Notice tone="warning" title={t('prescription.states.expired')}>
          {t('prescription.states.expiredText', { time: at(rx.expireTime) })}
        </Notice>
      );
    default:
      return (
        <Notice tone="info" title={t('prescription.states.other')}>
          {t('prescription.states.otherText')}
        </Notice>
      );
  }
}

/** A decision that can still be undone, with the seconds until it takes effect. */
function DecidedText({
  decided: { action, by, effectiveAt, reasonCodes, remark },
}: {
  readonly decided: NonNullable<Rx['decided']>;
}) {
  const { t } = useTranslation();
  const seconds = useTicking((now) => Math.max(0, Math.ceil((effectiveAt - now) / 1_000)));
  return (
    <>
      <span>{t(`prescription.states.decided.${action}`, { name: by.name, count: seconds })}</span>
      <Reasons codes={reasonCodes} remark={remark} />
    </>
  );
}

/** How long the review has waited, without the time for the doctor's answers, and until when the prescription is valid. */
function ReviewClock({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const where = useLocale();
  const minutes = useMinutes();
  const { submitTime, createTime, pausedMs, askedTime, expireTime } = rx;
  const since = (submitTime ?? createTime) + (pausedMs ?? 0);
  const time = useTicking((now) => minutes(waitedMsAt(since, Math.min(now, askedTime ?? now))));
  return (
    <p className="rx-note">
      {[
        t(askedTime ? 'prescription.states.clockPaused' : 'prescription.states.clock', { time }),
        ...(expireTime ? [t('prescription.states.validUntil', { until: dateTimeText(expireTime, where) })] : []),
      ].join(' ')}
    </p>
  );
}

type ReasonsProps = {
  readonly codes: readonly string[] | null | undefined;
  readonly remark: string | null | undefined;
};

/** Why the reviewer rejected it: the coded reasons, then the comment. */
function Reasons({ codes, remark }: ReasonsProps) {
  const { t } = useTranslation();
  const named = (codes ?? []).map((code) => {
    const key = `prescription.reasons.${code}`;
    return hasText(key) ? (t as (key: string) => string)(key) : code;
  });
  return (
    <>
      {named.length > 0 ? <p>{named.join(' · ')}</p> : null}
      {remark ? (
        <p dir="auto" className="rx-remark">
          {remark}
        </p>
      ) : null}
    </>
  );
}

const tones: Readonly<Record<number, 'info' | 'danger' | 'success' | 'warning'>> = {
  [PrescriptionStatus.pending]: 'info',
  [PrescriptionStatus.rejected]: 'danger',
  [PrescriptionStatus.approved]: 'success',
  [PrescriptionStatus.dispensed]: 'success',
};

/** Status in the platform's word; an unknown status is shown as its number. */
export function RxStatus({ status }: { readonly status: number }) {
  const { t } = useTranslation();
  const { Prescription_Status: names } = useLive(useApp().lists$);
  return (
    <Badge tone={tones[status] ?? 'neutral'}>
      {labelOf(names, status) ?? t('common.state.unknown', { value: status })}
    </Badge>
  );
}

type Step = NonNullable<Rx['logs']>[number];

/** A review that was given back at once leaves the prescription as it was. */
const isIdle = (one: Step | undefined, next: Step | undefined) =>
  one?.action === 'claimed' && next?.action === 'released' && one.operator === next.operator;

/** History of a prescription: every version and step that changed something, by whom and when. */
export function RxTrail({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const where = useLocale();
  const logs = rx.logs ?? [];
  const steps = logs.filter((log, at) => !isIdle(log, logs[at + 1]) && !isIdle(logs[at - 1], log));
  const called = (action: string) => {
    const key = `prescription.actions.${action}`;
    return hasText(key) ? (t as (key: string) => string)(key) : action;
  };
  return (
    <ol className="rx-trail" aria-label={t('prescription.history')}>
      {steps.map(({ time, operator, action, remark }) => (
        <li key={`${time} ${action}`}>
          <time>{dateTimeText(time, where)}</time>
          <span>
            <span>{dotted(called(action), operator)}</span>
            {remark ? <q dir="auto">{remark}</q> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
