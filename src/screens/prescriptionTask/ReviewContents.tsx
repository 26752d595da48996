import { type ReactNode, useId, useState } from 'react';
import { isReasonFor } from '../../../clinical/checks/reasons.ts';
import type { DrugProperties as Properties } from '../../../contract/http/drugs.ts';
import type { RuleHit, Rx } from '../../../contract/http/prescription.ts';
import { signedAs } from '../../domain/record.ts';
import type { ReviewMaterial } from '../../domain/review.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { TabList } from '../../ui/Tabs.tsx';
import { dotted } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { FindingMark, findingParagraph } from '../prescription/FindingMark.tsx';
import { OpenRx } from '../prescription/OpenRx.tsx';
import { RxTrail } from '../prescription/RxState.tsx';
import { RxVersions } from '../prescription/RxVersions.tsx';
import { reasonText } from '../prescription/reasonText.ts';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';
import { ConfirmFinding } from '../questions/ConfirmFinding.tsx';
import { AddendumList } from '../record/Addenda.tsx';
import { RecordText } from '../record/RecordText.tsx';
import { StatedFacts } from './ReviewFacts.tsx';
import { PastPrescriptions, RunningMedicines } from './ReviewMedicines.tsx';
import { ReviewMessages } from './ReviewMessages.tsx';
import { usePropertyWords } from './usePropertyWords.ts';

/** Properties of a medicine beside its line, after its manufacturer and approval number. */
function MedicineProperties({ of }: { readonly of: Properties | null }) {
  const { t } = useTranslation();
  const propertyText = usePropertyWords();
  if (of === null) return <p className="review-properties">{t('audit.properties.unknown')}</p>;
  return (
    <p className="review-properties">
      <b>{t('audit.properties.title')}</b>
      <span>{` ${dotted(of.manufacturer, of.approvalNo, propertyText(of))}`}</span>
    </p>
  );
}

const parts = ['prescription', 'patient', 'record', 'medicines', 'messages'] as const;
type PartName = (typeof parts)[number];

/** What a reviewer reads: beside each other where there is room, otherwise by tabs. */
export function ReviewContents({ found }: { readonly found: ReviewMaterial }) {
  const { t } = useTranslation();
  const [current, setCurrent] = useState<PartName>('prescription');
  const id = useId();
  const tabId = (name: string) => `${id}-tab-${name}`;
  const panelId = (name: string) => `${id}-panel-${name}`;
  const { ruleHits, running } = found;
  const counts: Partial<Record<PartName, number>> = {
    prescription: ruleHits.filter(({ level }) => level !== 'info').length,
    medicines: running?.length ?? 0,
  };
  const panels: Record<PartName, ReactNode> = {
    prescription: <Prescription found={found} />,
    patient: (
      <Part title={t('audit.patient.stated')}>
        <StatedFacts found={found} />
      </Part>
    ),
    record: <RecordOfConsultation found={found} />,
    medicines: (
      <>
        <Part title={t('audit.running.title')}>
          <RunningMedicines found={found} />
        </Part>
        <Part title={t('audit.past.title')}>
          <PastPrescriptions found={found} />
        </Part>
      </>
    ),
    messages: (
      <Part title={t('audit.messages.title')}>
        <ReviewMessages found={found} />
      </Part>
    ),
  };
  return (
    <>
      <div className="ui-tabs review-tabs" data-look="line">
        <TabList
          label={t('audit.pane.contents')}
          tabs={parts.map((name) => ({
            name,
            label: t(`audit.parts.${name}`),
            mark: counts[name] ? <Badge>{counts[name]}</Badge> : null,
          }))}
          current={current}
          onChange={setCurrent}
          tabId={tabId}
          panelId={panelId}
        />
      </div>
      <div className="review-panels">
        {parts.map((name) => (
          <div
            key={name}
            role="tabpanel"
            className="review-panel"
            id={panelId(name)}
            aria-labelledby={tabId(name)}
            data-part={name}
            data-current={name === current || undefined}
          >
            {panels[name]}
          </div>
        ))}
      </div>
    </>
  );
}

/** The prescription as printed, with the findings of the checks and what happened to it. */
function Prescription({ found }: { readonly found: ReviewMaterial }) {
  const { t } = useTranslation();
  const { rx, ruleHits, drugs: medicines } = found;
  const general = ruleHits.filter(({ lineIndex }) => typeof lineIndex !== 'number');
  return (
    <>
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
            <MedicineProperties of={medicines?.find(({ drugId }) => drugId === rx.lines[index]?.drugId) ?? null} />
            <Findings hits={ruleHits.filter((hit) => hit.lineIndex === index)} rx={rx} />
          </>
        )}
      />
      <Part title={t('audit.trail')}>
        <RxTrail rx={rx} />
      </Part>
    </>
  );
}

function RecordOfConsultation({ found: { record } }: { readonly found: ReviewMaterial }) {
  const { t } = useTranslation();
  const where = useLocale();
  return (
    <Part title={t('audit.record.title')}>
      {record ? (
        <>
          {record.signTime ? (
            <p className="rx-note">
              {[signedAs(record), t('record.signed', { time: dateTimeText(record.signTime, where) })]
                .filter(Boolean)
                .join(' · ')}
            </p>
          ) : null}
          <RecordText fields={record} />
          <AddendumList addenda={record.addenda ?? []} />
        </>
      ) : (
        <p className="audit-none">{t('audit.record.none')}</p>
      )}
    </Part>
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
  const reasonOf = (hit: RuleHit) =>
    reasonText(
      rx.overrides?.find((given) => isReasonFor(given, hit)),
      t,
    );
  return (
    <ul className="review-findings">
      {hits.map((hit) => {
        const reason = reasonOf(hit);
        return (
          <li key={`${hit.ruleCode} ${JSON.stringify(hit.params ?? {})}`}>
            <FindingMark level={hit.level} />
            <div>
              <p>
                <span>{findingParagraph(hit, words, t)}</span>
                {hit.source ? <small>{` ${t('prescription.checks.source', { source: hit.source })}`}</small> : null}
              </p>
              {hit.isNew ? <Badge tone="info">{t('audit.newFindingsWhy')}</Badge> : null}
              {reason ? <p className="review-reason">{t('audit.findings.override', { reason })}</p> : null}
              <ConfirmFinding hit={hit} rx={rx} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
