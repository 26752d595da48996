import { useSelector } from '@xstate/react';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { Addendum, CaseFields } from '../../../contract/http/record.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { siteNameIn } from '../../machines/selectors/session.ts';
import { dateTimeText } from '../../ui/format.ts';
import { useApp } from '../app/app.ts';
import { dotted } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { usePaperFacts } from '../patientFacts/usePaperFacts.ts';
import type { Paper } from '../print/papers.ts';
import { loadPicture, SignaturePicture } from '../print/SignaturePicture.tsx';
import { AddendumList } from './AddendumList.tsx';
import { RecordText } from './RecordText.tsx';
import './printedRecord.css';

/** What is printed of a medical record. */
export type RecordToPrint = {
  readonly patient: PatientBrief;
  readonly orderNo: string | null;
  readonly fields: CaseFields;
  readonly addenda: readonly Addendum[];
  /** `post` is the title and department at the signature. */
  readonly doctor: { readonly name: string; readonly post: string; readonly signUrl: string | null };
  /** Null while it is a draft. */
  readonly signedAt: number | null;
};

/**
 * A medical record as printed, with what was added to it and the doctor's signature line. A draft without a section on
 * allergies shows those on file.
 */
function PrintedRecord({ patient, orderNo, fields, addenda, doctor, signedAt }: RecordToPrint) {
  const { t } = useTranslation();
  const where = useLocale();
  const words = usePatientWords();
  const facts = usePaperFacts();
  const hospital = useSelector(useApp().session, siteNameIn);
  return (
    <article className="printed-record" aria-label={t('record.form', { patient: patient.name })}>
      <header>
        <strong>{hospital}</strong>
        <h1>{t('record.printed.title')}</h1>
        <p>
          <b>{patient.name}</b>
          <span>{` ${words.full(patient)}${orderNo ? ` · ${t('record.printed.order', { number: orderNo })}` : ''}`}</span>
        </p>
        {signedAt === null && isBlank(fields.allergyHistory) ? (
          <p>
            <b>{`${t('print.allergies')}:`}</b>
            <span>{` ${facts.allergies(patient)}`}</span>
          </p>
        ) : null}
      </header>
      {signedAt === null ? <p className="print-mark">{t('record.printed.draft')}</p> : null}
      <RecordText fields={fields} />
      {addenda.length > 0 ? <h2>{t('record.addenda.title')}</h2> : null}
      <AddendumList addenda={addenda} />
      {signedAt === null ? null : (
        <footer>
          <span>{t('record.printed.doctor')}</span>
          <SignaturePicture name={doctor.name} url={doctor.signUrl} />
          <b>{doctor.name}</b>
          {doctor.post ? <span>{doctor.post}</span> : null}
          <span>{t('record.signed', { time: dateTimeText(signedAt, where) })}</span>
        </footer>
      )}
    </article>
  );
}

/** The medical record on A4. */
export function useRecordPaper(patient: PatientBrief, read: () => RecordToPrint): Paper {
  const { t } = useTranslation();
  const { linkOf, session } = useApp();
  const hospital = useSelector(session, siteNameIn);
  return {
    size: 'A4',
    foot: dotted(hospital, t('record.printed.title'), patient.name),
    draw: () => <PrintedRecord {...read()} />,
    load: async () => {
      const { signUrl } = read().doctor;
      if (signUrl) await loadPicture(linkOf(signUrl));
    },
  };
}
