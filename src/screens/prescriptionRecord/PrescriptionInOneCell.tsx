import { Link } from 'react-router-dom';
import type { RxBrief } from '../../../contract/http/prescription.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { usePrescriptionStates } from '../prescriptionState.ts';
import { useLocale } from '../useLocale.ts';
import { usePatientWords } from '../usePatientWords.ts';
import { usePrescriptionAddress } from './usePrescriptionFilters.ts';

/** A prescription where there is room for one column only. */
export function PrescriptionInOneCell({ rx }: { readonly rx: RxBrief }) {
  const locale = useLocale();
  const patients = usePatientWords();
  const { status } = usePrescriptionStates();
  const address = usePrescriptionAddress();
  const { text, tone } = status(rx.status);
  return (
    <div className="in-one-cell">
      <Link className="page-link" to={address(rx.id)}>
        {rx.patient.name} · {patients.short(rx.patient)}
      </Link>
      <span data-end="">
        <Badge tone={tone}>{text}</Badge>
      </span>
      <span data-wide="">{rx.diagnosisList.map(({ name }) => name).join(', ')}</span>
      <small>{rx.prescriptionNo}</small>
      <small data-end="">{dateTimeText(rx.createTime, locale)}</small>
    </div>
  );
}
