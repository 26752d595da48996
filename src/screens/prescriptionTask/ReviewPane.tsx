import { useSelector } from '@xstate/react';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import { loadTexts } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import { reviewedId } from '../../machines/selectors/review.ts';
import { reviewIn } from '../../machines/selectors/reviewQueue.ts';
import { laterPane } from '../../ui/LaterPart.tsx';
import { useReview } from '../app/app.ts';
import { ThreadProvider } from '../questions/ThreadContext.tsx';

const sheet = laterPane(async () => {
  const [{ ReviewSheet }] = await Promise.all([import('./ReviewSheet.tsx'), loadTexts('documents')]);
  return ReviewSheet;
});
const ReviewSheet = sheet.Pane;

/** Loads the code of reviews once the queue has been shown. */
export const useReviewSheetAhead = sheet.useAhead;

/** The prescription that is open beside the queue. */
export function ReviewPane({ item }: { readonly item: AuditItem | null }) {
  const { reviewQueue } = useReview();
  const review: Review | undefined = useSelector(reviewQueue, reviewIn);
  if (!review) return null;
  const id = reviewedId(review.getSnapshot());
  return (
    <ThreadProvider id={id}>
      <ReviewSheet review={review} item={item} />
    </ThreadProvider>
  );
}
