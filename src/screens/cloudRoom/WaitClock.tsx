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
    if (minutes >= 600 || minutes % 60 === 0) return t('workspace.wait.manyHours', { count: Math.floor(minutes / 60) });
    return t('workspace.wait.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
}

type Waiting = { readonly since: number; readonly limitAt: number | null };

/** A wait in a whole sentence: how long, and how that stands to the limit. */
export function useWaitWords(): (waiting: Waiting, now: number) => string {
  const { t } = useTranslation();
  const minutes = useMinutes();
  return ({ since, limitAt }, now) => {
    const { waitedMs, overdueMs, urgency } = waitAt({ since, limitAt }, now);
    const time = minutes(waitedMs);
    if (limitAt === null) return t('workspace.wait.waiting', { time });
    return urgency === 'overdue'
      ? t('workspace.wait.past', { time, over: minutes(overdueMs) })
      : t('workspace.wait.limit', { time, limit: minutes(limitAt - since) });
  };
}

type Props = Waiting & {
  /** Little room: the time alone while it is within the limit. */
  readonly brief?: boolean;
  /** The whole sentence for screen readers is elsewhere, in the name of the row. */
  readonly quiet?: boolean;
};

/** How long somebody has been waiting: neutral, amber, red, and past the limit with another sign and word. */
export function WaitClock({ since, limitAt, brief = false, quiet = false }: Props) {
  const { t } = useTranslation();
  const minutes = useMinutes();
  const words = useWaitWords();
  const read = (now: number): Wait => waitAt({ since, limitAt }, now);
  const level = useTicking((now) => read(now).urgency);
  const text = useTicking((now) => {
    const { waitedMs, overdueMs, urgency } = read(now);
    const time = minutes(urgency === 'overdue' ? overdueMs : waitedMs);
    if (urgency === 'overdue') return t('workspace.wait.overdue', { time });
    return brief ? time : t('workspace.wait.waiting', { time });
  });
  const whole = useTicking((now) => words({ since, limitAt }, now));
  return (
    <span aria-hidden={quiet || undefined}>
      <ClockText level={levels[level]} text={text} whole={whole} />
    </span>
  );
}
