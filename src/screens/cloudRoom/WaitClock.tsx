import { createContext, type Ref, useContext, useMemo, useRef } from 'react';
import type { Components, ItemProps, ListProps } from 'react-virtuoso';
import { longestWaits, usedPartOf, type Wait, waitAt } from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ClockText } from '../../ui/Badge.tsx';
import { useMinutes } from '../useMinutes.ts';
import { useRecent, useTicking } from '../useTicking.ts';
import { type ConversationRow, inShownOrder } from './chatRows.ts';

type ListOf = ListProps & { readonly ref?: Ref<HTMLDivElement> };

/** Virtuoso requires the type of a div but only measures the element, so a ul is safe. */
const List = ({ ref, ...props }: ListOf) => <ul {...props} ref={ref as Ref<HTMLUListElement & HTMLDivElement>} />;
const Item = ({ item: _, ...props }: ItemProps<unknown>) => <li {...props} />;

const parts = { List, Item };

/** Renders a virtualised list as ul and li for screen readers. */
export const listParts = <Row,>() => parts as Components<Row>;

const restMs = 3_000;

/** Freezes the order of rows while the pointer or focus is among them, until 3 s after the last movement. */
export function useFrozenOrder(rows: readonly ConversationRow[]) {
  const { recent: held, note: hold, end: release } = useRecent(restMs);
  const shown = useRef<readonly string[]>([]);
  const steady = useMemo(() => {
    const next = held ? inShownOrder(rows, shown.current) : rows;
    shown.current = next.map(({ id }) => id);
    return next;
  }, [rows, held]);
  return {
    rows: steady,
    /** Event handlers of the element around the rows. */
    guard: { onPointerMove: hold, onKeyDown: hold, onPointerLeave: release, onBlur: release },
  };
}

const levels = { calm: 'ok', soon: 'soon', late: 'late', overdue: 'over' } as const;

/** A patient in a running consultation should get an answer within this time in ms. */
export const answerWithinMs = 15 * 60_000;

type Waiting = { readonly since: number; readonly limitAt: number | null };

/** The part of its limit from which an overdue wait of a list is marked. */
export const MarkThreshold = createContext(1);

type Limited = { readonly since: number; readonly limitAt: number };

/** Compares the waits of a list once a minute, so that only the longest are marked. */
export function useMarkThreshold(waits: readonly Limited[]): number {
  const minute = useTicking((now) => now - (now % 60_000));
  return longestWaits(waits.map((wait) => usedPartOf(wait, minute))).threshold;
}

/** Describes a wait in a sentence: its duration and the limit. */
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
  /** In little space shows only the time while it is within the limit. */
  readonly brief?: boolean;
  /** In the smallest space shows only the whole wait; icon and colour mark it as overdue. */
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
  const read = (now: number): Wait => waitAt({ since, limitAt }, now);
  const level = useTicking((now) => read(now).urgency);
  const threshold = useContext(MarkThreshold);
  const isUnmarked = useTicking(
    (now) => limitAt !== null && now > limitAt && usedPartOf({ since, limitAt }, now) < threshold,
  );
  const text = useTicking((now) => {
    const { waitedMs, overdueMs, urgency } = read(now);
    if (urgency === 'overdue' && !terse) return t('workspace.wait.overdue', { time: minutes(overdueMs) });
    const time = minutes(waitedMs);
    return brief ? time : t('workspace.wait.waiting', { time });
  });
  const whole = useTicking((now) => words({ since, limitAt }, now));
  return (
    <span aria-hidden={quiet || undefined} data-unmarked={isUnmarked || undefined}>
      <ClockText level={levels[level]} text={text} whole={whole} />
    </span>
  );
}
