import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { isChecklistComplete } from '../../domain/review.ts';
import type { Review } from '../../machines/review.ts';

/** What the auditor tried to do and could not yet: what is missing for it is marked. */
export type Tried = 'approve' | 'reject' | null;

/** The two decisions. One that lacks something marks it and goes there instead. */
export function useDecide(review: Review, sheet: RefObject<HTMLElement | null>, onTried: (tried: Tried) => void) {
  const goTo = (selector: string, tried: Tried) => {
    flushSync(() => onTried(tried));
    sheet.current?.querySelector<HTMLElement>(selector)?.focus();
  };
  const canDecide = () => review.getSnapshot().hasTag('editable');
  return {
    approve() {
      if (!canDecide()) return;
      if (!isChecklistComplete(review.getSnapshot().context.checklist))
        return goTo('.review-checks input:not(:checked)', 'approve');
      onTried(null);
      review.send({ type: 'approve.requested' });
    },
    startReject: () => goTo('.review-reasons input', null),
    reject() {
      if (!canDecide()) return;
      const { reasonCodes, comment } = review.getSnapshot().context;
      if (reasonCodes.length === 0) return goTo('.review-reasons input', 'reject');
      if (comment.trim() === '') return goTo('.review-comment textarea', 'reject');
      onTried(null);
      review.send({ type: 'reject.requested' });
    },
  };
}

export type Decide = ReturnType<typeof useDecide>;
