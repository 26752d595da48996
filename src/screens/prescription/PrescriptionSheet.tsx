import { PrescriptionStatus, rxTypes } from '../../../clinical/lifecycle/prescription.ts';
import type { Rx, RxLine } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText, moneyText } from '../../ui/format.ts';
import { keepUnits } from '../../ui/unitText.ts';
import { coded, dotted, joined } from '../app/joined.ts';
import { codeText, useLocale } from '../hooks/useLocale.ts';
import { Facts } from '../lists/Facts.tsx';
import { keyed } from '../lists/keyed.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { LineMark, RxVersions } from './RxVersions.tsx';
import { reasonText } from './reasonText.ts';
import { lineText, packRestText, packsText } from './regimenText.ts';
import { BrokenSignature, isBroken, Signatures } from './Signatures.tsx';
import { useClinicalWords } from './useClinicalWords.ts';
import { useRxFacts } from './useRxFacts.ts';
import './prescriptionSheet.css';

/** Medicines of a prescription with quantity and dosage. */
function PrescriptionLines({ lines, markedLines }: Pick<Rx, 'lines' | 'markedLines'>) {
  const { t } = useTranslation();
  return (
    <ol className="rx-sheet-lines" aria-label={t('prescription.lines')}>
      {keyed(lines, ({ drugId }) => drugId).map(({ key, row }, index) => (
        <Line key={key} line={row} marked={markedLines?.includes(index) ?? false} />
      ))}
    </ol>
  );
}

function Line({ line, marked }: { readonly line: RxLine; readonly marked: boolean }) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const words = useClinicalWords();
  const { drugName, tradeName, specification, dosageForm, manufacturer, quantity, price, remark } = line;
  const rest = packRestText(line, { words, t });
  const what = [
    keepUnits(specification),
    dosageForm ? words.form(dosageForm) : '',
    keepUnits(tradeName ?? ''),
    manufacturer,
  ];
  return (
    <li>
      <div>
        <strong>{keepUnits(drugName)}</strong>
        <span className="rx-quantity">{packsText(line, { words, t })}</span>
      </div>
      <div>
        <small>{dotted(...what)}</small>
        {typeof price === 'number' ? <small>{moneyText(price * quantity, language)}</small> : null}
      </div>
      <p>{lineText(line, { words, t })}</p>
      {rest === null ? null : <p>{rest}</p>}
      {remark ? <p dir="auto">{remark}</p> : null}
      {marked ? <LineMark /> : null}
    </li>
  );
}

/** A read-only prescription: patient, diagnosis, medicines and the reviewer's decision. */
export function PrescriptionSheet({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const patients = usePatientWords();
  const factsOf = useRxFacts();
  const at = (time: number | null | undefined) => (time ? dateTimeText(time, locale) : null);
  const kind = rxTypes[rx.rxType];
  const { patient, diagnosisList, advice, overDaysReason, overrides, amount } = rx;
  return (
    <div className="rx">
      <BrokenSignature rx={rx} />
      <Decision rx={rx} />
      <Facts
        label={t('prescription.sheet.facts')}
        rows={[
          [t('prescription.paper.patient'), dotted(patient.name, patients.full(patient))],
          ...factsOf(rx).map(({ term, text }) => [term, text] as const),
          [t('prescription.paper.type'), kind ? t(`prescription.types.${kind}`) : String(rx.rxType)],
          [t('prescription.paper.diagnosis'), diagnosisList.map(coded).join('\n')],
          [t('prescription.paper.doctor'), dotted(rx.doctor.name, rx.dept)],
          [t('prescription.sheet.created'), at(rx.createTime)],
          [t('prescription.sheet.submitted'), at(rx.submitTime)],
          [t('prescription.sheet.validUntil'), rx.status === PrescriptionStatus.approved ? at(rx.expireTime) : null],
        ]}
      />
      <PrescriptionLines lines={rx.lines} markedLines={rx.markedLines} />
      <RxVersions rx={rx} />
      {typeof amount === 'number' ? (
        <p className="rx-total">{t('prescription.total', { amount: moneyText(amount, locale.language) })}</p>
      ) : null}
      <Facts
        label={t('prescription.sheet.notes')}
        rows={[
          [t('prescription.paper.advice'), advice],
          [t('prescription.paper.overDays'), overDaysReason],
          [t('prescription.sheet.overrides'), overrides?.map((given) => reasonText(given, t)).join('\n')],
        ]}
      />
      {rx.status === PrescriptionStatus.draft ? null : <Signatures rx={rx} />}
    </div>
  );
}

/** Why it was rejected or cancelled, or who approved it. */
function Decision({ rx }: { readonly rx: Rx }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { status, auditor: reviewer, auditTime, auditRemark, auditReasonCodes, cancelReason } = rx;
  if (status === PrescriptionStatus.cancelled)
    return cancelReason ? (
      <div className="rx-decision" data-tone="neutral">
        <strong>{t('prescription.states.cancelled')}</strong>
        <p>{t('prescription.states.cancelledText', { reason: cancelReason })}</p>
      </div>
    ) : null;
  if (!reviewer) return null;
  const rejected = status === PrescriptionStatus.rejected;
  const name = reviewer.name;
  const time = auditTime ? dateTimeText(auditTime, locale) : '';
  return (
    <div className="rx-decision" data-tone={rejected ? 'danger' : isBroken(rx) ? 'neutral' : undefined}>
      <strong>{rejected ? t('prescription.states.rejected') : t('prescription.sheet.reviewed')}</strong>
      <p>{joined('details', [name, time])}</p>
      {auditReasonCodes && auditReasonCodes.length > 0 ? (
        <p>{auditReasonCodes.map((code) => codeText('prescription.reasons', code)).join(' · ')}</p>
      ) : null}
      {auditRemark ? <p dir="auto">{auditRemark}</p> : null}
    </div>
  );
}
