import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SnapshotFrom } from 'xstate';
import { isBlank } from '../../../clinical/writtenReason.ts';
import type { PatientBrief } from '../../../contract/shared.ts';
import { isComplete, type RxDraft, sentLines } from '../../domain/rxDraft.ts';
import { isSameOrder } from '../../domain/rxLines.ts';
import { regimenOf } from '../../domain/rxRegimen.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PrescriptionActor, prescriptionMachine } from '../../machines/prescription.ts';
import { draftOf, hitsOf, orderIdOf } from '../../machines/prescription.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { moneyText } from '../../ui/format.ts';
import { PersonTag } from '../../ui/PersonTag.tsx';
import { keepUnits } from '../../ui/unitText.ts';
import { joined } from '../app/joined.ts';
import { selectBlank } from '../forms/showFirstProblem.ts';
import { usePatientColour, usePatientWords } from '../patientFacts/patients.ts';
import { usePaperFacts } from '../patientFacts/usePaperFacts.ts';
import { DiagnosisText } from '../record/RecordText.tsx';
import { drugName } from './DrugSearch.tsx';
import { FindingList } from './FindingList.tsx';
import { packRestText, regimenText } from './regimenText.ts';
import { useClinicalWords } from './useClinicalWords.ts';

type Snapshot = SnapshotFrom<typeof prescriptionMachine>;

/** State of the checks of the current draft. */
function checkStateOf(s: Snapshot): 'running' | 'clear' | 'stopped' | 'submitting' | 'elsewhere' {
  if (s.matches({ drafting: 'ready' })) return 'clear';
  if (
    s.hasTag('sending') ||
    s.matches({ drafting: { checking: 'submitNext' } }) ||
    s.matches('submitting') ||
    s.matches('unconfirmed')
  )
    return 'submitting';
  if (s.matches({ drafting: 'unchecked' }) || s.matches({ drafting: 'checking' })) return 'running';
  return s.matches('drafting') ? 'stopped' : 'elsewhere';
}

/** `checking` waits for the checks of exactly this order before asking for confirmation. */
type Step = { at: 'writing' | 'asking' | 'sending' } | { at: 'checking'; draft: RxDraft };

const writing: Step = { at: 'writing' };

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

/**
 * Controls a submission: run the checks, ask for confirmation, send. If the checks block the prescription or a reason
 * is missing, that is shown instead of the confirmation.
 */
export function useSubmission(
  prescription: PrescriptionActor,
  { settle, form }: { settle: () => RxDraft; form: RefObject<HTMLElement | null> },
) {
  const verdict = useSelector(prescription, checkStateOf);
  const draft = useSelector(prescription, draftOf);
  const [step, setStep] = useState(writing);
  const [tried, setTried] = useState(false);

  const stop = () => {
    flushSync(() => {
      setStep(writing);
      setTried(true);
    });
    showProblem(form.current);
  };

  const submit = () => {
    const now = settle();
    if (!isComplete(now)) {
      prescription.send({ type: 'submit.requested' });
      return stop();
    }
    const found = checkStateOf(prescription.getSnapshot());
    if (found === 'stopped') return stop();
    if (found === 'clear') return setStep({ at: 'asking' });
    if (found !== 'running') return;
    setStep({ at: 'checking', draft: draftOf(prescription.getSnapshot()) });
    prescription.send({ type: 'check.requested' });
  };

  useEffect(() => {
    const isAnswered =
      step.at === 'sending' ? verdict !== 'submitting' : step.at !== 'writing' && verdict === 'stopped';
    if (isAnswered) {
      // A closing dialog returns the focus in the next frame, so focus the problem in the frame after.
      const show = () => showProblem(form.current);
      setStep(writing);
      if (verdict === 'elsewhere') return;
      setTried(true);
      requestAnimationFrame(() => requestAnimationFrame(show));
    } else if (step.at === 'checking') {
      if (!isSameOrder(step.draft, draft)) setStep(writing);
      else if (verdict === 'clear') setStep({ at: 'asking' });
    }
  }, [step, verdict, draft, form]);

  return {
    tried,
    submit,
    asking: step.at === 'asking',
    checking: step.at === 'checking',
    close: () => setStep(writing),
    confirm: () => {
      setStep({ at: 'sending' });
      prescription.send({ type: 'submit.requested' });
    },
  };
}

type Props = {
  readonly prescription: PrescriptionActor;
  readonly patient: PatientBrief;
  readonly draft: RxDraft;
  readonly open: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
};

/** Confirmation before submitting: the patient and the drugs. */
export function SubmitPrescription({ prescription, patient, draft, open, onSubmit, onClose }: Props) {
  const { t, language } = useTranslation();
  const people = usePatientWords();
  const words = useClinicalWords();
  const colour = usePatientColour(useSelector(prescription, orderIdOf));
  const hits = useSelector(prescription, hitsOf);
  const { allergies } = usePaperFacts();
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
      <dl className="rx-signed-for">
        <div>
          <dt>{t('prescription.paper.diagnosis')}</dt>
          <dd>
            <DiagnosisText diagnoses={draft.diagnosisList} />
          </dd>
        </div>
        <div>
          <dt>{t('prescription.paper.allergy')}</dt>
          <dd>{allergies(patient)}</dd>
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
              <span>{`${drugName({ name: line.drugName, tradeName: line.tradeName })} ${keepUnits(line.specification)}`}</span>
              <small data-numeric="">
                {joined('sentences', [
                  regimenText(regimenOf(line), line.route, { words, t }),
                  packRestText(line, { words, t }),
                ])}
              </small>
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
