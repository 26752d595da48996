import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp, useReview } from '../app/app.ts';
import { useLive } from '../hooks/useLive.ts';

/** Comments whose prescription has left the queue meanwhile, whole, to be copied or discarded. */
export function LeftReviews() {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const { leftReviews } = useReview();
  const left = useLive(leftReviews.list$);
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toasts.show({ tone: 'success', text: t('reviewing.leftReview.copied') }),
      () => toasts.show({ tone: 'warning', text: t('reviewing.leftReview.notCopied') }),
    );
  return left.map(({ id, prescriptionNo, comment }) => (
    <Notice
      key={`${id} ${comment}`}
      tone="warning"
      title={t('reviewing.leftReview.title', { number: prescriptionNo })}
      actions={
        <>
          <Button size="sm" look="ghost" tone="neutral" onClick={() => void leftReviews.discard(id)}>
            {t('reviewing.leftReview.discard')}
          </Button>
          <Button size="sm" look="outline" tone="neutral" onClick={() => void copy(comment)}>
            {t('reviewing.leftReview.copy')}
          </Button>
        </>
      }
    >
      <span dir="auto">{comment}</span>
    </Notice>
  ));
}
