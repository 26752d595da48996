import { TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { kindWords } from '../../../clinical/facts/kinds.ts';
import { withRecord } from '../../../clinical/facts/recordAllergies.ts';
import { summaryOf } from '../../../clinical/facts/specifiedFields.ts';
import { entryOf, type FactEntry, type PatientSummary } from '../../../clinical/facts/summaryShape.ts';
import { emergencyType } from '../../../clinical/lifecycle/review.ts';
import type { PatientFact } from '../../../contract/extension/facts.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { isolated } from '../../domain/direction.ts';
import type { ReviewMaterial } from '../../domain/review.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app/app.ts';
import { joined } from '../app/joined.ts';
import { QueryResult } from '../app/Page.tsx';
import { useNow } from '../hooks/useTicking.ts';
import { useQuery } from '../lists/usePages.ts';
import { useFactWords, useWrittenPlace } from '../patientFacts/factWords.ts';
import { useAllergiesUnknown } from '../patientFacts/StoredFacts.tsx';
import { useFactSummary } from '../patientFacts/useFactSummary.ts';

const states = ['pregnancy', 'lactation', 'liver', 'kidney'] as const;
/** Pregnancy and breastfeeding are asked of women of the ages that the hospital has set. */
const isAsked = ({ kind, needed }: FactEntry) => needed || kind === 'liver' || kind === 'kidney';

/** What makes the prescription urgent, and the facts that can contraindicate a medicine, as they are known now. */
export function PatientContext({ found, child }: { readonly found: ReviewMaterial; readonly child: boolean }) {
  const { t } = useTranslation();
  const { own, entry, badges } = useFactSummary();
  const { rx } = found;
  const patient = found.patient ?? rx.patient;
  const known = summaryOf(patient, useNow());
  const { allergies, others } = badges(found.patient ? known : withRecord(known, found.record?.allergyHistory ?? ''));
  const unknown = states.filter((kind) => {
    const one = entryOf(known, kind);
    return isAsked(one) && one.claims.every(({ value }) => 'state' in value && value.state === 'unknown');
  });
  return (
    <section className="review-patient" aria-label={t('reviewing.patient.title')}>
      {rx.rxType === emergencyType ? <Badge tone="danger">{t('reviewing.emergency')}</Badge> : null}
      {child ? <Badge tone="info">{t('reviewing.child')}</Badge> : null}
      {[...allergies, ...others].map((badge) => (
        <span key={badge.key} className="ui-badge" data-tone={badge.tone} data-tooltip={entry(badge.entry)}>
          {badge.tone === 'danger' || badge.tone === 'warning' ? <TriangleAlert aria-hidden="true" /> : null}
          <span>{own(badge.text)}</span>
        </span>
      ))}
      {unknown.length > 0 ? (
        <Badge>
          {t('reviewing.patient.notAsked', {
            what: joined(
              'items',
              unknown.map((kind) => own(kindWords[kind])),
            ),
          })}
        </Badge>
      ) : null}
      {rx.guardianConfirmed ? <Badge tone="info">{t('reviewing.patient.guardian')}</Badge> : null}
    </section>
  );
}

/** What is stated about the patient, with who stated it and when; read again whenever the review is. */
export function StatedFacts({ found }: { readonly found: ReviewMaterial }) {
  const { t } = useTranslation();
  const placeOf = useWrittenPlace();
  const { api } = useApp();
  const { orderId } = found.rx;
  const facts = useQuery(
    useCallback((signal: AbortSignal) => api.getPatientFacts({ orderId }, { signal, quiet: true }), [api, orderId]),
  );
  const { refresh } = facts;
  const read = useRef(found);
  useEffect(() => {
    if (read.current !== found) void refresh();
    read.current = found;
  }, [found, refresh]);
  return (
    <QueryResult result={facts} lines={4} underHeading>
      {({ patient, current, written }) => (
        <>
          {written.map(({ text, place, denied }) => (
            <Notice
              key={`${place} ${text}`}
              tone={denied ? 'info' : 'warning'}
              title={t(denied ? 'record.facts.deniedIn' : 'record.facts.writtenIn', {
                place: placeOf({ place }),
              })}
            >
              {`“${isolated(text)}”`}
            </Notice>
          ))}
          <AllergiesUnknown patient={patient} />
          {current.length === 0 && written.length === 0 ? (
            <p className="queue-none">{t('reviewing.patient.nothingStated')}</p>
          ) : null}
          <FactRows facts={current} summary={patient.facts ?? []} />
        </>
      )}
    </QueryResult>
  );
}

function AllergiesUnknown({ patient }: { readonly patient: PatientBrief }) {
  const words = useAllergiesUnknown(patient);
  return words === null ? null : <Badge tone="warning">{words}</Badge>;
}

function FactRows({ facts, summary }: { readonly facts: readonly PatientFact[]; readonly summary: PatientSummary }) {
  const { t } = useTranslation();
  const { valueText, originText, unconfirmed } = useFactWords(summary);
  if (facts.length === 0) return null;
  return (
    <dl className="review-facts">
      {facts.map((fact) => (
        <div key={fact.id} data-kind={fact.value.kind}>
          <dt>{t(`record.facts.kinds.${fact.value.kind}`)}</dt>
          <dd>
            <span>{`${valueText(fact)} `}</span>
            {fact.confirmed ? null : <Badge tone="warning">{unconfirmed}</Badge>}
            <small>{originText(fact)}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
