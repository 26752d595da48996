import { useSelector } from '@xstate/react';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { type Consultation, orderOf, prescriptionOf, recordOf } from '../../machines/consultation.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import type { RecordActor } from '../../machines/record.ts';
import { ErrorPane } from '../../ui/ErrorPane.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { IssuedRx } from './IssuedRx.tsx';
import { RxForm } from './RxForm.tsx';
import './prescription.css';

/** The prescription of a consultation, once its machine is running. */
export function PrescriptionPanel({ consultation }: { readonly consultation: Consultation }) {
  const { t } = useTranslation();
  const prescription = useSelector(consultation, prescriptionOf);
  const record = useSelector(consultation, recordOf);
  const patient = useSelector(consultation, (s) => orderOf(s)?.patient ?? null);
  if (prescription === null || patient === null)
    return <Skeleton loading label={t('prescription.loading')} lines={10} />;
  return <PrescriptionSheet prescription={prescription} record={record} patient={patient} />;
}

type Props = {
  readonly prescription: PrescriptionActor;
  /** The record being written, whose diagnoses are copied; null if it is not open. */
  readonly record: RecordActor | null;
  readonly patient: PatientBrief;
};

/** A prescription as a form or as issued. */
export function PrescriptionSheet({ prescription, record, patient }: Props) {
  const { t } = useTranslation();
  const loading = useSelector(prescription, (s) => s.matches('loading'));
  const unreachable = useSelector(prescription, (s) => s.matches('unreachable'));
  const issued = useSelector(prescription, (s) => s.hasTag('issued'));
  if (unreachable)
    return (
      <ErrorPane
        title={t('prescription.unreachable')}
        text={t('prescription.unreachableText')}
        retryLabel={t('common.actions.retry')}
        onRetry={() => prescription.send({ type: 'retry.requested' })}
      />
    );
  if (loading) return <Skeleton loading label={t('prescription.loading')} lines={10} />;
  return (
    <section className="rx-panel" aria-label={t('prescription.form', { patient: patient.name })}>
      {issued ? (
        <IssuedRx prescription={prescription} patient={patient} />
      ) : (
        <RxForm prescription={prescription} record={record} patient={patient} />
      )}
    </section>
  );
}
