import { type ReactNode, useState } from 'react';
import { isReason } from '../../clinical/writtenReason.ts';
import type { Answer } from '../../contract/operation.ts';
import { useTranslation } from '../locales/i18n.ts';
import { Button } from '../ui/Button.tsx';
import { TextAreaField } from '../ui/TextField.tsx';
import { useApp } from './app.ts';
import { ConfirmedStep, useConfirmed } from './useConfirmed.tsx';
import './requestDecision.css';

type Step = 'approve' | 'reject';

/** `null` approves; a text rejects with that reason. */
export type RejectionReason = string | null;

type Props = {
  readonly texts: 'identityRequests' | 'profile.reviews';
  /** The person who asks. */
  readonly name: string;
  /** What an approval needs besides, whether that is complete, and what the approval does. */
  readonly approval: { readonly field: ReactNode; readonly check: () => boolean; readonly effect: string };
  readonly onSend: (rejection: RejectionReason) => Promise<Answer<unknown>>;
  readonly onDecided: () => void;
};

/** The decision on what a person asks for: approved, or rejected with a reason, and confirmed first. */
export function RequestDecision({ texts, name, approval, onSend, onDecided }: Props) {
  const { toasts } = useApp();
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [isReasonDue, setReasonDue] = useState(false);
  const steps = useConfirmed<Step>();
  const approve = () => {
    setReasonDue(false);
    steps.ask(approval.check() ? 'approve' : null);
  };
  const reject = () => {
    setReasonDue(true);
    steps.ask(isReason(reason) ? 'reject' : null);
  };
  const decide = (step: Step) =>
    steps.run(onSend(step === 'approve' ? null : reason.trim()), () => {
      const text = t(`${texts}.${step === 'approve' ? 'approved' : 'rejected'}`, { name });
      toasts.show({ tone: 'success', text });
      onDecided();
    });
  const { asking } = steps;
  return (
    <>
      <div className="request-decision">
        {approval.field ?? <span />}
        <Button onClick={approve}>{t(`${texts}.approve`)}</Button>
        <TextAreaField
          label={t(`${texts}.reason`)}
          hint={t(`${texts}.reasonHint`)}
          maxLength={500}
          value={reason}
          error={isReasonDue && !isReason(reason) ? t('common.form.reason') : null}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button look="outline" tone="danger" onClick={reject}>
          {t(`${texts}.reject`)}
        </Button>
      </div>
      <ConfirmedStep
        steps={steps}
        title={t(`${texts}.${asking === 'reject' ? 'rejectSure' : 'approveSure'}`, { name })}
        confirmLabel={t(`${texts}.${asking === 'reject' ? 'reject' : 'approve'}`)}
        dangerous={['reject']}
        onConfirm={(step) => void decide(step)}
      >
        {asking === 'reject' ? t(`${texts}.rejectEffect`) : approval.effect}
      </ConfirmedStep>
    </>
  );
}
