import { useSelector } from '@xstate/react';
import type { ReviewMaterial } from '../../domain/review.ts';
import { fourChecks, provenBy } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import { checklistOf, incompleteDecision, isChecklistLocked } from '../../machines/selectors/review.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorText } from '../../ui/Notice.tsx';
import { Checkbox } from '../../ui/TextField.tsx';
import { useEvidence } from './evidence.ts';

type Props = {
  readonly review: Review;
  readonly found: ReviewMaterial;
  /** Confirms the open verifications whose evidence is shown. */
  readonly onConfirm: () => void;
};

/**
 * The four checks and ten verifications of the regulation, each with its evidence; those proven by the platform's data
 * are already ticked and say so.
 */
export function FourChecks({ review, found, onConfirm }: Props) {
  const { t } = useTranslation();
  const checklist = useSelector(review, checklistOf);
  const locked = useSelector(review, isChecklistLocked);
  const isMarked = useSelector(review, incompleteDecision) === 'approve';
  const evidence = useEvidence(found);
  const proven = provenBy(found.rx);
  const open = Object.values(checklist).filter((ok) => !ok).length;
  return (
    <fieldset className="review-checks" disabled={locked}>
      <legend>{t('reviewing.checks.title')}</legend>
      {fourChecks.map(({ check, codes }) => (
        <div key={check}>
          <p>{t(`reviewing.checks.${check}`)}</p>
          {codes.map((code) => {
            const shown = evidence(code);
            const text = shown ?? t('reviewing.checks.noEvidence');
            return (
              <Checkbox
                key={code}
                label={
                  <>
                    <span>{t(`reviewing.checks.codes.${code}`)}</span>
                    <small aria-hidden="true" data-missing={shown === null || undefined}>
                      {proven.includes(code) ? t('reviewing.checks.fromData', { what: text }) : text}
                    </small>
                  </>
                }
                aria-description={text}
                checked={checklist[code]}
                aria-invalid={(isMarked && !checklist[code]) || undefined}
                onChange={(event) => review.send({ type: 'verification.ticked', code, ok: event.target.checked })}
              />
            );
          })}
        </div>
      ))}
      {open > 0 ? (
        <Button size="sm" look="subtle" aria-keyshortcuts="c" onClick={onConfirm}>
          {t('reviewing.checks.confirm', { count: open })}
        </Button>
      ) : null}
      {isMarked && open > 0 ? <ErrorText urgent>{t('reviewing.checks.left', { count: open })}</ErrorText> : null}
    </fieldset>
  );
}
