import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { PrescriptionStatus, rxTypeOf } from '../../../clinical/lifecycle/prescription.ts';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { Rx, RxLine } from '../../../contract/http/prescription.ts';
import { isolated } from '../../domain/direction.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { siteNameIn } from '../../machines/selectors/session.ts';
import { dateTimeText, moneyText } from '../../ui/format.ts';
import { Lines } from '../../ui/Lines.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { useApp } from '../app/app.ts';
import { coded, joined } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { keyed } from '../lists/keyed.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { SignaturePicture } from '../print/SignaturePicture.tsx';
import { lineText, packRestText, packsText } from './regimenText.ts';
import { BrokenSignature, isBroken, pictureOf, Signatures } from './Signatures.tsx';
import { useClinicalWords } from './useClinicalWords.ts';
import { useRxFacts } from './useRxFacts.ts';
import { VerifyCode } from './VerifyCode.tsx';
import './paper.css';

export type PrintedRxProps = {
  readonly rx: Rx;
  /** Renders what belongs beside a line, such as findings and reasons. */
  readonly beside?: (index: number) => ReactNode;
  /** On paper, with pictures of signatures and the code of the public check. */
  readonly printed?: boolean;
};

/** A prescription as printed; the same on the screen, on paper and for the reviewer. */
export function PrintedRx({ rx, beside, printed = false }: PrintedRxProps) {
  const { t, language } = useTranslation();
  const where = useLocale();
  const hospital = useSelector(useApp().session, siteNameIn);
  return (
    <article className="paper" aria-label={t('prescription.paper.region', { number: rx.prescriptionNo })}>
      <header>
        <strong>{hospital}</strong>
        <h3>{t('prescription.paper.title')}</h3>
        <p>
          <span>
            <span>{`${t('prescription.paper.number')} `}</span>
            <b data-numeric="">{rx.prescriptionNo}</b>
          </span>
          <span>
            <span>{`${t('prescription.paper.date')} `}</span>
            <time>{dateTimeText(rx.submitTime ?? rx.createTime, where)}</time>
          </span>
          <span>{t(`prescription.types.${rxTypeOf(rx.rxType)}`)}</span>
        </p>
      </header>
      <BrokenSignature rx={rx} />
      <PrintedRxHead rx={rx} />
      <p className="paper-rp">{t('prescription.paper.rp')}</p>
      <ol className="paper-lines">
        {keyed(rx.lines, ({ drugId }) => drugId).map(({ key, row: line }, index) => (
          <li key={key}>
            <PrintedRxLine line={line} />
            {beside?.(index)}
          </li>
        ))}
      </ol>
      {rx.advice && !isBlank(rx.advice) ? <Remark term={t('prescription.paper.advice')} text={rx.advice} /> : null}
      {rx.overDaysReason && !isBlank(rx.overDaysReason) ? (
        <Remark term={t('prescription.paper.overDays')} text={rx.overDaysReason} />
      ) : null}
      <footer>
        <span>
          <span>{`${t('prescription.paper.doctor')} `}</span>
          {printed ? <SignaturePicture name={rx.doctor.name} url={pictureOf(rx, 'doctor')} /> : null}{' '}
          <b>{rx.doctor.name}</b>
          {rx.doctor.title ? <span>{` ${rx.doctor.title}`}</span> : null}
        </span>
        <span>
          <span>{`${t('prescription.paper.auditor')} `}</span>
          {printed ? <SignaturePicture name={rx.auditor?.name ?? ''} url={pictureOf(rx, 'auditor')} /> : null}{' '}
          <b>{rx.auditor?.name ?? '—'}</b>
          {rx.auditor?.title ? <span>{` ${rx.auditor.title}`}</span> : null}
        </span>
        {typeof rx.amount === 'number' ? (
          <span data-numeric="">
            <span>{`${t('prescription.paper.total')} `}</span>
            <b>{moneyText(rx.amount, language)}</b>
          </span>
        ) : null}
        <ForceLine rx={rx} />
        <Signatures rx={rx} />
        {printed && rx.verifyCode ? <VerifyCode code={rx.verifyCode} /> : null}
      </footer>
    </article>
  );
}

const Remark = ({ term, text }: { readonly term: string; readonly text: string }) => (
  <p className="paper-remark">
    <b>{term}</b>
    <span dir="auto">{` ${text}`}</span>
  </p>
);

function PrintedRxHead({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const factsOf = useRxFacts();
  const { patient } = rx;
  const diagnoses = joined('entries', rx.diagnosisList.map(coded));
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('prescription.paper.department'), rx.dept || t('common.state.notRecorded')],
    [
      t('prescription.paper.patient'),
      <>
        <b>{patient.name}</b> <span>{words.full(patient)}</span>
      </>,
    ],
    ...factsOf(rx).map(({ term, text }) => [term, <Lines key={term} text={text} />] as const),
    [t('prescription.paper.diagnosis'), diagnoses || t('common.state.notRecorded')],
  ];
  return (
    <dl>
      {rows.map(([term, value]) =>
        value === null ? null : (
          <div key={term}>
            <dt>{term}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function PrintedRxLine({ line }: { readonly line: RxLine }) {
  const { t } = useTranslation();
  const words = useClinicalWords();
  const { drugName, tradeName, specification, dosageForm } = line;
  const rest = packRestText(line, { words, t });
  const details = [
    ...(tradeName && tradeName !== drugName ? [`(${isolated(keepUnits(tradeName))})`] : []),
    keepUnits(specification),
    dosageForm ? words.form(dosageForm) : t('prescription.paper.noForm'),
  ];
  const signa = `${t('prescription.paper.signa')} ${lineText(line, { words, t })}`;
  return (
    <>
      <p className="paper-medicine">
        <span>
          <b>{keepUnits(drugName)}</b>
          <span>{` ${details.join(' ')}`}</span>
        </span>
        <b data-numeric="">{packsText(line, { words, t })}</b>
      </p>
      <p className="paper-signa" data-numeric="">
        <span>{signa}</span>
        {isBlank(line.remark) ? null : <span dir="auto">{` · ${isolated(line.remark ?? '')}`}</span>}
        {line.quantityManual ? <small>{` · ${t('prescription.paper.manual')}`}</small> : null}
        {rest === null ? null : <small>{` · ${rest}`}</small>}
      </p>
    </>
  );
}

/** A prescription is in force only between its approval and the end of its validity, and only as it was signed. */
function ForceLine({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const where = useLocale();
  const now = useApp().now$.value;
  const { status, expireTime } = rx;
  const mark = (text: string) => <b className="print-mark">{text}</b>;
  if (isBroken(rx)) return mark(t('prescription.paper.notSigned'));
  if (status === PrescriptionStatus.draft) return mark(t('prescription.paper.draft'));
  if (status === PrescriptionStatus.pending) return mark(t('prescription.paper.notInForce'));
  if (status === PrescriptionStatus.rejected) return mark(t('prescription.paper.rejected'));
  if (status === PrescriptionStatus.dispensed) return <span>{t('prescription.paper.dispensed')}</span>;
  if (status === PrescriptionStatus.cancelled) return mark(t('prescription.paper.void'));
  if (status !== PrescriptionStatus.approved || (expireTime && expireTime <= now))
    return mark(t('prescription.paper.expired'));
  return expireTime ? (
    <span>{t('prescription.paper.validUntil', { time: dateTimeText(expireTime, where) })}</span>
  ) : null;
}
