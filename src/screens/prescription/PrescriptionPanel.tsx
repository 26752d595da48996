import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { Consultation } from '../../machines/consultation.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import type { RecordActor } from '../../machines/record.ts';
import { patientOf, prescriptionOf, recordOf } from '../../machines/selectors/consultation.ts';
import { isLoading, isUnreachable, showsIssued } from '../../machines/selectors/prescription.ts';
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
  const patient = useSelector(consultation, patientOf);
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

type Shown = 'form' | 'issued' | null;

/** When form and paper take each other's place, the focus of the pressed button would be lost. */
function useFocusAfterSwitch(shown: Shown) {
  const panel = useRef<HTMLElement>(null);
  const before = useRef<Shown>(null);
  useEffect(() => {
    const isSwitch = before.current !== null && shown !== null && before.current !== shown;
    before.current = shown;
    if (!isSwitch) return;
    const focus = () => {
      if (document.activeElement !== document.body) return;
      const search = shown === 'form' ? panel.current?.querySelector<HTMLElement>('.rx-medicines input') : null;
      (search ?? panel.current)?.focus({ preventScroll: true });
    };
    // A closing dialog returns the focus in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(focus));
  }, [shown]);
  return panel;
}

/** A prescription as a form or as issued. */
export function PrescriptionSheet({ prescription, record, patient }: Props) {
  const { t } = useTranslation();
  const loading = useSelector(prescription, isLoading);
  const unreachable = useSelector(prescription, isUnreachable);
  const issued = useSelector(prescription, showsIssued);
  const panel = useFocusAfterSwitch(loading || unreachable ? null : issued ? 'issued' : 'form');
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
    <section
      ref={panel}
      tabIndex={-1}
      className="rx-panel"
      aria-label={t('prescription.form', { patient: patient.name })}
    >
      {issued ? (
        <IssuedRx prescription={prescription} patient={patient} />
      ) : (
        <RxForm prescription={prescription} record={record} patient={patient} />
      )}
    </section>
  );
}
