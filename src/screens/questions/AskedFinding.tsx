import type { ReviewQuestion } from '../../../contract/extension/reviewQuestions.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { joined } from '../app/joined.ts';
import { FindingMark, findingDetail, findingText } from '../prescription/FindingMark.tsx';
import { reasonText } from '../prescription/reasonText.ts';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';

type Finding = NonNullable<ReviewQuestion['finding']>;

type Props = {
  readonly finding: Finding;
  /** Whose reason it is for the reader. */
  readonly by: 'you' | 'doctor';
};

/** The finding that a doctor is asked to confirm, with the reason that the doctor wrote for it. */
export function AskedFinding({ finding, by }: Props) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const text = findingText(finding, words, t);
  return (
    <div className="question-finding">
      <FindingMark level={finding.level} />
      <div>
        <p>{joined('sentences', [text, findingDetail(finding, text)])}</p>
        <p className="question-reason">{t(`questions.reason.${by}`, { reason: reasonText(finding, t) ?? '' })}</p>
      </div>
    </div>
  );
}
