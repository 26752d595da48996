import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** What the doctor must know about the saving of this record, besides that it goes on. */
export function RecordNotices({ record }: { readonly record: RecordActor }) {
  const { t } = useTranslation();
  const resumed = useSelector(record, (s) => s.context.resumed);
  const failed = useSelector(record, (s) => s.matches('failed'));
  const refused = useSelector(record, (s) => s.matches('refused'));
  const reason = useSelector(record, (s) => s.context.message ?? '');
  const again = () => record.send({ type: 'retry.requested' });
  if (refused)
    return (
      <Notice
        tone="danger"
        urgent
        title={t('record.refused', { reason })}
        actions={
          <Button size="sm" look="outline" tone="neutral" onClick={again}>
            {t('record.reload')}
          </Button>
        }
      />
    );
  if (failed)
    return (
      <Notice
        tone="warning"
        urgent
        title={t('record.failed')}
        actions={
          <Button size="sm" look="outline" tone="neutral" onClick={again}>
            {t('common.actions.retry')}
          </Button>
        }
      />
    );
  return resumed ? <Notice tone="info" title={t('record.resumed')} /> : null;
}
