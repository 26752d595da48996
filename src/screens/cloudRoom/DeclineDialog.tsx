import { useState } from 'react';
import { isBlank, isReason } from '../../../clinical/writtenReason.ts';
import type { ConsultOrder } from '../../../contract/http/consult.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';
import { useApp, useWork } from '../app/app.ts';
import { useTextDraft } from '../forms/useFormDraft.ts';
import { usePatientWords } from '../patientFacts/patients.ts';

const reasons = ['otherSpecialty', 'needsVisit', 'emergency', 'unclear', 'noTime', 'other'] as const;

type Props = { readonly order: ConsultOrder; readonly onClose: () => void };

/** Declining is irreversible, so the dialog names the patient and asks for a reason. */
export function DeclineDialog({ order, onClose }: Props) {
  const { t } = useTranslation();
  const { api, toasts } = useApp();
  const { awaiting } = useWork();
  const words = usePatientWords();
  const [reasonCode, setReason] = useState('');
  const [state, setState] = useState<'asking' | 'incomplete' | 'declining'>('asking');
  const { patient, id, version } = order;
  const [remark, setRemark] = useTextDraft(`refusal of ${id}`);
  // "Other" says nothing alone, and what is written must say something.
  const lacksWords = (reasonCode === 'other' || !isBlank(remark)) && !isReason(remark);

  async function decline() {
    if (reasonCode === '' || lacksWords) return setState('incomplete');
    setState('declining');
    const remarkField = isBlank(remark) ? {} : { remark: remark.trim() };
    const answer = await api.refuseOrder({ id, version, reasonCode, ...remarkField });
    awaiting.refresh();
    if (!answer.ok) return setState('asking');
    setRemark('');
    toasts.show({ tone: 'success', text: t('decline.done', { patient: patient.name }) });
    onClose();
  }
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
          <Button tone="danger" busy={state === 'declining'} onClick={() => void decline()}>
            {t('decline.confirm')}
          </Button>
        </>
      }
    >
      <div className="room-form">
        <PersonTag name={patient.name} detail={words.full(patient)} colour={null} />
        <p>{t('decline.text')}</p>
        <SelectField
          label={t('decline.reason')}
          required
          placeholder={t('decline.choose')}
          choices={reasons.map((value) => ({ value, label: t(`decline.reasons.${value}`) }))}
          value={reasonCode}
          error={state === 'incomplete' && reasonCode === '' ? t('common.form.required') : null}
          onChange={(event) => {
            setReason(event.target.value);
            setState('asking');
          }}
        />
        <TextAreaField
          label={t('decline.remark')}
          {...(reasonCode === 'other' ? { required: true } : { optional: t('common.form.optional') })}
          maxLength={500}
          value={remark}
          error={state === 'incomplete' && lacksWords ? t('common.form.reason') : null}
          onChange={(event) => {
            setRemark(event.target.value);
            setState('asking');
          }}
        />
      </div>
    </Dialog>
  );
}
