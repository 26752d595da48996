import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { latestUndoable } from '../../machines/selectors/reviewQueue.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp, useReview } from '../app/app.ts';
import { useTicking } from '../hooks/useTicking.ts';

/** The latest decision that can still be undone, with the seconds until it takes effect; nothing otherwise. */
export function UndoBar() {
  const { t } = useTranslation();
  const { reviewQueue } = useReview();
  const pending = useSelector(reviewQueue, latestUndoable);
  const seconds = useTicking((now) => (pending ? Math.max(0, Math.ceil((pending.effectiveAt - now) / 1_000)) : 0));
  if (!pending || seconds === 0) return null;
  const { prescriptionNo: number } = pending;
  return (
    <div className="queue-undo" role="status">
      <span>{t(`reviewing.undo.${pending.decision}`, { number })}</span>
      <span aria-hidden="true">{t('reviewing.undo.seconds', { count: seconds })}</span>
      <Button
        size="sm"
        look="outline"
        tone="neutral"
        aria-keyshortcuts="u"
        onClick={() => reviewQueue.send({ type: 'undo.requested' })}
      >
        {t('reviewing.undo.button')}
      </Button>
    </div>
  );
}

/** Shows what became of this reviewer's decisions: stored at once, or dropped. */
export function useDecisionNotices(): void {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { reviewQueue } = useReview();
  useEffect(() => {
    const subscriptions = [
      reviewQueue.on('review.decided', ({ decision, prescriptionNo: number, effectiveAt }) => {
        if (effectiveAt === null)
          toasts.show({ tone: 'success', text: t(`reviewing.decided.${decision}`, { number }) });
      }),
      reviewQueue.on('decision.dropped', ({ why, prescriptionNo: number }) =>
        toasts.show({ tone: 'danger', text: t(`reviewing.undo.dropped.${why}`, { number }), lastsMs: 20_000 }),
      ),
      reviewQueue.on('nothing.free', () => toasts.show({ tone: 'info', text: t('reviewing.nothingFree') })),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [reviewQueue, toasts, t]);
}
