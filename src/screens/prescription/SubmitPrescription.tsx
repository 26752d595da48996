import { useSelector } from '@xstate/react';
import { type RefObject, useEffect } from 'react';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { type RxDraft, sentLines } from '../../domain/rxDraft.ts';
import { regimenOf } from '../../domain/rxRegimen.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor } from '../../machines/prescription.ts';
import { asksToConfirm, hitsOf, orderIdOf } from '../../machines/selectors/prescription.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { moneyText } from '../../ui/format.ts';
import { Lines } from '../../ui/Lines.tsx';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { joined } from '../app/joined.ts';
import { selectBlank } from '../forms/showFirstProblem.ts';
import { usePatientColour, usePatientWords } from '../patientFacts/patients.ts';
import { usePaperFacts } from '../patientFacts/usePaperFacts.ts';
import { DiagnosisText } from '../record/RecordText.tsx';
import { FindingList } from './FindingList.tsx';
import { medicineName } from './MedicineSearch.tsx';
import { packRestText, regimenText } from './regimenText.ts';
import { useClinicalWords } from './useClinicalWords.ts';

function showFirst(form: HTMLElement | null, selectors: readonly string[]) {
  const found = selectors
    .map((selector) => form?.querySelector<HTMLElement>(selector))
    .find((one) => one !== null && one !== undefined);
  found?.scrollIntoView({ block: 'center' });
  found?.focus({ preventScroll: true });
  selectBlank(found);
}

/** Scrolls to and focuses the most serious problem. */
const showProblem = (form: HTMLElement | null) =>
  showFirst(form, ['[data-refuses]', '[aria-invalid="true"]', '[role="alert"] button', '[role="alert"]']);

/** Scrolls to and focuses the gravest finding: at its line if it is about one, otherwise among the checks. */
export const showFinding = (form: HTMLElement | null): void =>
  showFirst(form, ['[data-refuses]', '[data-unanswered]', '[data-finding]', '.rx-checks']);

/** Returns the action of the submit button. If the submission is stopped, the most serious problem gets the focus. */
export function useSubmission(
  prescription: PrescriptionActor,
  { storeDefaults, form }: { storeDefaults: () => RxDraft; form: RefObject<HTMLElement | null> },
) {
  useEffect(() => {
    // A closing dialog returns the focus in the next frame, so focus the problem in the frame after.
    const show = () => requestAnimationFrame(() => requestAnimationFrame(() => showProblem(form.current)));
    const stops = prescription.on('submission.stopped', show);
    return () => stops.unsubscribe();
  }, [prescription, form]);
  return () => {
    storeDefaults();
    prescription.send({ type: 'submit.requested' });
  };
}

type Props = {
  readonly prescription: PrescriptionActor;
  readonly patient: PatientBrief;
  readonly draft: RxDraft;
};

/** Confirmation before submitting: the patient and the medicines. */
export function SubmitPrescription({ prescription, patient, draft }: Props) {
  const { t, language } = useTranslation();
  const people = usePatientWords();
  const words = useClinicalWords();
  const colour = usePatientColour(useSelector(prescription, orderIdOf));
  const hits = useSelector(prescription, hitsOf);
  const { allergyLines } = usePaperFacts();
  const total = draft.lines.reduce((sum, { medicine, quantity }) => sum + medicine.price * (quantity ?? 0), 0);
  return (
    <ConfirmDialog
      open={useSelector(prescription, asksToConfirm)}
      title={t('prescription.submitTitle')}
      confirmLabel={t('prescription.submit')}
      cancelLabel={t('common.actions.back')}
      closeLabel={t('common.actions.close')}
      onConfirm={() => prescription.send({ type: 'submit.confirmed' })}
      onCancel={() => prescription.send({ type: 'submit.cancelled' })}
    >
      <PersonTag name={patient.name} detail={people.full(patient)} colour={colour} />
      <dl className="rx-signed-for">
        <div>
          <dt>{t('prescription.paper.diagnosis')}</dt>
          <dd>
            <DiagnosisText diagnoses={draft.diagnosisList} />
          </dd>
        </div>
        <div>
          <dt>{t('prescription.paper.allergy')}</dt>
          <dd>
            <Lines text={allergyLines(patient)} />
          </dd>
        </div>
        {!isBlank(draft.advice) ? (
          <div>
            <dt>{t('prescription.paper.advice')}</dt>
            <dd dir="auto">{draft.advice}</dd>
          </div>
        ) : null}
      </dl>
      <ul className="rx-summary">
        {sentLines(draft).map(({ index, line }) => (
          <li key={index}>
            <span>
              <span>{`${medicineName({ name: line.drugName, tradeName: line.tradeName })} ${keepUnits(line.specification)}`}</span>
              <span className="rx-summary-dose" data-numeric="">
                {joined('sentences', [
                  regimenText(regimenOf(line), line.route, { words, t }),
                  packRestText(line, { words, t }),
                ])}
              </span>
            </span>
            <span data-numeric="">
              {t('prescription.paper.quantity', {
                quantity: line.quantity,
                pack: words.unit(line.packUnit, line.quantity),
              })}
            </span>
          </li>
        ))}
        <li>
          <span>{t('prescription.submitLines', { count: draft.lines.length })}</span>
          <strong data-numeric="">{t('prescription.total', { amount: moneyText(total, language) })}</strong>
        </li>
      </ul>
      <FindingList
        naming
        label={t('prescription.checks.title')}
        hits={hits.filter(({ level }) => level !== 'info')}
        draft={draft}
      />
      <p>{t('prescription.submitText')}</p>
    </ConfirmDialog>
  );
}
