import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import type { Rx, RxLine } from '../../../contract/http/prescription.ts';
import { regimenOf } from '../../domain/rxRegimen.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText, moneyText } from '../../ui/format.ts';
import { useApp } from '../app.ts';
import { usePatientWords } from '../patients.ts';
import { useLocale } from '../useLocale.ts';
import { regimenText } from './regimenText.ts';
import { rxTypeName, useClinicalWords } from './useClinicalWords.ts';
import './paper.css';

type Props = {
  readonly rx: Rx;
  /** Renders what belongs beside a line, such as findings and reasons. */
  readonly beside?: (index: number) => ReactNode;
};

/** A prescription as printed; the same on the screen, on paper and for the auditor. */
export function PrintedRx({ rx, beside }: Props) {
  const { t, language } = useTranslation();
  const where = useLocale();
  const hospital = useSelector(useApp().session, (s) => s.context.tenant?.name ?? '');
  return (
    <article className="paper" aria-label={t('prescription.paper.region', { number: rx.prescriptionNo })}>
      <header>
        <strong>{hospital}</strong>
        <h3>{t('prescription.paper.title')}</h3>
        <p>
          <span>
            {t('prescription.paper.number')} <b data-numeric="">{rx.prescriptionNo}</b>
          </span>
          <span>
            {t('prescription.paper.date')} <time>{dateTimeText(rx.submitTime ?? rx.createTime, where)}</time>
          </span>
          <span>{t(`prescription.types.${rxTypeName(rx.rxType)}`)}</span>
        </p>
      </header>
      <PrintedRxHead rx={rx} />
      <p className="paper-rp">{t('prescription.paper.rp')}</p>
      <ol className="paper-lines">
        {rx.lines.map((line, index) => (
          <li key={`${line.drugId} ${line.inventoryId ?? ''}`}>
            <PrintedRxLine line={line} />
            {beside?.(index)}
          </li>
        ))}
      </ol>
      {rx.advice?.trim() ? <Remark term={t('prescription.paper.advice')} text={rx.advice} /> : null}
      {rx.overDaysReason?.trim() ? <Remark term={t('prescription.paper.overDays')} text={rx.overDaysReason} /> : null}
      <footer>
        <span>
          {t('prescription.paper.doctor')} <b>{rx.doctor.name}</b>
        </span>
        <span>
          {t('prescription.paper.auditor')} <b>{rx.auditor?.name ?? '—'}</b>
        </span>
        {typeof rx.amount === 'number' ? (
          <span data-numeric="">
            {t('prescription.paper.total')} <b>{moneyText(rx.amount, language)}</b>
          </span>
        ) : null}
        <ForceLine rx={rx} />
      </footer>
    </article>
  );
}

const Remark = ({ term, text }: { readonly term: string; readonly text: string }) => (
  <p className="paper-remark">
    <b>{term}</b> {text}
  </p>
);

function PrintedRxHead({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const { patient } = rx;
  const diagnoses = rx.diagnosisList.map(({ code, name }) => `${name} (${code})`).join('; ');
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('prescription.paper.department'), rx.dept || t('common.state.notRecorded')],
    [
      t('prescription.paper.patient'),
      <>
        <b>{patient.name}</b> {words.full(patient)}
      </>,
    ],
    [
      t('prescription.paper.weight'),
      patient.weightKg ? t('workspace.patient.weight', { weight: patient.weightKg }) : null,
    ],
    [t('prescription.paper.allergy'), patient.allergy ?? t('common.state.notRecorded')],
    [t('prescription.paper.diagnosis'), diagnoses || t('common.state.notRecorded')],
  ];
  return (
    <dl>
      {rows.map(([term, value]) =>
        value === null ? null : (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function PrintedRxLine({ line }: { readonly line: RxLine }) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const { drugName, tradeName, specification, dosageForm, quantity, packUnit } = line;
  return (
    <>
      <p className="paper-drug">
        <span>
          <b>{drugName}</b> {tradeName && tradeName !== drugName ? `(${tradeName}) ` : ''}
          {specification} {dosageForm ? words.form(dosageForm) : t('prescription.paper.noForm')}
        </span>
        <b data-numeric="">{t('prescription.paper.quantity', { quantity, pack: words.unit(packUnit, quantity) })}</b>
      </p>
      <p className="paper-signa" data-numeric="">
        {t('prescription.paper.signa')} {regimenText(regimenOf(line), line.route, { words, t })}
        {line.remark?.trim() ? ` · ${line.remark}` : ''}
        {line.quantityManual ? <small> · {t('prescription.paper.manual')}</small> : null}
      </p>
    </>
  );
}

/** A prescription is in force only between its approval and the end of its validity. */
function ForceLine({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const where = useLocale();
  if (rx.status === PrescriptionStatus.approved && rx.expireTime)
    return <span>{t('prescription.paper.validUntil', { time: dateTimeText(rx.expireTime, where) })}</span>;
  if (rx.status === PrescriptionStatus.pending) return <span>{t('prescription.paper.notInForce')}</span>;
  if (rx.status === PrescriptionStatus.rejected) return <span>{t('prescription.paper.rejected')}</span>;
  const isVoid = rx.status === PrescriptionStatus.voided || rx.status === PrescriptionStatus.expired;
  return isVoid ? <span>{t('prescription.paper.void')}</span> : null;
}
