import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SnapshotFrom } from 'xstate';
import { isComplete, type RxDraft } from '../../domain/rxDraft.ts';
import type { PrescriptionActor, prescriptionMachine } from '../../machines/prescription.ts';

type Snapshot = SnapshotFrom<typeof prescriptionMachine>;

/** How far the checks of the draft as it stands have come. */
function verdictOf(s: Snapshot): 'running' | 'clear' | 'stopped' | 'submitting' | 'elsewhere' {
  if (s.matches({ drafting: 'ready' })) return 'clear';
  if (s.matches({ drafting: { checking: 'submitNext' } }) || s.matches('submitting') || s.matches('unconfirmed'))
    return 'submitting';
  if (s.matches({ drafting: 'unchecked' }) || s.matches({ drafting: 'checking' })) return 'running';
  return s.matches('drafting') ? 'stopped' : 'elsewhere';
}

/** `checking` waits for the checks of exactly this draft before the question is asked. */
type Step = { at: 'writing' | 'asking' | 'sending' } | { at: 'checking'; draft: RxDraft };

const writing: Step = { at: 'writing' };

/** Brings what stands in the way into view, gravest first, and gives it the focus. */
function showProblem(form: HTMLElement | null) {
  const found = ['[data-refuses]', '[aria-invalid="true"]', '[role="alert"] button', '[role="alert"]']
    .map((selector) => form?.querySelector<HTMLElement>(selector))
    .find((one) => one !== null && one !== undefined);
  found?.scrollIntoView({ block: 'center' });
  found?.focus({ preventScroll: true });
}

/**
 * Leads a submission: the checks run first, then the doctor is asked, then it is sent. The question is not asked while
 * something refuses the prescription or lacks a reason; that is shown instead.
 */
export function useSubmission(
  prescription: PrescriptionActor,
  { settle, form }: { settle: () => RxDraft; form: RefObject<HTMLElement | null> },
) {
  const verdict = useSelector(prescription, verdictOf);
  const draft = useSelector(prescription, (s) => s.context.draft);
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
    const found = verdictOf(prescription.getSnapshot());
    if (found === 'stopped') return stop();
    if (found === 'clear') return setStep({ at: 'asking' });
    if (found !== 'running') return;
    setStep({ at: 'checking', draft: prescription.getSnapshot().context.draft });
    prescription.send({ type: 'check.requested' });
  };

  useEffect(() => {
    const isAnswered =
      step.at === 'sending' ? verdict !== 'submitting' : step.at !== 'writing' && verdict === 'stopped';
    if (isAnswered) {
      // A dialog that closes gives the focus back in the next frame, so the problem takes it in the one after.
      const show = () => showProblem(form.current);
      setStep(writing);
      if (verdict === 'elsewhere') return;
      setTried(true);
      requestAnimationFrame(() => requestAnimationFrame(show));
    } else if (step.at === 'checking') {
      if (step.draft !== draft) setStep(writing);
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
