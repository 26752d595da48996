import { useForm, useWatch } from 'react-hook-form';
import { isReason } from '../../../clinical/words/writtenReason.ts';
import type { Answer } from '../../../contract/operation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { errorText, problem } from '../forms/fields.ts';
import { ConfirmedStep, useConfirmed } from '../forms/useConfirmed.tsx';
import { useDraftedForm } from '../forms/useDraftedForm.ts';
import './requestDecision.css';

type Step = 'approve' | 'reject';

/** `null` approves; a text rejects with that reason. */
export type RejectionReason = string | null;

type TextKey = Step | 'reason' | 'reasonHint' | `${Step}Sure` | `${Step}Effect` | 'approved' | 'rejected';

type Until = {
  readonly label: string;
  readonly first: string;
  /** Why the approval cannot last until this day, as `problem` says it. */
  readonly problem: (day: string) => string | null;
};

type Props = {
  /** What is decided about, for the draft of the decision. */
  readonly name: string;
  /** The texts of this kind of request, about the person who asks; an approval may last until a day. */
  readonly textOf: (key: TextKey, until: string) => string;
  readonly until?: Until;
  readonly onSend: (rejection: RejectionReason, until: string) => Promise<Answer<unknown>>;
  readonly onDecided: () => void;
};

/** The two fields of a decision: an approval is judged by the day alone, a rejection by its reason. */
function useDecisionForm(name: string, until: Until | undefined) {
  const form = useForm({ defaultValues: { reason: '', until: until?.first ?? '' } });
  const drop = useDraftedForm(form, name, 'reason');
  const { control, formState, register, clearErrors, trigger } = form;
  const fieldOf = (field: 'reason' | 'until', check: (typed: string) => string | null) => ({
    ...register(field, { validate: (typed) => check(typed) ?? true, onChange: () => clearErrors(field) }),
    error: errorText(formState.errors[field]),
  });
  return {
    drop,
    day: useWatch({ control, name: 'until' }),
    reasonNow: () => form.getValues('reason').trim(),
    reason: fieldOf('reason', (typed) => (isReason(typed) ? null : problem('common.form.reason'))),
    until: until && fieldOf('until', until.problem),
    isComplete(step: Step) {
      clearErrors();
      return trigger(step === 'approve' ? 'until' : 'reason', { shouldFocus: true });
    },
  };
}

/** The decision on what a person asks for: approved, or rejected with a reason, and confirmed first. */
export function RequestDecision({ name, textOf: textUntil, until, onSend, onDecided }: Props) {
  const { toasts } = useApp();
  const form = useDecisionForm(`decision on ${name}`, until);
  const steps = useConfirmed<Step>();
  const textOf = (key: TextKey) => textUntil(key, form.day);
  const ask = async (step: Step) => steps.ask((await form.isComplete(step)) ? step : null);
  const decide = (step: Step) =>
    steps.run(onSend(step === 'approve' ? null : form.reasonNow(), form.day), () => {
      form.drop();
      toasts.show({ tone: 'success', text: textOf(step === 'approve' ? 'approved' : 'rejected') });
      onDecided();
    });
  const asked = steps.asking ?? 'approve';
  return (
    <>
      <div className="request-decision">
        {until && form.until ? <TextField type="date" label={until.label} required {...form.until} /> : <span />}
        <Button onClick={() => void ask('approve')}>{textOf('approve')}</Button>
        <TextAreaField label={textOf('reason')} hint={textOf('reasonHint')} maxLength={500} {...form.reason} />
        <Button look="outline" tone="danger" onClick={() => void ask('reject')}>
          {textOf('reject')}
        </Button>
      </div>
      <ConfirmedStep
        steps={steps}
        title={textOf(`${asked}Sure`)}
        confirmLabel={textOf(asked)}
        dangerous={['reject']}
        onConfirm={(step) => void decide(step)}
      >
        {textOf(`${asked}Effect`)}
      </ConfirmedStep>
    </>
  );
}
