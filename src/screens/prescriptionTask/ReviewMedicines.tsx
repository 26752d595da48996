import type { RuleHit, RxLine } from '../../../contract/http/prescription.ts';
import type { ReviewMaterial } from '../../domain/review.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateText } from '../../ui/format.ts';
import { keepUnits } from '../../ui/unitText.ts';
import { joined } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { keyed } from '../lists/keyed.ts';
import { FindingMark, findingParagraph } from '../prescription/FindingMark.tsx';
import { RxStatus } from '../prescription/RxState.tsx';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';
import { useLineText } from '../prescription/VersionChanges.tsx';

type Props = { readonly found: ReviewMaterial };

/** Whether a finding is about a medicine that the patient takes besides this prescription. */
const isAbout = ({ params }: RuleHit, { drugName }: RxLine) =>
  params !== null && params !== undefined && typeof params.otherLine !== 'number' && params.other === drugName;

/** What the patient takes from other prescriptions, each with the findings that it causes here. */
export function RunningMedicines({ found }: Props) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const lineText = useLineText();
  const { running, ruleHits } = found;
  if (!running) return <p className="queue-none">{t('reviewing.running.unknown')}</p>;
  if (running.length === 0) return <p className="queue-none">{t('reviewing.running.none')}</p>;
  return (
    <ul className="review-medicines">
      {keyed(running, (one) => `${one.prescriptionNo} ${one.line.drugId}`).map(
        ({ key, row: { prescriptionNo, line, daysLeft } }) => (
          <li key={key}>
            <b>{keepUnits(line.drugName)}</b>
            <span>{` ${keepUnits(line.specification)}`}</span>
            <small>
              <span>{`${lineText(line)} · ${t('reviewing.running.left', { count: daysLeft })} · `}</span>
              <span data-numeric="">{prescriptionNo}</span>
            </small>
            {ruleHits
              .filter((hit) => isAbout(hit, line))
              .map((hit) => (
                <p key={`${hit.ruleCode} ${hit.lineIndex}`} className="review-caused">
                  <FindingMark level={hit.level} />
                  <span>{` ${findingParagraph(hit, words, t)}`}</span>
                </p>
              ))}
          </li>
        ),
      )}
    </ul>
  );
}

/** Earlier prescriptions, newest first, with their medicines. */
export function PastPrescriptions({ found }: Props) {
  const { t } = useTranslation();
  const where = useLocale();
  const lineText = useLineText();
  const { past } = found;
  if (past.length === 0) return <p className="queue-none">{t('reviewing.past.none')}</p>;
  return (
    <ul className="review-past">
      {past.map(({ id, prescriptionNo, createTime, diagnosisList, lineCount, lines, status }) => (
        <li key={id}>
          <details>
            <summary>
              <time>{dateText(createTime, where)}</time>
              <span>
                {joined(
                  'entries',
                  diagnosisList.map(({ name }) => name),
                )}
              </span>
              <span data-numeric="">{prescriptionNo}</span>
              <span>{t('prescription.submitLines', { count: lineCount })}</span>
              <RxStatus status={status} />
            </summary>
            <ul className="review-medicines">
              {keyed(lines ?? [], ({ drugId }) => drugId).map(({ key, row: line }) => (
                <li key={key}>
                  <b>{keepUnits(line.drugName)}</b>
                  <span>{` ${keepUnits(line.specification)} `}</span>
                  <small>{lineText(line)}</small>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
