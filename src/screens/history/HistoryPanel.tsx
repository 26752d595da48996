import type { OrderId } from '../../../contract/ids.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { PastPrescriptions } from './PastPrescriptions.tsx';
import { PastVisits } from './PastVisits.tsx';
import { PersonalHistory } from './PersonalHistory.tsx';
import './history.css';

type Props = { readonly patient: PatientBrief; readonly orderId: OrderId };

/** What is known of a patient from before: told by themselves, earlier visits, earlier prescriptions. Each part loads and fails alone. */
export function HistoryPanel({ patient, orderId }: Props) {
  const { t } = useTranslation();
  return (
    <div className="history">
      <section aria-label={t('workspace.history.personal')}>
        <h3>{t('workspace.history.personal')}</h3>
        <PersonalHistory patientId={patient.id} orderId={orderId} />
      </section>
      <section aria-label={t('workspace.history.visits')}>
        <h3>{t('workspace.history.visits')}</h3>
        <PastVisits patientId={patient.id} />
      </section>
      <section aria-label={t('workspace.history.prescriptions')}>
        <h3>{t('workspace.history.prescriptions')}</h3>
        <PastPrescriptions patientId={patient.id} />
      </section>
    </div>
  );
}
