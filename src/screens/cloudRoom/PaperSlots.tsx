import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { type Consultation, phase, prescriptionOf, recordOf } from '../../machines/consultation.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PrescriptionPanel, RecordPanel } from './papers.ts';

type Props = { readonly consultation: Consultation; readonly patient: PatientBrief };

/** In the place of a paper that is not open: it is being opened, or the consultation has ended without it. */
function NotOpen({ consultation }: { readonly consultation: Consultation }) {
  const { t } = useTranslation();
  const ended = useSelector(consultation, (s) => phase(s) === 'closed');
  const orderId = consultation.getSnapshot().context.key.orderId;
  return ended ? (
    <EmptyState
      title={t('workspace.finish.ended')}
      text={t('workspace.finish.closedText')}
      action={
        <Link className="pane-link" to={`/cloudRoom/detail1?id=${orderId}`}>
          {t('workspace.finish.openArchive')}
        </Link>
      }
    />
  ) : (
    <Skeleton loading label={t('common.state.loading')} lines={8} />
  );
}

/** The medical record of a consultation, once its machine has opened it. */
export function RecordSlot({ consultation, patient }: Props) {
  const record = useSelector(consultation, recordOf);
  return record === null ? <NotOpen consultation={consultation} /> : <RecordPanel record={record} patient={patient} />;
}

/** The prescription of a consultation, once its machine has opened it. */
export function PrescriptionSlot({ consultation }: Pick<Props, 'consultation'>) {
  const isOpen = useSelector(consultation, (s) => prescriptionOf(s) !== null);
  return isOpen ? <PrescriptionPanel consultation={consultation} /> : <NotOpen consultation={consultation} />;
}
