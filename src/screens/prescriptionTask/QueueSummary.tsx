import { useMemo } from 'react';
import { reviewWait } from '../../domain/reviewQueue.ts';
import { waitAt } from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionQueue } from '../../streams/prescriptionQueue.ts';
import { Badge } from '../../ui/Badge.tsx';
import { useTicking } from '../useTicking.ts';
import { useMinutes } from './WaitCell.tsx';

/** How much there is to do, how much of it is late, and how long the longest has waited. */
export function QueueSummary({ items, state }: Pick<PrescriptionQueue, 'items' | 'state'>) {
  const { t } = useTranslation();
  const minutes = useMinutes();
  const waits = useMemo(() => [...items.values()].map(reviewWait), [items]);
  const overdue = useTicking((now) => waits.filter((wait) => waitAt(wait, now).urgency === 'overdue').length);
  const oldest = waits.reduce<number | null>((least, { since }) => Math.min(least ?? since, since), null);
  const longest = useTicking((now) => (oldest === null ? null : minutes(now - oldest)));
  if (state === 'loading') return null;
  return (
    <p className="audit-summary">
      <span>{state === 'failed' ? t('audit.countUnknown') : t('audit.count', { count: items.size })}</span>
      {overdue > 0 ? <Badge tone="danger">{t('audit.overdueCount', { count: overdue })}</Badge> : null}
      {longest === null ? null : <span>{t('audit.oldest', { time: longest })}</span>}
    </p>
  );
}
