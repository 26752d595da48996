import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Rx } from '../../../contract/http/prescription.ts';
import { fourChecks, isChecklistComplete, provenBy } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorText } from '../../ui/Notice.tsx';
import { Checkbox, TextAreaField } from '../../ui/TextField.tsx';

/** The decision the auditor tried to make; what it still lacks is marked. */
export type Tried = 'approve' | 'reject' | null;

/** Approves or rejects; an incomplete decision marks what is missing and focuses it. */
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

type FourChecksProps = { readonly review: Review; readonly rx: Rx; readonly tried: boolean };

/**
 * The four checks and ten verifications of the regulation; those proven by the platform's data are already ticked and
 * say so.
 */
export function FourChecks({ review, rx, tried }: FourChecksProps) {
  const { t } = useTranslation();
  const checklist = useSelector(review, (s) => s.context.checklist);
  const locked = useSelector(review, (s) => s.hasTag('busy') || s.hasTag('ended'));
  const proven = provenBy(rx);
  const open = Object.values(checklist).filter((ok) => !ok).length;
  return (
    <fieldset className="review-checks" disabled={locked}>
      <legend>{t('audit.checks.title')}</legend>
      {fourChecks.map(({ check, codes }) => (
        <div key={check}>
          <p>{t(`audit.checks.${check}`)}</p>
          {codes.map((code) => (
            <Checkbox
              key={code}
              label={
                <>
                  {t(`audit.checks.codes.${code}`)}
                  {proven.includes(code) ? <small aria-hidden="true">{t('audit.checks.proven')}</small> : null}
                </>
              }
              checked={checklist[code]}
              aria-invalid={(tried && !checklist[code]) || undefined}
              onChange={(event) => review.send({ type: 'verification.ticked', code, ok: event.target.checked })}
            />
          ))}
        </div>
      ))}
      {tried && open > 0 ? <ErrorText urgent>{t('audit.checks.left', { count: open })}</ErrorText> : null}
    </fieldset>
  );
}

type Props = { readonly review: Review; readonly tried: Tried; readonly decide: Decide };

const commentLength = 500;

/** The comment for the doctor and the two decisions, while the auditor holds the lease. */
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
