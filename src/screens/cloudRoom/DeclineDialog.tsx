import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { isBlank, isReason } from '../../../clinical/words/writtenReason.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorText } from '../../ui/Notice.tsx';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';
import { useApp, useWork } from '../app/app.ts';
import { type Problems, problem } from '../forms/fields.ts';
import { useSavedForm } from '../forms/useSavedForm.ts';
import { usePatientWords } from '../patientFacts/patients.ts';

const reasons = ['otherSpecialty', 'needsVisit', 'emergency', 'unclear', 'noTime', 'other'] as const;

type Props = { readonly order: ConsultOrder; readonly onClose: () => void };
type Values = { readonly reasonCode: string; readonly remark: string };

/** "Other" says nothing alone, and what is written must say something. */
const lacksWords = ({ reasonCode, remark }: Values) =>
  (reasonCode === 'other' || !isBlank(remark)) && !isReason(remark);

const check = (typed: Values): Problems<Values> => ({
  ...(typed.reasonCode === '' ? { reasonCode: problem('common.form.required') } : {}),
  ...(lacksWords(typed) ? { remark: problem('common.form.reason') } : {}),
});

/** Declining is irreversible, so the dialog names the patient and asks for a reason. */
export function DeclineDialog({ order, onClose }: Props) {
  const { t } = useTranslation();
  const { api, toasts } = useApp();
  const { awaiting } = useWork();
  const words = usePatientWords();
  const formId = useId();
  const { patient, id, version } = order;
  const form = useSavedForm<Values, unknown>({
    name: `refusal of ${id}`,
    textField: 'remark',
    stored: { reasonCode: '', remark: '' },
    check,
    save: ({ reasonCode, remark }) =>
      api.refuseOrder(
        { id, version, reasonCode, ...(isBlank(remark) ? {} : { remark: remark.trim() }) },
        { quiet: true },
      ),
    onRefused: () => awaiting.refresh(),
    onSaved() {
      awaiting.refresh();
      toasts.show({ tone: 'success', text: t('decline.done', { patient: patient.name }) });
      onClose();
    },
  });
  const isOther = useWatch({ control: form.form.control, name: 'reasonCode' }) === 'other';
  return (
    <Dialog
      open
      role="alertdialog"
      title={t('decline.title', { patient: patient.name })}
      closeLabel={t('common.actions.close')}
      onClose={onClose}
      buttons={
        <>
          <Button look="outline" tone="neutral" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" form={formId} tone="danger" busy={form.isSaving}>
            {t('decline.confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} className="room-form" noValidate onSubmit={form.submit}>
        <PersonTag name={patient.name} detail={words.full(patient)} colour={null} />
        <p>{t('decline.text')}</p>
        <SelectField
          label={t('decline.reason')}
          required
          placeholder={t('decline.choose')}
          choices={reasons.map((value) => ({ value, label: t(`decline.reasons.${value}`) }))}
          {...form.fieldOf('reasonCode')}
        />
        <TextAreaField
          label={t('decline.remark')}
          {...(isOther ? { required: true } : { optional: t('common.form.optional') })}
          maxLength={500}
          {...form.fieldOf('remark')}
        />
        {form.refusal ? <ErrorText urgent>{form.refusal}</ErrorText> : null}
      </form>
    </Dialog>
  );
}
