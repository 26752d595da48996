import { useSelector } from '@xstate/react';
import type { PatientBrief } from '../../../contract/shared.ts';
import type { RxDraft } from '../../domain/rxDraft.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { moneyText } from '../../ui/format.ts';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { usePatientColour, usePatientWords } from '../patients.ts';
import { drugName } from './DrugField.tsx';
import { useClinicalWords } from './useClinicalWords.ts';

type Props = {
  readonly prescription: PrescriptionActor;
  readonly patient: PatientBrief;
  readonly draft: RxDraft;
  readonly open: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
};

/** The last look before a prescription goes out: for whom, and what. */
export function SubmitPrescription({ prescription, patient, draft, open, onSubmit, onClose }: Props) {
  const { t, language } = useTranslation();
  const people = usePatientWords();
  const words = useClinicalWords();
  const colour = usePatientColour(useSelector(prescription, (s) => s.context.orderId));
  const total = draft.lines.reduce((sum, { drug, quantity }) => sum + drug.price * (quantity ?? 0), 0);
  return (
    <ConfirmDialog
      open={open}
      title={t('prescription.submitTitle')}
      confirmLabel={t('prescription.submit')}
      cancelLabel={t('common.actions.back')}
      closeLabel={t('common.actions.close')}
      onConfirm={onSubmit}
      onCancel={onClose}
    >
      <PersonTag name={patient.name} detail={people.full(patient)} colour={colour} />
      <ul className="rx-summary">
        {draft.lines.map(({ key, drug, quantity, onceDose, onceDoseUnit, frequency, route, days }) => (
          <li key={key}>
            <span>
              {drugName(drug)} {drug.specification}
              <small data-numeric="">
                {t('prescription.paper.line', {
                  dose: onceDose ?? '',
                  unit: words.unit(onceDoseUnit),
                  frequency: words.frequency(frequency ?? ''),
                  route: words.route(route ?? ''),
                  days: days ?? '',
                })}
              </small>
            </span>
            <span data-numeric="">
              {t('prescription.paper.quantity', { quantity: quantity ?? 0, pack: words.unit(drug.packUnit) })}
            </span>
          </li>
        ))}
        <li>
          <span>{t('prescription.submitLines', { count: draft.lines.length })}</span>
          <strong data-numeric="">{t('prescription.total', { amount: moneyText(total, language) })}</strong>
        </li>
      </ul>
      <p>{t('prescription.submitText')}</p>
    </ConfirmDialog>
  );
}
