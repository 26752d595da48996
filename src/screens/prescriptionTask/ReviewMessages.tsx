import { Suspense, useState } from 'react';
import type { ReviewMaterial } from '../../domain/review.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { laterPart } from '../../ui/LaterPart.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const Messages = laterPart(() => import('../history/Transcript.tsx').then((m) => m.TranscriptBeside));

/** The consultation's messages, read on request, because each reading is recorded. */
export function ReviewMessages({ found }: { readonly found: ReviewMaterial }) {
  const { t } = useTranslation();
  /** How often they were read; they do not follow a conversation that goes on. */
  const [readings, setReadings] = useState(0);
  const { conversationId, rx } = found;
  if (!conversationId) return <p className="queue-none">{t('reviewing.messages.hidden')}</p>;
  if (readings === 0)
    return (
      <p className="review-messages-ask">
        <Button size="sm" look="outline" tone="neutral" onClick={() => setReadings(1)}>
          {t('reviewing.messages.show')}
        </Button>{' '}
        <small>{t('reviewing.messages.recorded')}</small>
      </p>
    );
  return (
    <div className="review-messages">
      <p className="review-messages-ask">
        <Button size="sm" look="ghost" tone="neutral" onClick={() => setReadings(readings + 1)}>
          {t('reviewing.messages.again')}
        </Button>{' '}
        <small>{t('reviewing.messages.asRead')}</small>
      </p>
      <Suspense fallback={<Skeleton loading label={t('common.state.loading')} lines={6} />}>
        <Messages key={readings} of={conversationId} patientName={rx.patient.name} />
      </Suspense>
    </div>
  );
}
