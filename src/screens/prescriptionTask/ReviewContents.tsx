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
import { dotted, joined } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { FindingMark, findingParagraph } from '../prescription/FindingMark.tsx';
import { OpenRx } from '../prescription/OpenRx.tsx';
import { RxTrail } from '../prescription/RxState.tsx';
import { RxVersions } from '../prescription/RxVersions.tsx';
import { reasonText } from '../prescription/reasonText.ts';
import { sourceText } from '../prescription/sourceText.ts';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';
import { ConfirmFinding } from '../questions/ConfirmFinding.tsx';
import { AddendumList } from '../record/AddendumList.tsx';
import { RecordText } from '../record/RecordText.tsx';
import { StatedFacts } from './ReviewFacts.tsx';
import { PastPrescriptions, RunningMedicines } from './ReviewMedicines.tsx';
import { ReviewMessages } from './ReviewMessages.tsx';
import { usePropertyWords } from './usePropertyWords.ts';

/** Properties of a medicine beside its line, after its manufacturer and approval number. */
function MedicineProperties({ of }: { readonly of: Properties | null }) {
  const { t } = useTranslation();
  const propertyText = usePropertyWords();
  if (of === null) return <p className="review-properties">{t('reviewing.properties.unknown')}</p>;
  return (
    <p className="review-properties">
      <b>{t('reviewing.properties.title')}</b>
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
      <Part title={t('reviewing.patient.stated')}>
        <StatedFacts found={found} />
      </Part>
    ),
    record: <RecordOfConsultation found={found} />,
    medicines: (
      <>
        <Part title={t('reviewing.running.title')}>
          <RunningMedicines found={found} />
        </Part>
        <Part title={t('reviewing.past.title')}>
          <PastPrescriptions found={found} />
        </Part>
      </>
    ),
    messages: (
      <Part title={t('reviewing.messages.title')}>
        <ReviewMessages found={found} />
      </Part>
    ),
  };
  return (
    <>
      <div className="ui-tabs review-tabs" data-look="line">
        <TabList
          label={t('reviewing.pane.contents')}
          tabs={parts.map((name) => ({
            name,
            label: t(`reviewing.parts.${name}`),
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
        <Part title={t('reviewing.findings.title')}>
          {ruleHits.length === 0 ? <p className="queue-none">{t('reviewing.findings.none')}</p> : null}
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
      <Part title={t('reviewing.trail')}>
        <RxTrail rx={rx} />
      </Part>
    </>
  );
}

function RecordOfConsultation({ found: { record } }: { readonly found: ReviewMaterial }) {
  const { t } = useTranslation();
  const where = useLocale();
  return (
    <Part title={t('reviewing.record.title')}>
      {record ? (
        <>
          {record.signTime ? (
            <p className="rx-note">
              {[joined('posts', signedAs(record)), t('record.signed', { time: dateTimeText(record.signTime, where) })]
                .filter(Boolean)
                .join(' · ')}
            </p>
          ) : null}
          <RecordText fields={record} />
          <AddendumList addenda={record.addenda ?? []} />
        </>
      ) : (
        <p className="queue-none">{t('reviewing.record.none')}</p>
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
                {hit.source ? (
                  <small>{` ${t('prescription.checks.source', { source: sourceText(hit.source, t) })}`}</small>
                ) : null}
              </p>
              {hit.isNew ? <Badge tone="info">{t('reviewing.newFindingsWhy')}</Badge> : null}
              {reason ? <p className="review-reason">{t('reviewing.findings.override', { reason })}</p> : null}
              <ConfirmFinding hit={hit} rx={rx} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
