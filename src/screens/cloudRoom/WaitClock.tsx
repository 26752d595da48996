import { type Ref, useMemo, useRef } from 'react';
import type { Components, ItemProps, ListProps } from 'react-virtuoso';
import { type Wait, waitAt } from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ClockText } from '../../ui/Badge.tsx';
import { useRecent, useTicking } from '../useTicking.ts';
import { type ConversationRow, steadied } from './conversationRows.ts';

type ListOf = ListProps & { readonly ref?: Ref<HTMLDivElement> };

/** Virtuoso types its list as a div; it only measures the element. */
const List = ({ ref, ...props }: ListOf) => <ul {...props} ref={ref as Ref<HTMLUListElement & HTMLDivElement>} />;
const Item = ({ item: _, ...props }: ItemProps<unknown>) => <li {...props} />;

const parts = { List, Item };

/** A virtual list that is a list to screen readers. */
export const listParts = <Row,>() => parts as Components<Row>;

const restMs = 3_000;

/**
 * Keeps rows where they are while the pointer or the focus is among them; they go to their places three seconds after the
 * last movement, or when it leaves.
 */
export function useSteady(rows: readonly ConversationRow[]) {
  const { recent: held, note: hold, end: release } = useRecent(restMs);
  const shown = useRef<readonly string[]>([]);
  const steady = useMemo(() => {
    const next = held ? steadied(rows, shown.current) : rows;
    shown.current = next.map(({ id }) => id);
    return next;
  }, [rows, held]);
  return {
    rows: steady,
    /** For the element around the rows. */
    guard: { onPointerMove: hold, onKeyDown: hold, onPointerLeave: release, onBlur: release },
  };
}

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
