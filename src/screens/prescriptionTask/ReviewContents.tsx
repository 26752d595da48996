import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { isReasonFor } from '../../../clinical/checks/reasons.ts';
import type { DrugProperties as Properties } from '../../../contract/http/drugs.ts';
import type { RuleHit, Rx } from '../../../contract/http/prescription.ts';
import { allergiesOf } from '../../domain/allergies.ts';
import { hasText, useTranslation } from '../../locales/i18n.ts';
import type { ReviewContext } from '../../machines/reviewSetup.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateText } from '../../ui/format.ts';
import { FindingMark, findingParagraph } from '../prescription/FindingMark.tsx';
import { OpenRx } from '../prescription/OpenRx.tsx';
import { RxStatus, RxTrail } from '../prescription/RxState.tsx';
import { RxVersions } from '../prescription/RxVersions.tsx';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';
import { AddendumList } from '../record/Addenda.tsx';
import { RecordText } from '../record/RecordText.tsx';
import { codeText, useLocale } from '../useLocale.ts';

const patientContextStates = ['pregnant', 'lactating', 'liver', 'kidney'] as const;
const male = 1;
const yes = 1;
const no = 0;

/** Patient facts that can contraindicate a drug; "not asked" differs from "no". */
function PatientContext({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const { patient } = rx;
  const allergies = allergiesOf(patient.allergy);
  const relevant = patientContextStates.filter(
    (state) => patient.gender !== male || (state !== 'pregnant' && state !== 'lactating'),
  );
  const present = relevant.filter((state) => patient[state] === yes);
  const unknown = relevant.filter((state) => patient[state] !== yes && patient[state] !== no);
  return (
    <section className="review-patient" aria-label={t('audit.patient.title')}>
      {allergies.kind === 'known' ? (
        allergies.to.map((substance) => (
          <Badge key={substance} tone="danger">
            <TriangleAlert aria-hidden="true" />
            {t('workspace.patient.allergicTo', { substance })}
          </Badge>
        ))
      ) : (
        <Badge tone={allergies.kind === 'none' ? 'neutral' : 'warning'}>
          {allergies.kind === 'other'
            ? t('workspace.patient.allergiesWritten', { text: allergies.text })
            : t(allergies.kind === 'none' ? 'workspace.patient.noAllergies' : 'workspace.patient.allergiesNotRecorded')}
        </Badge>
      )}
      {present.map((state) => (
        <Badge key={state} tone="warning">
          <TriangleAlert aria-hidden="true" />
          {t(`audit.patient.${state}`)}
        </Badge>
      ))}
      {unknown.length > 0 ? (
        <Badge>
          {t('audit.patient.notAsked', { what: unknown.map((state) => t(`audit.patient.${state}`)).join(', ') })}
        </Badge>
      ) : null}
      {patient.weightKg ? <Badge>{t('workspace.patient.weight', { weight: patient.weightKg })}</Badge> : null}
      {rx.guardianConfirmed ? <Badge tone="info">{t('audit.patient.guardian')}</Badge> : null}
    </section>
  );
}

const states = ['pregnancy', 'lactation', 'child', 'elder', 'liver', 'kidney'] as const;

/** Properties of a drug beside its line: manufacturer, control class, skin test and contraindications. */
function DrugProperties({ of }: { readonly of: Properties | null }) {
  const { t } = useTranslation();
  if (of === null) return <p className="review-properties">{t('audit.properties.unknown')}</p>;
  const { manufacturer, approvalNo, controlType, antibioticLevel, skinTest, flags } = of;
  const suits = (how: 'forbidden' | 'caution') =>
    states.filter((state) => flags?.[state] === how).map((state) => t(`audit.properties.states.${state}`));
  const [forbidden, caution] = [suits('forbidden'), suits('caution')];
  const named = (list: 'control' | 'antibiotic', level: number | null | undefined) =>
    level && hasText(`audit.properties.${list}.${level}`) ? codeText(`audit.properties.${list}`, String(level)) : null;
  const all = [
    manufacturer,
    approvalNo ?? null,
    named('control', controlType) ?? t('audit.properties.ordinary'),
    named('antibiotic', antibioticLevel),
    skinTest ? t('audit.properties.skinTest') : null,
    forbidden.length > 0 ? t('audit.properties.forbidden', { who: forbidden.join(', ') }) : null,
    caution.length > 0 ? t('audit.properties.caution', { who: caution.join(', ') }) : null,
  ];
  return (
    <p className="review-properties">
      <b>{t('audit.properties.title')}</b> {all.filter(Boolean).join(' · ')}
    </p>
  );
}

/** What an auditor reads: the patient, the printed prescription with its findings, the record and the history. */
export function ReviewContents({ found }: { readonly found: ReviewContext }) {
  const { t } = useTranslation();
  const where = useLocale();
  const { rx, record, ruleHits, drugs, past } = found;
  const general = ruleHits.filter(({ lineIndex }) => typeof lineIndex !== 'number');
  return (
    <>
      <PatientContext rx={rx} />
      <RxVersions rx={rx} open />
      {general.length > 0 || ruleHits.length === 0 ? (
        <Part title={t('audit.findings.title')}>
          {ruleHits.length === 0 ? <p className="audit-none">{t('audit.findings.none')}</p> : null}
          <Findings hits={general} rx={rx} />
        </Part>
      ) : null}
      <OpenRx
        rx={rx}
        beside={(index) => (
          <>
            <DrugProperties of={drugs?.find(({ drugId }) => drugId === rx.lines[index]?.drugId) ?? null} />
            <Findings hits={ruleHits.filter((hit) => hit.lineIndex === index)} rx={rx} />
          </>
        )}
      />
      <Part title={t('audit.record.title')}>
        {record ? (
          <>
            <RecordText fields={record} />
            <AddendumList addenda={record.addenda ?? []} />
          </>
        ) : (
          <p className="audit-none">{t('audit.record.none')}</p>
        )}
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

/** Findings with the doctor's reasons for continuing. */
function Findings({ hits, rx }: { readonly hits: readonly RuleHit[]; readonly rx: Rx }) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  if (hits.length === 0) return null;
  const reasonOf = (hit: RuleHit) => rx.overrides?.find((given) => isReasonFor(given, hit))?.reason ?? null;
  return (
    <ul className="review-findings">
      {hits.map((hit) => {
        const reason = reasonOf(hit);
        return (
          <li key={`${hit.ruleCode} ${JSON.stringify(hit.params ?? {})}`}>
            <FindingMark level={hit.level} />
            <div>
              <p>{findingParagraph(hit, words, t)}</p>
              {reason ? <p className="review-reason">{t('audit.findings.override', { reason })}</p> : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
