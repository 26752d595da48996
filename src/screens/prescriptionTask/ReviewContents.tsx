import type { ReactNode } from 'react';
import { isReasonFor } from '../../../clinical/checks/reasons.ts';
import type { RuleHit, Rx } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { ReviewContext } from '../../machines/reviewSetup.ts';
import { dateText } from '../../ui/format.ts';
import { FindingMark } from '../prescription/FindingMark.tsx';
import { findingDetail, findingText } from '../prescription/findingText.ts';
import { RxPaper } from '../prescription/RxPaper.tsx';
import { RxStatus } from '../prescription/RxStatus.tsx';
import { RxTrail } from '../prescription/RxTrail.tsx';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';
import { RecordText } from '../record/RecordText.tsx';
import { useLocale } from '../useLocale.ts';
import { DrugProperties } from './DrugProperties.tsx';
import { PatientContext } from './PatientContext.tsx';

/** What is read for a review: the patient, the prescription as printed with its findings, the record, what went before. */
export function ReviewContents({ found }: { readonly found: ReviewContext }) {
  const { t } = useTranslation();
  const where = useLocale();
  const { rx, record, ruleHits, drugs, past } = found;
  const general = ruleHits.filter(({ lineIndex }) => typeof lineIndex !== 'number');
  return (
    <>
      <PatientContext rx={rx} />
      {general.length > 0 || ruleHits.length === 0 ? (
        <Part title={t('audit.findings.title')}>
          {ruleHits.length === 0 ? <p className="audit-none">{t('audit.findings.none')}</p> : null}
          <Findings hits={general} rx={rx} />
        </Part>
      ) : null}
      <RxPaper
        rx={rx}
        beside={(index) => (
          <>
            <DrugProperties of={drugs?.find(({ drugId }) => drugId === rx.lines[index]?.drugId) ?? null} />
            <Findings hits={ruleHits.filter((hit) => hit.lineIndex === index)} rx={rx} />
          </>
        )}
      />
      <Part title={t('audit.record.title')}>
        {record ? <RecordText fields={record} /> : <p className="audit-none">{t('audit.record.none')}</p>}
      </Part>
      <Part title={t('audit.past.title')}>
        {past.length === 0 ? <p className="audit-none">{t('audit.past.none')}</p> : null}
        <ul className="review-past">
          {past.map(({ id, prescriptionNo, createTime, diagnosisList, lineCount, status }) => (
            <li key={id}>
              <time>{dateText(createTime, where)}</time>
              <span data-numeric="">{prescriptionNo}</span>
              <span>{diagnosisList.map(({ name }) => name).join('; ')}</span>
              <span>{t('prescription.submitLines', { count: lineCount })}</span>
              <RxStatus status={status} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('audit.trail')}>
        <RxTrail rx={rx} />
      </Part>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="review-part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** What the checks found, with the reason that the doctor gave for going on. */
function Findings({ hits, rx }: { readonly hits: readonly RuleHit[]; readonly rx: Rx }) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  if (hits.length === 0) return null;
  const reasonOf = (hit: RuleHit) => rx.overrides?.find((given) => isReasonFor(given, hit))?.reason ?? null;
  return (
    <ul className="review-findings">
      {hits.map((hit) => {
        const text = findingText(hit, words, t);
        const reason = reasonOf(hit);
        return (
          <li key={`${hit.ruleCode} ${JSON.stringify(hit.params ?? {})}`}>
            <FindingMark level={hit.level} />
            <div>
              <p>{[text, findingDetail(hit, text)].filter(Boolean).join('. ')}</p>
              {reason ? <p className="review-reason">{t('audit.findings.override', { reason })}</p> : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
