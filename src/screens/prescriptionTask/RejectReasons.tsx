import { useSelector } from '@xstate/react';
import { rejectReasons } from '../../domain/rejectReasons.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import type { RejectReason } from '../../machines/reviewSetup.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorText } from '../../ui/ErrorText.tsx';
import type { Tried } from './useDecide.ts';

type Props = { readonly review: Review; readonly tried: Tried };

/** Why a prescription is sent back, in words that the hospital can count. */
export function RejectReasons({ review, tried }: Props) {
  const { t } = useTranslation();
  const chosen = useSelector(review, (s) => s.context.reasonCodes);
  const lacks = tried === 'reject' && chosen.length === 0;
  const choose = (reason: RejectReason, on: boolean) =>
    review.send({
      type: 'reasons.chosen',
      reasonCodes: rejectReasons.filter((one) => (one === reason ? on : chosen.includes(one))),
    });
  return (
    <fieldset className="review-reasons" aria-describedby={lacks ? 'review-reason-error' : undefined}>
      <legend>{t('audit.reasons')}</legend>
      {rejectReasons.map((reason) => (
        <Checkbox
          key={reason}
          label={t(`prescription.reasons.${reason}`)}
          checked={chosen.includes(reason)}
          aria-invalid={lacks || undefined}
          onChange={(event) => choose(reason, event.target.checked)}
        />
      ))}
      {lacks ? <ErrorText id="review-reason-error">{t('audit.reasonMissing')}</ErrorText> : null}
    </fieldset>
  );
}
