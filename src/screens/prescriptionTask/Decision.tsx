import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { blankIn } from '../../../clinical/words/blanks.ts';
import { isReason } from '../../../clinical/words/writtenReason.ts';
import { isChecklistComplete, type VerificationCode } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import {
  checklistOf,
  commentOf,
  hasLease,
  incompleteDecision,
  isApproving,
  isDecidable,
  isDeciding,
  isDraftLocal,
  isLeaseLost,
  reasonsOf,
} from '../../machines/selectors/review.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';
import { selectBlank } from '../forms/showFirstProblem.ts';
import { modEnter } from '../keyboard/keyMap.ts';

const openCheck = '.review-checks input:not(:checked)';
const approval = '[data-approve]';

/** Approves or rejects; the focus goes to what an incomplete decision lacks. */
export function useDecide(review: Review, sheet: RefObject<HTMLElement | null>) {
  const goTo = (selector: string, options?: FocusOptions) => {
    const target = sheet.current?.querySelector<HTMLElement>(selector);
    target?.focus(options);
    // What is typed goes on where the text ends.
    if (target instanceof HTMLTextAreaElement) target.setSelectionRange(target.value.length, target.value.length);
  };
  const canDecide = () => isDecidable(review.getSnapshot());
  /** Sends what is marked before the focus moves, so that a screen reader reads the field with its error. */
  const send = (event: Parameters<Review['send']>[0]) => flushSync(() => review.send(event));
  return {
    approve() {
      send({ type: 'approve.requested' });
      const now = review.getSnapshot();
      if (!canDecide()) return;
      if (!isChecklistComplete(checklistOf(now))) return goTo(openCheck);
      goTo('.review-comment textarea');
      selectBlank(document.activeElement);
    },
    /** Confirms these verifications and goes on to the first one that is left, or to the approval. */
    confirm(codes: readonly VerificationCode[]) {
      if (!canDecide()) return;
      send({ type: 'verifications.confirmed', codes });
      goTo(`${openCheck}, ${approval}`);
    },
    /**
     * The first verification that is not confirmed, or the approval, has the focus. In one column it is far below the
     * prescription, which is to be read first.
     */
    begin: () => goTo(`${openCheck}, ${approval}`, { preventScroll: true }),
    /** First the reasons; from there, once one is chosen, the comment. */
    startReject() {
      const isDone = reasonsOf(review.getSnapshot()).length > 0;
      const isThere = document.activeElement?.closest('.review-reasons') != null;
      send({ type: 'rejection.started' });
      goTo(isDone && isThere ? '.review-comment textarea' : '.review-reasons input');
    },
    reject() {
      send({ type: 'reject.requested' });
      if (!canDecide()) return;
      goTo(reasonsOf(review.getSnapshot()).length === 0 ? '.review-reasons input' : '.review-comment textarea');
    },
  };
}

export type Decide = ReturnType<typeof useDecide>;

type Props = { readonly review: Review; readonly decide: Decide };

const commentLength = 500;

/** The comment for the doctor and the two decisions, while the reviewer holds the lease. */
export function Decision({ review, decide }: Props) {
  const { t } = useTranslation();
  const comment = useSelector(review, commentOf);
  const isLocal = useSelector(review, isDraftLocal);
  const approving = useSelector(review, isApproving);
  const deciding = useSelector(review, isDeciding);
  const isLeased = useSelector(review, hasLease);
  const isLost = useSelector(review, isLeaseLost);
  const ready = useSelector(review, isDecidable);
  const incomplete = useSelector(review, incompleteDecision);
  const lacks = incomplete === 'reject' && !isReason(comment);
  const blank = incomplete === 'approve' ? blankIn(comment) : null;
  return (
    <div className="review-foot">
      <div className="review-comment">
        <TextAreaField
          label={t('reviewing.comment')}
          hint={t('reviewing.commentHint', { keys: modEnter() })}
          aria-keyshortcuts="Control+Enter"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            decide.reject();
          }}
          value={comment}
          maxLength={commentLength}
          error={lacks ? t('reviewing.commentMissing') : blank && t('reviewing.commentBlank', { blank: blank.text })}
          onChange={(event) => review.send({ type: 'comment.typed', comment: event.target.value })}
        />
        <p className="review-unsent" role="status">
          {isLocal ? t('reviewing.commentLocal') : ''}
        </p>
      </div>
      {isLeased ? (
        <div className="review-buttons">
          <Button
            look="outline"
            tone="danger"
            busy={deciding && !approving}
            disabled={!ready && !deciding}
            aria-keyshortcuts="r"
            onClick={decide.reject}
          >
            {t('reviewing.reject')}
          </Button>
          <Button
            busy={deciding && approving}
            disabled={!ready && !deciding}
            aria-keyshortcuts="a"
            data-approve=""
            onClick={decide.approve}
          >
            {t('reviewing.approve')}
          </Button>
        </div>
      ) : null}
      {isLost ? <p className="review-buttons">{t('reviewing.pane.takeFirst')}</p> : null}
    </div>
  );
}
