import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { blankIn } from '../../../clinical/blanks.ts';
import { isReason } from '../../../clinical/writtenReason.ts';
import { isChecklistComplete, type VerificationCode } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import {
  checklistOf,
  commentOf,
  hasLease,
  isApproving,
  isDecidable,
  isDeciding,
  isDraftLocal,
  isLeaseLost,
  reasonsOf,
} from '../../machines/review.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';
import { selectBlank } from '../forms/showFirstProblem.ts';
import { modEnter } from '../keyboard/keyMap.ts';

/** The decision the reviewer tried to make; what it still lacks is marked. */
export type Tried = 'approve' | 'reject' | null;

const openCheck = '.review-checks input:not(:checked)';
const approval = '[data-approve]';

/** Approves or rejects; an incomplete decision marks what is missing and focuses it. */
export function useDecide(review: Review, sheet: RefObject<HTMLElement | null>, onTried: (tried: Tried) => void) {
  const goTo = (selector: string, tried: Tried, options?: FocusOptions) => {
    flushSync(() => onTried(tried));
    const target = sheet.current?.querySelector<HTMLElement>(selector);
    target?.focus(options);
    // What is typed goes on where the text ends.
    if (target instanceof HTMLTextAreaElement) target.setSelectionRange(target.value.length, target.value.length);
  };
  const canDecide = () => isDecidable(review.getSnapshot());
  return {
    approve() {
      if (!canDecide()) return;
      if (!isChecklistComplete(checklistOf(review.getSnapshot()))) return goTo(openCheck, 'approve');
      if (blankIn(commentOf(review.getSnapshot()))) {
        goTo('.review-comment textarea', 'approve');
        return selectBlank(document.activeElement);
      }
      onTried(null);
      review.send({ type: 'approve.requested' });
    },
    /** Confirms these verifications and goes on to the first one that is left, or to the approval. */
    confirm(codes: readonly VerificationCode[]) {
      if (!canDecide()) return;
      flushSync(() => review.send({ type: 'verifications.confirmed', codes }));
      goTo(`${openCheck}, ${approval}`, null);
    },
    /**
     * The first verification that is not confirmed, or the approval, has the focus. In one column it is far below the
     * prescription, which is to be read first.
     */
    begin: () => goTo(`${openCheck}, ${approval}`, null, { preventScroll: true }),
    /** First the reasons; from there, once one is chosen, the comment. */
    startReject() {
      const isDone = reasonsOf(review.getSnapshot()).length > 0;
      const isThere = document.activeElement?.closest('.review-reasons') != null;
      goTo(isDone && isThere ? '.review-comment textarea' : '.review-reasons input', null);
    },
    reject() {
      if (!canDecide()) return;
      const now = review.getSnapshot();
      if (reasonsOf(now).length === 0) return goTo('.review-reasons input', 'reject');
      if (!isReason(commentOf(now))) return goTo('.review-comment textarea', 'reject');
      onTried(null);
      review.send({ type: 'reject.requested' });
    },
  };
}

export type Decide = ReturnType<typeof useDecide>;

type Props = { readonly review: Review; readonly tried: Tried; readonly decide: Decide };

const commentLength = 500;

/** The comment for the doctor and the two decisions, while the reviewer holds the lease. */
export function Decision({ review, tried, decide }: Props) {
  const { t } = useTranslation();
  const comment = useSelector(review, commentOf);
  const isLocal = useSelector(review, isDraftLocal);
  const approving = useSelector(review, isApproving);
  const deciding = useSelector(review, isDeciding);
  const isHeld = useSelector(review, hasLease);
  const isLost = useSelector(review, isLeaseLost);
  const ready = useSelector(review, isDecidable);
  const lacks = tried === 'reject' && !isReason(comment);
  const blank = tried === 'approve' ? blankIn(comment) : null;
  return (
    <div className="review-foot">
      <div className="review-comment">
        <TextAreaField
          label={t('audit.comment')}
          hint={t('audit.commentHint', { keys: modEnter() })}
          aria-keyshortcuts="Control+Enter"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            decide.reject();
          }}
          value={comment}
          maxLength={commentLength}
          error={lacks ? t('audit.commentMissing') : blank && t('audit.commentBlank', { blank: blank.text })}
          onChange={(event) => review.send({ type: 'comment.typed', comment: event.target.value })}
        />
        <p className="review-unsent" role="status">
          {isLocal ? t('audit.commentLocal') : ''}
        </p>
      </div>
      {isHeld ? (
        <div className="review-buttons">
          <Button
            look="outline"
            tone="danger"
            busy={deciding && !approving}
            disabled={!ready && !deciding}
            aria-keyshortcuts="r"
            onClick={decide.reject}
          >
            {t('audit.reject')}
          </Button>
          <Button
            busy={deciding && approving}
            disabled={!ready && !deciding}
            aria-keyshortcuts="a"
            data-approve=""
            onClick={decide.approve}
          >
            {t('audit.approve')}
          </Button>
        </div>
      ) : null}
      {isLost ? <p className="review-buttons">{t('audit.pane.takeFirst')}</p> : null}
    </div>
  );
}
