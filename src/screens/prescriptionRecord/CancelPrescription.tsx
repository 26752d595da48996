import { useState } from 'react';
import type { Rx } from '../../../contract/http/prescription.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { useApp } from '../app.ts';
import { usePatientWords } from '../patients.ts';

type Props = {
  readonly rx: Rx;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** Somebody was quicker: what is shown is out of date. */
  readonly onConflict: () => void;
};

/** Cancelling cannot be undone, so it says whose prescription it is and asks for the reason. */
export function CancelPrescription({ rx, onClose, onDone, onConflict }: Props) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const patients = usePatientWords();
  const [reason, setReason] = useState('');
  const [state, setState] = useState<'writing' | 'incomplete' | 'cancelling'>('writing');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id, version, prescriptionNo: number, patient } = rx;

  async function cancel() {
    if (reason.trim() === '') return setState('incomplete');
    setState('cancelling');
    const answer = await api.cancelPrescription({ id, version, reason: reason.trim() }, { quiet: true });
    if (answer.ok) {
      toasts.show({ tone: 'success', text: t('prescriptions.cancelled', { number }) });
      return onDone();
    }
    setState('writing');
    setRefusal(answer.failure.message);
    if (answer.failure.kind === 'business') onConflict();
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={t('prescription.cancelTitle', { number })}
      closeLabel={t('common.actions.close')}
      onClose={onClose}
      buttons={
        <>
          <Button look="outline" tone="neutral" onClick={onClose}>
            {t('prescription.keep')}
          </Button>
          <Button tone="danger" busy={state === 'cancelling'} onClick={() => void cancel()}>
            {t('prescription.cancelConfirm')}
          </Button>
        </>
      }
    >
      <div className="rx">
        <PersonTag name={patient.name} detail={patients.full(patient)} colour={null} />
        <p>{t('prescription.cancelText')}</p>
        <TextAreaField
          label={t('prescription.cancelReason')}
          required
          maxLength={500}
          value={reason}
          error={state === 'incomplete' ? t('prescription.cancelReasonMissing') : refusal}
          onChange={(event) => {
            setReason(event.target.value);
            setState('writing');
          }}
        />
      </div>
    </Dialog>
  );
}
