import { useEffect, useRef, useState } from 'react';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { isReason } from '../../../clinical/writtenReason.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';
import { useTextDraft } from '../forms/useFormDraft.ts';
import { usePatientWords } from '../patientFacts/patients.ts';

type Props = {
  readonly rx: Rx;
  readonly patient: PatientBrief;
  /** The patient's colour in the cloud room, or null. */
  readonly colour: number | null;
  readonly busy?: boolean;
  /** Why the platform refused the last attempt, or null. */
  readonly refusal?: string | null;
  readonly onCancel: (reason: string) => void;
  readonly onClose: () => void;
};

const reasonLength = 500;

/** The reason for a cancellation as a draft, until the prescription is cancelled. */
export function useCancellationReason({ id, status }: Rx) {
  const [reason, setReason] = useTextDraft(`cancellation of ${id}`);
  const isOver = status === PrescriptionStatus.voided && reason !== '';
  useEffect(() => {
    if (isOver) setReason('');
  }, [isOver, setReason]);
  return [reason, setReason] as const;
}

/** Cancelling a prescription is final: the dialog names the patient and the effect, and asks for the reason. */
export function CancelPrescription(props: Props) {
  const { rx, patient, colour, busy = false, refusal = null, onCancel, onClose } = props;
  const { t } = useTranslation();
  const patients = usePatientWords();
  const box = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useCancellationReason(rx);
  const [tried, setTried] = useState(false);
  const isMissing = !isReason(reason);
  const cancel = () => {
    setTried(true);
    if (isMissing) box.current?.focus();
    else onCancel(reason.trim());
  };
  return (
    <Dialog
      open
      size="sm"
      role="alertdialog"
      title={t('prescription.cancelTitle', { number: rx.prescriptionNo })}
      closeLabel={t('common.actions.close')}
      firstFocus={box}
      maskCloses={false}
      onClose={onClose}
      buttons={
        <>
          <Button look="outline" tone="neutral" onClick={onClose}>
            {t('prescription.keep')}
          </Button>
          <Button tone="danger" busy={busy} onClick={cancel}>
            {t('prescription.cancelConfirm')}
          </Button>
        </>
      }
    >
      <PersonTag name={patient.name} detail={patients.full(patient)} colour={colour} />
      <p className="card-note">{t('prescription.cancelText')}</p>
      <TextAreaField
        ref={box}
        label={t('prescription.cancelReason')}
        required
        maxLength={reasonLength}
        value={reason}
        error={tried && isMissing ? t('prescription.cancelReasonMissing') : refusal}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
