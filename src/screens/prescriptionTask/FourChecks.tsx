import { useSelector } from '@xstate/react';
import type { Rx } from '../../../contract/http/prescription.ts';
import { fourChecks, provenBy } from '../../domain/review.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Review } from '../../machines/review.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ErrorText } from '../../ui/ErrorText.tsx';

type Props = { readonly review: Review; readonly rx: Rx; readonly tried: boolean };

/** The four checks and ten verifications of the regulation. What the platform's data proves is ticked already and says so. */
export function FourChecks({ review, rx, tried }: Props) {
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
