import { createContext, useContext } from 'react';
import { isReasonFor, subjectOf } from '../../../clinical/checks/reasons.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import { openWarnings, type RxDraft } from '../../domain/rxDraft.ts';
import { isLongSupply, reasonFor, withOverDaysReason, withReason } from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { TextField } from '../../ui/TextField.tsx';
import type { DraftUse } from './useDraft.ts';

type Answered = {
  readonly draft: RxDraft;
  /** Every finding of the draft, so that findings that share a reason ask for it once. */
  readonly hits: readonly RuleHit[];
  readonly change: DraftUse['change'];
  /** The doctor has tried to submit, so missing reasons are marked. */
  readonly tried: boolean;
};

/** The draft in which findings are answered; null where they are only read. */
export const AnsweredDraft = createContext<Answered | null>(null);

const reasonLength = 500;

/** Findings of the same rule, line and subject share one reason; long supplies share one over all lines. */
const isSame = (a: RuleHit, b: RuleHit) =>
  (isLongSupply(a) && isLongSupply(b)) ||
  (isReasonFor({ ...a, about: subjectOf(a) }, b) && subjectOf(a) === subjectOf(b));

const asksForReason = ({ level, needReason }: RuleHit) => needReason && level !== 'block';

type Props = { readonly hit: RuleHit; readonly text: string };

/** The doctor's reason for continuing despite a finding, typed at the finding. */
export function FindingReason({ hit, text }: Props) {
  const { t } = useTranslation();
  const answered = useContext(AnsweredDraft);
  if (answered === null || !asksForReason(hit)) return null;
  const { draft, hits, change, tried } = answered;
  const first = hits.find((other) => asksForReason(other) && isSame(other, hit)) ?? hit;
  if (first.lineIndex !== hit.lineIndex)
    return <p className="rx-note">{t('prescription.checks.sameReason', { number: Number(first.lineIndex) + 1 })}</p>;
  if (first !== hit) return null;
  const lacks = openWarnings(draft, hits).some((other) => isSame(other, hit));
  const ofSupply = isLongSupply(hit);
  return (
    <TextField
      label={ofSupply ? t('prescription.overDays') : t('prescription.checks.reason', { finding: text })}
      quietLabel
      placeholder={t(ofSupply ? 'prescription.overDaysPlaceholder' : 'prescription.checks.reasonPlaceholder')}
      value={ofSupply ? draft.overDaysReason : reasonFor(draft, hit)}
      maxLength={reasonLength}
      autoComplete="off"
      required
      data-unanswered={lacks || undefined}
      error={tried && lacks ? t('prescription.checks.reasonMissing') : null}
      onChange={({ target: { value } }) =>
        change((now) => (ofSupply ? withOverDaysReason(now, hits, value) : withReason(now, hit, value)))
      }
    />
  );
}
