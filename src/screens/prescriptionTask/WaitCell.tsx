import type { AuditItem } from '../../../contract/extension/audit.ts';
import { reviewWait } from '../../domain/reviewQueue.ts';
import { waitAt } from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ClockText } from '../../ui/ClockText.tsx';
import { useTicking } from '../useTicking.ts';

const levels = { calm: 'ok', soon: 'soon', late: 'late', overdue: 'over' } as const;

/** A length of time in whole minutes. */
export function useMinutes(): (ms: number) => string {
  const { t } = useTranslation();
  return (ms) => {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 1) return t('workspace.wait.underMinute');
    if (minutes < 60) return t('workspace.wait.minutes', { count: minutes });
    if (minutes % 60 === 0) return t('workspace.wait.manyHours', { count: minutes / 60 });
    return t('workspace.wait.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
}

/** How long a prescription has waited for its review, on the platform's time; late and overdue differ in word and sign too. */
export function WaitCell({ item }: { readonly item: AuditItem }) {
  const { t } = useTranslation();
  const minutes = useMinutes();
  const wait = reviewWait(item);
  const level = useTicking((now) => waitAt(wait, now).urgency);
  const text = useTicking((now) => {
    const { waitedMs, overdueMs, urgency } = waitAt(wait, now);
    return urgency === 'overdue' ? t('workspace.wait.overdue', { time: minutes(overdueMs) }) : minutes(waitedMs);
  });
  const whole = useTicking((now) => {
    const { waitedMs, overdueMs, urgency } = waitAt(wait, now);
    const time = minutes(waitedMs);
    return urgency === 'overdue'
      ? t('workspace.wait.past', { time, over: minutes(overdueMs) })
      : t('workspace.wait.limit', { time, limit: minutes(wait.limitAt - wait.since) });
  });
  return <ClockText level={levels[level]} text={text} whole={whole} />;
}
