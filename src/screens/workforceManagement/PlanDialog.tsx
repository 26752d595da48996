import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDiscardQuestion } from '../forms/useDiscardQuestion.tsx';

/** The form of a dialog, as `useSavedForm` makes it. */
type PlanForm = {
  readonly isUnsaved: boolean;
  readonly isSaving: boolean;
  readonly refusal: string | null;
  readonly reset: () => void;
  readonly submit: (event: FormEvent) => void;
};

type Props = {
  readonly title: string;
  readonly size?: 'sm' | 'md';
  readonly submitLabel: string;
  readonly form: PlanForm;
  readonly isLocked?: boolean;
  /** Shown before the buttons that cancel and submit. */
  readonly otherButton?: ReactNode;
  readonly notice?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A dialog with one form that changes the plan; asks before it closes with what was typed. */
export function PlanDialog({ title, size = 'sm', form, isLocked = false, onClose, ...props }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { close, question } = useDiscardQuestion(form.isUnsaved, () => {
    form.reset();
    onClose();
  });
  return (
    <Dialog
      open
      size={size}
      title={title}
      closeLabel={t('common.actions.close')}
      onClose={close}
      buttons={
        <>
          {props.otherButton}
          <Button look="outline" tone="neutral" onClick={close}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" form={id} busy={form.isSaving} disabled={isLocked}>
            {props.submitLabel}
          </Button>
        </>
      }
    >
      {props.notice}
      {question}
      <form id={id} noValidate className="plan-form" onSubmit={form.submit}>
        {props.children}
        {form.refusal ? (
          <p className="form-refusal" role="alert">
            {form.refusal}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
