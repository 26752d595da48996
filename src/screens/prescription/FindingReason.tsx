import { createContext, useContext } from 'react';
import { asksForChange, isReasonFor, subjectOf } from '../../../clinical/checks/reasons.ts';
import { blankIn } from '../../../clinical/words/blanks.ts';
import { isReason } from '../../../clinical/words/writtenReason.ts';
import type { RuleHit } from '../../../contract/http/prescription.ts';
import type { OrderId } from '../../../contract/ids.ts';
import { obstaclesIn, type RxDraft } from '../../domain/rxDraft.ts';
import {
  changeFor,
  isLongSupply,
  reasonFor,
  withChange,
  withOverDaysReason,
  withReason,
} from '../../domain/rxLines.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';
import { asksForPrevention, PreventionAnswer } from './PreventionAnswer.tsx';
import type { DraftUse } from './useDraft.ts';

type Answered = {
  readonly orderId: OrderId;
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

export const asksForReason = ({ level, needReason }: RuleHit) => needReason && level !== 'block';

type Props = { readonly hit: RuleHit; readonly text: string };

/** What the doctor answers to a finding: what becomes of a running medicine, and the reason for continuing. */
export function FindingReason(props: Props) {
  return (
    <>
      <ChangeQuestion {...props} />
      <WrittenReason {...props} />
    </>
  );
}

const answers = ['replaces', 'bothContinue'] as const;

/** Whether a medicine replaces the one that the patient takes; both together may be refused. */
function ChangeQuestion({ hit, text }: Props) {
  const { t } = useTranslation();
  const answered = useContext(AnsweredDraft);
  if (answered === null || !asksForChange(hit)) return null;
  const { draft, change, tried } = answered;
  const given = changeFor(draft, hit);
  const isRefused = hit.level === 'block';
  const lacks = tried && given === null;
  return (
    <SelectField
      label={t('prescription.change.label', { finding: text })}
      quietLabel
      required
      placeholder={t('prescription.change.placeholder')}
      choices={answers.map((value) => ({ value, label: t(`prescription.change.${value}`) }))}
      value={given ?? ''}
      data-unanswered={given === null || undefined}
      error={isRefused ? t('prescription.change.refused') : lacks ? t('prescription.change.missing') : null}
      onChange={({ target: { value } }) =>
        change((now) => withChange(now, hit, answers.find((one) => one === value) ?? null))
      }
    />
  );
}

/** The doctor's reason for continuing despite a finding, typed at the finding. */
function WrittenReason({ hit, text }: Props) {
  const { t } = useTranslation();
  const answered = useContext(AnsweredDraft);
  if (answered === null || !asksForReason(hit)) return null;
  const { draft, hits, change, tried } = answered;
  const first = hits.find((other) => asksForReason(other) && isSame(other, hit)) ?? hit;
  if (first.lineIndex !== hit.lineIndex)
    return <p className="rx-note">{t('prescription.checks.sameReason', { number: Number(first.lineIndex) + 1 })}</p>;
  if (first !== hit) return null;
  const reason = reasonFor(draft, hit);
  const blank = blankIn(reason);
  const lacks =
    (blank !== null || !isReason(reason)) && obstaclesIn(draft, hits).unanswered.some((other) => isSame(other, hit));
  const ofSupply = isLongSupply(hit);
  const said = blank ? t('prescription.blank', { blank: blank.text }) : t('prescription.checks.reasonMissing');
  return (
    <TextAreaField
      rows={1}
      label={ofSupply ? t('prescription.overDays') : t('prescription.checks.reason', { finding: text })}
      quietLabel
      placeholder={t(ofSupply ? 'prescription.overDaysPlaceholder' : 'prescription.checks.reasonPlaceholder')}
      value={ofSupply ? draft.overDaysReason : reason}
      maxLength={reasonLength}
      autoComplete="off"
      required
      data-unanswered={lacks || undefined}
      error={tried && lacks ? said : null}
      onChange={({ target: { value } }) =>
        change((now) => (ofSupply ? withOverDaysReason(now, hits, value) : withReason(now, hit, value)))
      }
    />
  );
}

/** The question that a finding asks, answered once for all lines; null where findings are only read. */
export function FindingQuestion({ hit }: Pick<Props, 'hit'>) {
  const answered = useContext(AnsweredDraft);
  if (answered?.hits.find(asksForPrevention) !== hit) return null;
  return <PreventionAnswer orderId={answered.orderId} />;
}
