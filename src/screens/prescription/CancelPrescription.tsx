import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { PrescriptionStatus } from '../../../clinical/lifecycle/prescription.ts';
import { isReason } from '../../../clinical/words/writtenReason.ts';
import type { Rx } from '../../../contract/http/prescription.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';
import { checkedBy, errorText, type Problems, problem } from '../forms/fields.ts';
import { useDraftedForm } from '../forms/useDraftedForm.ts';
import { useFormDraft } from '../forms/useFormDraft.ts';
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

type Values = { readonly reason: string };

const check = ({ reason }: Values): Problems<Values> =>
  isReason(reason) ? {} : { reason: problem('prescription.cancelReasonMissing') };

const draftOf = ({ id }: Rx) => `cancellation of ${id}`;
const Draft = z.unknown();

/** Deletes the draft of the reason once the prescription is cancelled. */
export function useCancellationReason(rx: Rx) {
  const [draft, keep] = useFormDraft(draftOf(rx), Draft);
  const isOver = rx.status === PrescriptionStatus.cancelled && draft !== null;
  useEffect(() => {
    if (isOver) keep(null);
  }, [isOver, keep]);
}

/** Cancelling a prescription is final: the dialog names the patient and the effect, and asks for the reason. */
export function CancelPrescription(props: Props) {
  const { rx, patient, colour, busy = false, refusal = null, onCancel, onClose } = props;
  const { t } = useTranslation();
  const patients = usePatientWords();
  const box = useRef<HTMLTextAreaElement | null>(null);
  const form = useForm<Values>({ resolver: checkedBy(check), defaultValues: { reason: '' } });
  useDraftedForm(form, draftOf(rx), 'reason');
  const { ref, ...field } = form.register('reason');
  const cancel = form.handleSubmit(({ reason }) => onCancel(reason.trim()));
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
          <Button tone="danger" busy={busy} onClick={() => void cancel()}>
            {t('prescription.cancelConfirm')}
          </Button>
        </>
      }
    >
      <PersonTag name={patient.name} detail={patients.full(patient)} colour={colour} />
      <p className="card-note">{t('prescription.cancelText')}</p>
      <TextAreaField
        {...field}
        ref={(element) => {
          ref(element);
          box.current = element;
        }}
        label={t('prescription.cancelReason')}
        required
        maxLength={reasonLength}
        error={errorText(form.formState.errors.reason) ?? refusal}
      />
    </Dialog>
  );
}
