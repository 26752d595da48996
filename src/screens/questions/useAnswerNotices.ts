import { useEffect } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { openPrescription } from '../../machines/selectors/reviewQueue.ts';
import { useApp, useReview } from '../app/app.ts';

const lastsMs = 20_000;

/** A notice for each answer to a question that was asked here, unless its review is open. */
export function useAnswerNotices(): void {
  const { t } = useTranslation();
  const { toasts, announcer } = useApp();
  const { questions, queue, reviewQueue } = useReview();
  useEffect(() => {
    const subscription = questions.answered$.subscribe((id) => {
      const item = queue.queue.value.items.get(id);
      const text = t('reviewing.answer.arrived', { number: item?.prescriptionNo ?? '' });
      if (openPrescription(reviewQueue.getSnapshot())?.id === id || !item) return announcer.say(text);
      const run = () => reviewQueue.send({ type: 'prescription.opened', id, version: item.version });
      toasts.show({ tone: 'info', text, action: { label: t('reviewing.answer.open'), run }, lastsMs });
    });
    return () => subscription.unsubscribe();
  }, [questions, queue, reviewQueue, toasts, announcer, t]);
}
