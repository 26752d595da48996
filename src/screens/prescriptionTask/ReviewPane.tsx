import { useSelector } from '@xstate/react';
import type { AuditItem } from '../../../contract/extension/audit.ts';
import type { Review } from '../../machines/review.ts';
import { useReview } from '../app/app.ts';
import { ThreadProvider } from '../questions/ThreadContext.tsx';
import { ReviewSheet } from './ReviewSheet.tsx';

/** The prescription that is open beside the queue. */
export function ReviewPane({ item }: { readonly item: AuditItem | null }) {
  const { auditQueue } = useReview();
  const review: Review | undefined = useSelector(auditQueue, (s) => s.children.review);
  if (!review) return null;
  const { id } = review.getSnapshot().context;
  return (
    <ThreadProvider id={id}>
      <ReviewSheet review={review} item={item} />
    </ThreadProvider>
  );
}
