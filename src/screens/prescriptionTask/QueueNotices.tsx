import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionQueue } from '../../streams/prescriptionQueue.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

type State = PrescriptionQueue['state'];

/** What stands where the rows would. */
export function NoRows({ state }: { readonly state: State }) {
  const { t } = useTranslation();
  if (state === 'failed') return null;
  if (state === 'loading') return <Skeleton loading label={t('audit.loading')} lines={10} />;
  return <EmptyState title={t('audit.none')} text={t('audit.noneText')} />;
}

type NoticeProps = { readonly state: State; readonly empty: boolean; readonly onRetry: () => void };

/** How far the queue can be trusted. */
export function QueueNotices({ state, empty, onRetry }: NoticeProps) {
  const { t } = useTranslation();
  const retryLabel = t('common.actions.retry');
  if (state === 'failed' && empty)
    return (
      <ErrorPane title={t('audit.failed')} text={t('audit.failedText')} retryLabel={retryLabel} onRetry={onRetry} />
    );
  if (state === 'stale' || state === 'failed')
    return (
      <Notice
        tone="warning"
        title={t('audit.stale')}
        actions={
          <Button size="sm" look="outline" tone="neutral" onClick={onRetry}>
            {retryLabel}
          </Button>
        }
      />
    );
  return null;
}
