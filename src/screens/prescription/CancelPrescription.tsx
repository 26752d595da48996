import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { Rx } from '../../../contract/http/prescription.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { usePatientColour, usePatientWords } from '../patients.ts';

type Props = { readonly prescription: PrescriptionActor; readonly rx: Rx; readonly patient: PatientBrief };

const reasonLength = 500;

/** Takes a prescription back for good: names the effect, asks for the reason. */
export function CancelPrescription({ prescription, rx, patient }: Props) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const possible = useSelector(prescription, (s) => s.can({ type: 'cancel.requested', reason: 'x' }));
  const cancelling = useSelector(prescription, (s) => s.matches('cancelling'));
  const colour = usePatientColour(rx.orderId);
  const box = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const close = () => {
    setOpen(false);
    setTried(false);
  };
  const cancel = () => {
    setTried(true);
    if (reason.trim() === '') return box.current?.focus();
    close();
    prescription.send({ type: 'cancel.requested', reason: reason.trim() });
  };
  if (!possible && !cancelling) return null;
  return (
    <>
      <Button look="outline" tone="danger" busy={cancelling} onClick={() => setOpen(true)}>
        {t('prescription.cancel')}
      </Button>
      <Dialog
        open={open}
        size="sm"
        title={t('prescription.cancelTitle', { number: rx.prescriptionNo })}
        closeLabel={t('common.actions.close')}
        firstFocus={box}
        maskCloses={false}
        onClose={close}
        buttons={
          <>
            <Button look="outline" tone="neutral" onClick={close}>
              {t('prescription.keep')}
            </Button>
            <Button tone="danger" onClick={cancel}>
              {t('prescription.cancelConfirm')}
            </Button>
          </>
        }
      >
        <PersonTag name={patient.name} detail={words.full(patient)} colour={colour} />
        <p className="rx-dialog-text">{t('prescription.cancelText')}</p>
        <TextAreaField
          ref={box}
          label={t('prescription.cancelReason')}
          required
          maxLength={reasonLength}
          value={reason}
          error={tried && reason.trim() === '' ? t('prescription.cancelReasonMissing') : null}
          onChange={(event) => setReason(event.target.value)}
        />
      </Dialog>
    </>
  );
}
