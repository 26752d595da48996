import { createContext, useContext } from 'react';
import { afterServiceMs, serviceMsBetween } from '../../../clinical/lifecycle/serviceTime.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import {
  type Limited,
  longestWaits,
  usedPartOf,
  type Wait,
  type Waiting,
  waitAt,
  waitedMsAt,
  waitsSince,
} from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ClockText } from '../../ui/Badge.tsx';
import { useMinutes } from '../hooks/useMinutes.ts';
import { useServiceHours } from '../hooks/useServiceHours.ts';
import { useTicking } from '../hooks/useTicking.ts';

/** How the urgency of a wait looks on a clock. */
export const clockLevels = { calm: 'ok', soon: 'soon', late: 'late', overdue: 'over' } as const;

/** A patient in a running consultation should get an answer within this much service time in ms. */
const answerWithinMs = 15 * 60_000;

const minuteMs = 60_000;

/** The part of its limit from which an overdue wait of a list is marked. */
export const MarkThreshold = createContext(1);

/** The waits of those patients that must be seen by a time. */
export const limitedWaits = (orders: readonly ConsultOrder[]): Limited[] =>
  orders.flatMap((order) => (order.overdueTime ? [{ since: waitsSince(order), limitAt: order.overdueTime }] : []));

/** Compares the waits of a list once a minute, so that only the longest are marked. */
export function useMarkThreshold(waits: readonly Limited[]): number {
  const hours = useServiceHours();
  const minute = useTicking((now) => now - (now % minuteMs));
  return longestWaits(waits.map((wait) => usedPartOf(wait, hours, minute))).threshold;
}

/** When the answer to a patient's message of this time is overdue. */
export function useAnswerLimit(): (since: number) => number {
  const hours = useServiceHours();
  return (since) => afterServiceMs(hours, since, answerWithinMs);
}

/** Describes a wait in a sentence: its duration and the limit, and that only service hours count where others have passed. */
export function useWaitWords(): (waiting: Waiting, now: number) => string {
  const { t } = useTranslation();
  const minutes = useMinutes();
  return (waiting, now) => {
    const { since, limitAt, hours, pausedAt } = waiting;
    const { waitedMs, overdueMs, urgency } = waitAt(waiting, now);
    const time = minutes(waitedMs);
    if (limitAt === null) return t('workspace.wait.waiting', { time });
    const hasRested = serviceMsBetween(hours, since, now) < waitedMsAt(since, Math.min(now, pausedAt ?? now));
    if (urgency !== 'overdue') {
      const limit = minutes(serviceMsBetween(hours, since, limitAt));
      return t(hasRested ? 'workspace.wait.limitInService' : 'workspace.wait.limit', { time, limit });
    }
    if (overdueMs < minuteMs) return t('workspace.wait.pastNow', { time });
    const over = minutes(overdueMs);
    return t(hasRested ? 'workspace.wait.pastInService' : 'workspace.wait.past', { time, over });
  };
}

/** Says by how much a wait is past its limit; in the first minute only that it is. `terse` is "+6 min". */
export function useOverdueText(): (overdueMs: number, terse?: boolean) => string {
  const { t } = useTranslation();
  const minutes = useMinutes();
  return (overdueMs, terse = false) =>
    overdueMs < minuteMs
      ? t('workspace.wait.overdueNow')
      : t(terse ? 'workspace.wait.over' : 'workspace.wait.overdue', { time: minutes(overdueMs) });
}

type Props = Omit<Waiting, 'hours' | 'pausedAt' | 'startedAt'> & {
  /** In little space shows only the time while it is within the limit. */
  readonly brief?: boolean;
  /** In the least space shows only "+6 min" for six minutes over the limit. */
  readonly terse?: boolean;
  /** Hidden from screen readers if the name of the row has the sentence. */
  readonly quiet?: boolean;
};

/**
 * Waiting time: neutral, amber, red, and past the limit with another icon and word. In a list where everything is
 * overdue only the longest waits are marked.
 */
export function WaitClock({ since, limitAt, brief, terse, quiet }: Props) {
  const { t } = useTranslation();
  const minutes = useMinutes();
  const words = useWaitWords();
  const overdue = useOverdueText();
  const hours = useServiceHours();
  const read = (now: number): Wait => waitAt({ since, limitAt, hours }, now);
  const level = useTicking((now) => read(now).urgency);
  const threshold = useContext(MarkThreshold);
  const isUnmarked = useTicking(
    (now) => limitAt !== null && now > limitAt && usedPartOf({ since, limitAt }, hours, now) < threshold,
  );
  const text = useTicking((now) => {
    const { waitedMs, overdueMs, urgency } = read(now);
    if (urgency === 'overdue') return overdue(overdueMs, terse);
    const time = minutes(waitedMs);
    return brief ? time : t('workspace.wait.waiting', { time });
  });
  const whole = useTicking((now) => words({ since, limitAt, hours }, now));
  return (
    <span aria-hidden={quiet || undefined} data-unmarked={isUnmarked || undefined}>
      <ClockText level={clockLevels[level]} text={text} whole={whole} />
    </span>
  );
}
