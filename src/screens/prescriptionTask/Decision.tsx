import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import type { RejectReason } from '../../machines/reviewSetup.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorText } from '../../ui/ErrorText.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import type { Decide, Tried } from './useDecide.ts';

type Props = { readonly review: Review; readonly tried: Tried; readonly decide: Decide };

/** The coded reasons in the order in which they are looked for (contract/extension/audit.ts). */
const reasons = [
  'diagnosisMismatch',
  'contraindication',
  'interaction',
  'duplicateTherapy',
  'dosage',
  'frequencyOrRoute',
  'duration',
  'quantity',
  'allergy',
  'incomplete',
  'other',
] as const satisfies readonly RejectReason[];

const commentLength = 500;

/** Approve, or reject with reasons and words for the doctor. */
export function Decision({ review, tried, decide }: Props) {
  const { t } = useTranslation();
  const comment = useSelector(review, (s) => s.context.comment);
  const chosen = useSelector(review, (s) => s.context.reasonCodes);
  const approving = useSelector(review, (s) => s.context.decision?.decision === 'approve');
  const deciding = useSelector(
    review,
    (s) => s.matches({ holding: 'deciding' }) || s.matches({ holding: 'unconfirmed' }),
  );
  const ready = useSelector(review, (s) => s.hasTag('editable'));
  const choose = (reason: RejectReason, on: boolean) =>
    review.send({
      type: 'reasons.chosen',
      reasonCodes: reasons.filter((one) => (one === reason ? on : chosen.includes(one))),
    });
  const lacksReason = tried === 'reject' && chosen.length === 0;
  const lacksComment = tried === 'reject' && comment.trim() === '';
  return (
    <>
      <fieldset className="review-reasons" aria-describedby={lacksReason ? 'review-reason-error' : undefined}>
        <legend>{t('audit.reasons')}</legend>
        {reasons.map((reason) => (
          <Checkbox
            key={reason}
            label={t(`prescription.reasons.${reason}`)}
            checked={chosen.includes(reason)}
            aria-invalid={lacksReason || undefined}
            onChange={(event) => choose(reason, event.target.checked)}
          />
        ))}
        {lacksReason ? <ErrorText id="review-reason-error">{t('audit.reasonMissing')}</ErrorText> : null}
      </fieldset>
      <div className="review-foot">
        <div className="review-comment">
          <TextAreaField
            label={t('audit.comment')}
            hint={t('audit.commentHint')}
            value={comment}
            maxLength={commentLength}
            error={lacksComment ? t('audit.commentMissing') : null}
            onChange={(event) => review.send({ type: 'comment.typed', comment: event.target.value })}
          />
        </div>
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
      </div>
    </>
  );
}
