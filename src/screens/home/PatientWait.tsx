import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { patientWait, type Urgency } from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ClockText } from '../../ui/ClockText.tsx';
import { useTicking } from '../useTicking.ts';

const levels = { calm: 'ok', soon: 'soon', late: 'late', overdue: 'over' } as const satisfies Record<Urgency, string>;

/** How long a patient has been waiting: a calm clock of minutes, and another sign once it is too long. */
export function PatientWait({ order }: { readonly order: ConsultOrder }) {
  const { t } = useTranslation();
  const length = (ms: number) => {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 1) return t('workspace.wait.underMinute');
    if (minutes < 60) return t('workspace.wait.minutes', { count: minutes });
    if (minutes % 60 === 0) return t('workspace.wait.manyHours', { count: minutes / 60 });
    return t('workspace.wait.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
  const level = useTicking((now) => patientWait(order, now).urgency);
  const text = useTicking((now) => {
    const { urgency, waitedMs, overdueMs } = patientWait(order, now);
    return urgency === 'overdue' ? t('workspace.wait.overdue', { time: length(overdueMs) }) : length(waitedMs);
  });
  const limit = order.overdueTime ? order.overdueTime - (order.payTime ?? order.createTime) : null;
  const whole = useTicking((now) => {
    const { urgency, waitedMs, overdueMs } = patientWait(order, now);
    const time = length(waitedMs);
    if (limit === null) return t('workspace.wait.waiting', { time });
    return urgency === 'overdue'
      ? t('workspace.wait.past', { time, over: length(overdueMs) })
      : t('workspace.wait.limit', { time, limit: length(limit) });
  });
  return <ClockText level={levels[level]} text={text} whole={whole} />;
}
