import { Link } from 'react-router-dom';
import type { RxBrief } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { dateTimeText, listTimeText, moneyText } from '../../ui/format.ts';
import { unbroken } from '../../ui/unitText.ts';
import { dotted, joined } from '../app/joined.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useNow } from '../hooks/useTicking.ts';
import { usePatientWords } from '../patientFacts/patients.ts';
import { usePrescriptionStates } from '../prescription/prescriptionState.ts';
import { usePrescriptionAddress } from './PrescriptionFilters.tsx';

/** Columns of the prescription list. */
export function usePrescriptionColumns(): readonly Column<RxBrief>[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const patients = usePatientWords();
  const { status, review } = usePrescriptionStates();
  const address = usePrescriptionAddress();
  return [
    {
      name: 'number',
      header: t('prescriptions.column.number'),
      width: '11rem',
      cell: ({ id, prescriptionNo }) => (
        <Link className="page-link" to={address(id)}>
          {prescriptionNo}
        </Link>
      ),
      text: ({ prescriptionNo }) => prescriptionNo,
    },
    {
      name: 'patient',
      header: t('prescriptions.column.patient'),
      // Text columns have a percentage of the width, so that others shrink on a narrow screen.
      width: '16%',
      cell: ({ patient }) => dotted(patient.name, unbroken(patients.short(patient))),
      text: ({ patient }) => dotted(patient.name, patients.short(patient)),
    },
    {
      name: 'diagnosis',
      header: t('prescriptions.column.diagnosis'),
      width: '18%',
      cell: ({ diagnosisList }) =>
        joined(
          'entries',
          diagnosisList.map(({ name }) => name),
        ),
      text: ({ diagnosisList }) =>
        joined(
          'entries',
          diagnosisList.map(({ name }) => name),
        ),
    },
    {
      name: 'lines',
      header: t('prescriptions.column.lines'),
      width: '4.5rem',
      align: 'end',
      cell: ({ lineCount }) => lineCount,
      text: ({ lineCount }) => lineCount,
    },
    {
      name: 'status',
      header: t('prescriptions.status'),
      width: '9rem',
      cell: (rx) => {
        const { text, tone } = status(rx.status);
        return <Badge tone={tone}>{text}</Badge>;
      },
      text: (rx) => status(rx.status).text,
    },
    {
      name: 'review',
      header: t('prescriptions.review'),
      width: '8rem',
      cell: ({ submitTime, auditStatus }) => (submitTime ? review(auditStatus).text : ''),
      text: ({ submitTime, auditStatus }) => (submitTime ? review(auditStatus).text : ''),
    },
    {
      name: 'created',
      header: t('prescriptions.column.created'),
      width: '8rem',
      cell: ({ createTime }) => <time>{listTimeText(createTime, now, locale)}</time>,
      text: ({ createTime }) => dateTimeText(createTime, locale),
    },
    {
      name: 'amount',
      header: t('prescriptions.column.amount'),
      width: '6rem',
      align: 'end',
      cell: ({ amount }) => (typeof amount === 'number' ? moneyText(amount, locale.language) : ''),
      text: ({ amount }) => (typeof amount === 'number' ? amount / 100 : null),
    },
  ];
}
