import { TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import type { PatientFact } from '../../../contract/extension/facts.ts';
import { allergiesToShow } from '../../domain/allergies.ts';
import { emergency } from '../../domain/reviewQueue.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { ReviewContext } from '../../machines/reviewSetup.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { joined } from '../joined.ts';
import { QueryResult } from '../Page.tsx';
import { useFactWords } from '../patientFacts/factWords.ts';
import { useLocale } from '../useLocale.ts';
import { useQuery } from '../usePages.ts';

const patientContextStates = ['pregnant', 'lactating', 'liver', 'kidney'] as const;
const male = 1;
const yes = 1;
const no = 0;

/** What makes the prescription urgent, and patient facts that can contraindicate a drug; "not asked" differs from "no". */
export function PatientContext({ found, child }: { readonly found: ReviewContext; readonly child: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { rx, record } = found;
  const { patient } = rx;
  const { beside, file: allergies } = allergiesToShow(patient.allergy, record?.allergyHistory ?? '');
  const relevant = patientContextStates.filter(
    (state) => patient.gender !== male || (state !== 'pregnant' && state !== 'lactating'),
  );
  const present = relevant.filter((state) => patient[state] === yes);
  const unknown = relevant.filter((state) => patient[state] !== yes && patient[state] !== no);
  return (
    <section className="review-patient" aria-label={t('audit.patient.title')}>
      {rx.rxType === emergency ? <Badge tone="danger">{t('audit.emergency')}</Badge> : null}
      {child ? <Badge tone="info">{t('audit.child')}</Badge> : null}
      {beside ? (
        <Badge tone="danger">
          <TriangleAlert aria-hidden="true" />
          {t('workspace.patient.allergiesWritten', { text: beside })}
        </Badge>
      ) : null}
      {allergies?.kind === 'known' ? (
        allergies.to.map((substance) => (
          <Badge key={substance} tone="danger">
            <TriangleAlert aria-hidden="true" />
            {t('workspace.patient.allergicTo', { substance })}
          </Badge>
        ))
      ) : allergies ? (
        <Badge tone={allergies.kind === 'none' ? 'neutral' : 'warning'}>
          {allergies.kind === 'other'
            ? t('workspace.patient.allergiesWritten', { text: allergies.text })
            : t(allergies.kind === 'none' ? 'workspace.patient.noAllergies' : 'workspace.patient.allergiesNotRecorded')}
        </Badge>
      ) : null}
      {present.map((state) => (
        <Badge key={state} tone="warning">
          <TriangleAlert aria-hidden="true" />
          {t(`audit.patient.${state}`)}
        </Badge>
      ))}
      {unknown.length > 0 ? (
        <Badge>
          {t('audit.patient.notAsked', {
            what: joined(
              'items',
              unknown.map((state) => t(`audit.patient.${state}`)),
            ),
          })}
        </Badge>
      ) : null}
      {patient.weightKg ? (
        <Badge>
          {t('workspace.patient.weight', { weight: patient.weightKg })}
          {patient.weightTime ? ` · ${dateText(patient.weightTime, locale)}` : ''}
        </Badge>
      ) : null}
      {rx.guardianConfirmed ? <Badge tone="info">{t('audit.patient.guardian')}</Badge> : null}
    </section>
  );
}

/** What is stated about the patient, with who stated it and when; read again whenever the review is. */
export function StatedFacts({ found }: { readonly found: ReviewContext }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const { orderId } = found.rx;
  const facts = useQuery(
    useCallback((signal: AbortSignal) => api.getPatientFacts({ orderId }, { signal, quiet: true }), [api, orderId]),
  );
  const { refresh } = facts;
  const read = useRef(found);
  useEffect(() => {
    if (read.current !== found) refresh();
    read.current = found;
  }, [found, refresh]);
  return (
    <QueryResult result={facts} lines={4}>
      {({ current, written }) => (
        <>
          {written.map(({ text, place, denied }) => (
            <Notice
              key={`${place} ${text}`}
              tone={denied ? 'info' : 'warning'}
              title={t(denied ? 'record.facts.deniedIn' : 'record.facts.writtenIn', {
                place: t(`record.facts.places.${place}`),
              })}
            >
              “{text}”
            </Notice>
          ))}
          {current.length === 0 && written.length === 0 ? (
            <p className="audit-none">{t('audit.patient.nothingStated')}</p>
          ) : null}
          <FactRows facts={current} />
        </>
      )}
    </QueryResult>
  );
}

function FactRows({ facts }: { readonly facts: readonly PatientFact[] }) {
  const { t } = useTranslation();
  const { valueText, originText } = useFactWords();
  if (facts.length === 0) return null;
  return (
    <dl className="review-facts">
      {facts.map((fact) => (
        <div key={fact.id} data-kind={fact.value.kind}>
          <dt>{t(`record.facts.kinds.${fact.value.kind}`)}</dt>
          <dd>
            {valueText(fact)} {fact.confirmed ? null : <Badge tone="warning">{t('record.facts.unconfirmed')}</Badge>}
            <small>{originText(fact)}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
