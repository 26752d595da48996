import { type ReactNode, useState } from 'react';
import { isReason } from '../../../clinical/writtenReason.ts';
import type { Answer } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { ConfirmedStep, useConfirmed } from './useConfirmed.tsx';
import { useTextDraft } from './useFormDraft.ts';
import './requestDecision.css';

type Step = 'approve' | 'reject';

/** `null` approves; a text rejects with that reason. */
export type RejectionReason = string | null;

type TextKey = Step | 'reason' | 'reasonHint' | `${Step}Sure` | `${Step}Effect` | 'approved' | 'rejected';

type Props = {
  /** What is decided about, for the draft of the reason. */
  readonly name: string;
  /** The texts of this kind of request, about the person who asks. */
  readonly textOf: (key: TextKey) => string;
  /** What an approval needs besides, and whether that is complete. */
  readonly approval?: { readonly field: ReactNode; readonly check: () => boolean };
  readonly onSend: (rejection: RejectionReason) => Promise<Answer<unknown>>;
  readonly onDecided: () => void;
};

/** The decision on what a person asks for: approved, or rejected with a reason, and confirmed first. */
export function RequestDecision({ name, textOf, approval, onSend, onDecided }: Props) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const [reason, setReason] = useTextDraft(`decision on ${name}`);
  const [isReasonDue, setReasonDue] = useState(false);
  const steps = useConfirmed<Step>();
  const approve = () => {
    setReasonDue(false);
    steps.ask(!approval || approval.check() ? 'approve' : null);
  };
  const reject = () => {
    setReasonDue(true);
    steps.ask(isReason(reason) ? 'reject' : null);
  };
  const decide = (step: Step) =>
    steps.run(onSend(step === 'approve' ? null : reason.trim()), () => {
      setReason('');
      toasts.show({ tone: 'success', text: textOf(step === 'approve' ? 'approved' : 'rejected') });
      onDecided();
    });
  const asked = steps.asking ?? 'approve';
  return (
    <>
      <div className="request-decision">
        {approval?.field ?? <span />}
        <Button onClick={approve}>{textOf('approve')}</Button>
        <TextAreaField
          label={textOf('reason')}
          hint={textOf('reasonHint')}
          maxLength={500}
          value={reason}
          error={isReasonDue && !isReason(reason) ? t('common.form.reason') : null}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button look="outline" tone="danger" onClick={reject}>
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
