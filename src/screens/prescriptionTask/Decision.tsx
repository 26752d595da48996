import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import type { Decide, Tried } from './useDecide.ts';

type Props = { readonly review: Review; readonly tried: Tried; readonly decide: Decide };

const commentLength = 500;

/** The words for the doctor, and the two decisions while the prescription is held. */
export function Decision({ review, tried, decide }: Props) {
  const { t } = useTranslation();
  const comment = useSelector(review, (s) => s.context.comment);
  const approving = useSelector(review, (s) => s.context.decision?.decision === 'approve');
  const deciding = useSelector(
    review,
    (s) => s.matches({ holding: 'deciding' }) || s.matches({ holding: 'unconfirmed' }),
  );
  const isHeld = useSelector(review, (s) => s.context.lease !== null);
  const isLost = useSelector(review, (s) => s.matches('lost'));
  const ready = useSelector(review, (s) => s.hasTag('editable'));
  const lacks = tried === 'reject' && comment.trim() === '';
  return (
    <div className="review-foot">
      <div className="review-comment">
        <TextAreaField
          label={t('audit.comment')}
          hint={t('audit.commentHint')}
          value={comment}
          maxLength={commentLength}
          error={lacks ? t('audit.commentMissing') : null}
          onChange={(event) => review.send({ type: 'comment.typed', comment: event.target.value })}
        />
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
