import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import type { ReviewContext } from '../../machines/reviewSetup.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const Messages = lazy(() => import('../Transcript.tsx').then((module) => ({ default: module.TranscriptBeside })));

/** The consultation's messages, read on request, because each reading is recorded. */
export function ReviewMessages({ found }: { readonly found: ReviewContext }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const { conversationId, rx } = found;
  if (!conversationId) return <p className="audit-none">{t('audit.messages.hidden')}</p>;
  if (!shown)
    return (
      <p className="review-messages-ask">
        <Button size="sm" look="outline" tone="neutral" onClick={() => setShown(true)}>
          {t('audit.messages.show')}
        </Button>{' '}
        <small>{t('audit.messages.recorded')}</small>
      </p>
    );
  return (
    <div className="review-messages">
      <Suspense fallback={<Skeleton loading label={t('common.state.loading')} lines={6} />}>
        <Messages of={conversationId} patientName={rx.patient.name} />
      </Suspense>
    </div>
  );
}
