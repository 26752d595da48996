import { useSelector } from '@xstate/react';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PatientBrief } from '../../../contract/shared.ts';
import { missingForSigning } from '../../domain/record.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { RecordActor } from '../../machines/record.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { usePatientColour, usePatientWords } from '../patients.ts';

type Props = {
  readonly record: RecordActor;
  readonly patient: PatientBrief;
  /** The element with the fields, to focus the first invalid one. */
  readonly fields: RefObject<HTMLElement | null>;
};

/** Signing locks the record permanently, so the confirmation names the patient. */
export function SignRecord({ record, patient, fields }: Props) {
  const { t } = useTranslation();
  const words = usePatientWords();
  const [asking, setAsking] = useState(false);
  const colour = usePatientColour(useSelector(record, (s) => s.context.orderId));
  const possible = useSelector(record, (s) => s.can({ type: 'sign.requested' }));
  const signing = useSelector(record, (s) => s.matches('signing') || s.matches({ saving: 'signNext' }));
  const sign = () => {
    setAsking(false);
    record.send({ type: 'sign.requested' });
  };
  const ask = () => {
    if (missingForSigning(record.getSnapshot().context.fields).length === 0) return setAsking(true);
    flushSync(() => record.send({ type: 'sign.requested' }));
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <>
      <Button busy={signing} disabled={!possible && !signing} onClick={ask}>
        {t(signing ? 'record.signing' : 'record.sign')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('record.signTitle', { patient: patient.name })}
        confirmLabel={t('record.sign')}
        cancelLabel={t('common.actions.cancel')}
        closeLabel={t('common.actions.close')}
        onConfirm={sign}
        onCancel={() => setAsking(false)}
      >
        <PersonTag name={patient.name} detail={words.full(patient)} colour={colour} />
        <p className="record-dialog-text">{t('record.signText')}</p>
      </ConfirmDialog>
    </>
  );
}
