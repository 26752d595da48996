import { Link } from 'react-router-dom';
import type { RxBrief } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dateTimeText } from '../../ui/format.ts';
import { usePrescriptionStates } from '../prescriptionState.ts';
import { useLocale } from '../useLocale.ts';
import { usePatientWords } from '../usePatientWords.ts';
import { usePrescriptionAddress } from './usePrescriptionFilters.ts';

/** A prescription where there is room for one column only. */
export function PrescriptionInOneCell({ rx }: { readonly rx: RxBrief }) {
  const { t } = useTranslation();
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
      <Badge tone={tone}>{text}</Badge>
      <span data-wide="">{rx.diagnosisList.map(({ name }) => name).join(', ')}</span>
      <small>{rx.prescriptionNo}</small>
      <small>{dateTimeText(rx.createTime, locale)}</small>
      <span className="ui-hidden">{t('prescription.submitLines', { count: rx.lineCount })}</span>
    </div>
  );
}
