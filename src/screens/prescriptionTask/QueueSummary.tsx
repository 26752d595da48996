import type { AuditItem } from '../../../contract/extension/audit.ts';
import { reviewWait } from '../../domain/reviewQueue.ts';
import { waitAt } from '../../domain/wait.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { useTicking } from '../useTicking.ts';
import { useMinutes } from './WaitCell.tsx';

/** How much there is to do, how much of it is late, and how long the longest has waited. */
export function QueueSummary({ items }: { readonly items: readonly AuditItem[] }) {
  const { t } = useTranslation();
  const minutes = useMinutes();
  const waits = items.map(reviewWait);
  const overdue = useTicking((now) => waits.filter((wait) => waitAt(wait, now).urgency === 'overdue').length);
  const oldest = waits.length === 0 ? null : Math.min(...waits.map(({ since }) => since));
  const longest = useTicking((now) => (oldest === null ? null : minutes(now - oldest)));
  return (
    <p className="audit-summary">
      <span>{t('audit.count', { count: items.length })}</span>
      {overdue > 0 ? <Badge tone="danger">{t('audit.overdueCount', { count: overdue })}</Badge> : null}
      {longest === null ? null : <span>{t('audit.oldest', { time: longest })}</span>}
    </p>
  );
}
