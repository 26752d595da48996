import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** What stands between the auditor and the decision: somebody else's hold, a lost one, a prescription that is gone. */
export function ReviewNotices({ review }: { readonly review: Review }) {
  const { t } = useTranslation();
  const snapshot = useSelector(review, (s) => s);
  const { message, holderName, found } = snapshot.context;
  const again = (label: string): ReactNode => (
    <Button size="sm" look="outline" tone="neutral" onClick={() => review.send({ type: 'retry.requested' })}>
      {label}
    </Button>
  );
  const close = (
    <Button size="sm" look="outline" tone="neutral" onClick={() => review.send({ type: 'review.closed' })}>
      {t('audit.pane.back')}
    </Button>
  );
  const reason = message ? t('audit.pane.reason', { reason: message }) : null;
  if (snapshot.matches('takenByAnother'))
    return (
      <Notice
        tone="warning"
        urgent
        title={holderName ? t('audit.pane.takenTitle', { name: holderName }) : t('audit.pane.takenTitleUnknown')}
        actions={
          <>
            {again(t('audit.pane.lookAgain'))}
            {close}
          </>
        }
      >
        {t('audit.pane.takenText')}
      </Notice>
    );
  if (snapshot.matches('lost'))
    return (
      <Notice tone="warning" urgent title={t('audit.pane.lostTitle')} actions={again(t('audit.pane.takeAgain'))}>
        {t('audit.pane.lostText')} {reason}
      </Notice>
    );
  if (snapshot.matches('gone'))
    return (
      <Notice tone="warning" urgent title={t('audit.pane.goneTitle')} actions={close}>
        {reason}
      </Notice>
    );
  if (snapshot.matches('unreachable') || snapshot.matches({ holding: 'notLoaded' }))
    return (
      <Notice tone="danger" urgent title={t('audit.pane.unreachable')} actions={again(t('common.actions.retry'))}>
        {t('audit.pane.unreachableText')}
      </Notice>
    );
  if (snapshot.matches({ holding: 'unconfirmed' }))
    return <Notice tone="warning" urgent title={t('audit.unconfirmed')} actions={again(t('audit.askNow'))} />;
  if (!found) return <Skeleton loading label={t('audit.pane.loading')} lines={10} />;
  return message ? <Notice tone="danger" urgent title={t('audit.refused', { reason: message })} /> : null;
}
