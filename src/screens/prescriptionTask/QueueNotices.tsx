import { memo, useMemo } from 'react';
import { doerName } from '../../domain/owner.ts';
import { type Removal, reviewWait } from '../../domain/reviewQueue.ts';
import { waitAt } from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionQueue } from '../../streams/prescriptionQueue.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { timeText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useLocale } from '../hooks/useLocale.ts';
import { useMinutes } from '../hooks/useMinutes.ts';
import { useServiceHours } from '../hooks/useServiceHours.ts';
import { useTicking } from '../hooks/useTicking.ts';

/** Why a prescription has left the queue, by whom and when. */
export function useRemovalText(): (left: Removal) => string {
  const { t } = useTranslation();
  const where = useLocale();
  return ({ why, by, at }) => {
    const what = t(`reviewing.left.${why}`);
    if (at === null) return what;
    const time = timeText(at, where);
    if (by === null) return t('reviewing.left.at', { what, time });
    return t('reviewing.left.by', { what, name: doerName(by, where.language), time });
  };
}

type State = PrescriptionQueue['state'];

type NoRowsProps = {
  readonly state: State;
  /** Clears the filters if they hide every prescription. */
  readonly onClear: (() => void) | null;
};

/** Replaces the rows of an empty, loading or failed queue, or of one that the filters hide. */
export function NoRows({ state, onClear }: NoRowsProps) {
  const { t } = useTranslation();
  if (state === 'failed') return null;
  if (state === 'loading') return <Skeleton loading label={t('reviewing.loading')} lines={10} />;
  if (onClear)
    return (
      <EmptyState
        title={t('reviewing.filters.none')}
        text={t('reviewing.filters.noneText')}
        action={
          <Button size="sm" look="outline" onClick={onClear}>
            {t('reviewing.filters.clear')}
          </Button>
        }
      />
    );
  return <EmptyState title={t('reviewing.none')} text={t('reviewing.noneText')} />;
}

type NoticeProps = { readonly state: State; readonly empty: boolean; readonly onRetry: () => void };

/** Says whether the queue is up to date. */
export function QueueNotices({ state, empty, onRetry }: NoticeProps) {
  const { t } = useTranslation();
  const retryLabel = t('common.actions.retry');
  if (state === 'failed' && empty)
    return (
      <ErrorPane
        title={t('reviewing.failed')}
        text={t('reviewing.failedText')}
        retryLabel={retryLabel}
        onRetry={onRetry}
      />
    );
  if (state === 'stale' || state === 'failed')
    return (
      <Notice
        tone="warning"
        title={t('reviewing.stale')}
        actions={
          <Button size="sm" look="outline" tone="neutral" onClick={onRetry}>
            {retryLabel}
          </Button>
        }
      />
    );
  return null;
}

/** Size of the queue, number of late prescriptions and the longest wait; reads every row when it renders. */
export const QueueSummary = memo(function QueueSummary({ items, state }: Pick<PrescriptionQueue, 'items' | 'state'>) {
  const { t } = useTranslation();
  const minutes = useMinutes();
  const hours = useServiceHours();
  const waits = useMemo(() => [...items.values()].map((item) => reviewWait(item, hours)), [items, hours]);
  const overdue = useTicking((now) => waits.filter((wait) => waitAt(wait, now).urgency === 'overdue').length);
  const longest = useTicking((now) =>
    waits.length === 0 ? null : minutes(waits.reduce((most, wait) => Math.max(most, waitAt(wait, now).waitedMs), 0)),
  );
  if (state === 'loading') return null;
  return (
    <p className="queue-summary">
      <span>{state === 'failed' ? t('reviewing.countUnknown') : t('reviewing.count', { count: items.size })}</span>
      {overdue > 0 ? <Badge tone="danger">{t('reviewing.overdueCount', { count: overdue })}</Badge> : null}
      {longest === null ? null : <span>{t('reviewing.oldest', { time: longest })}</span>}
    </p>
  );
});
