import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDiscardQuestion } from '../forms/useDiscardQuestion.tsx';

type Props = {
  readonly title: string;
  readonly size?: 'sm' | 'md';
  readonly submitLabel: string;
  readonly busy: boolean;
  readonly isLocked?: boolean;
  /** Whether closing would lose what was typed, so that it asks first. */
  readonly isChanged?: boolean;
  /** Shown before the buttons that cancel and submit. */
  readonly otherButton?: ReactNode;
  readonly notice?: ReactNode;
  readonly onSubmit: (form: HTMLFormElement) => Promise<void> | void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A dialog with one form that changes the plan. */
export function PlanDialog({ title, size = 'sm', busy, isLocked = false, isChanged = false, ...props }: Props) {
  const { t } = useTranslation();
  const form = useId();
  const { close, question } = useDiscardQuestion(isChanged, props.onClose);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void props.onSubmit(event.currentTarget);
  };
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
          <Button type="submit" form={form} busy={busy} disabled={isLocked}>
            {props.submitLabel}
          </Button>
        </>
      }
    >
      {props.notice}
      {question}
      <form id={form} noValidate className="plan-form" onSubmit={submit}>
        {props.children}
      </form>
    </Dialog>
  );
}
