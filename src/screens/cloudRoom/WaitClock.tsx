import { type Wait, waitAt } from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ClockText } from '../../ui/ClockText.tsx';
import { useTicking } from '../useTicking.ts';

const levels = { calm: 'ok', soon: 'soon', late: 'late', overdue: 'over' } as const;

/** A patient in a running consultation should not wait longer than this for an answer. */
export const answerWithinMs = 15 * 60_000;

/** A length of time as a calm clock says it: whole minutes. */
export function useMinutes(): (ms: number) => string {
  const { t } = useTranslation();
  return (ms) => {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 1) return t('workspace.wait.underMinute');
    if (minutes < 60) return t('workspace.wait.minutes', { count: minutes });
    if (minutes >= 600) return t('workspace.wait.manyHours', { count: Math.floor(minutes / 60) });
    return t('workspace.wait.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
}

type Props = {
  readonly since: number;
  readonly limitAt: number | null;
  /** The whole sentence for screen readers is elsewhere, in the name of the row. */
  readonly quiet?: boolean;
};

/** How long somebody has been waiting: neutral, amber, red, and past the limit with another sign and word. */
export function WaitClock({ since, limitAt, quiet = false }: Props) {
  const { t } = useTranslation();
  const minutes = useMinutes();
  const read = (now: number): Wait => waitAt({ since, limitAt }, now);
  const level = useTicking((now) => read(now).urgency);
  const text = useTicking((now) => {
    const { waitedMs, overdueMs, urgency } = read(now);
    return urgency === 'overdue' ? t('workspace.wait.overdue', { time: minutes(overdueMs) }) : minutes(waitedMs);
  });
  return (
    <span aria-hidden={quiet || undefined}>
      <ClockText level={levels[level]} text={text} />
    </span>
  );
}
