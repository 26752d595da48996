import { useSelector } from '@xstate/react';
import { type ComponentProps, type Ref, useEffect, useRef } from 'react';
import { mobileProblem, tidyCode, tidyMobile } from '../../domain/credentials.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PuzzleActor } from '../../machines/puzzle.ts';
import {
  isCooling,
  isSendingCode,
  secondsToResend,
  sentToOf,
  smsRefusal,
  wasCodeRequested,
} from '../../machines/selectors/smsCode.ts';
import type { SmsCode } from '../../machines/smsCode.ts';
import { Button } from '../../ui/Button.tsx';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { CredentialField } from '../../ui/TextField.tsx';

type PuzzleProps = { readonly puzzle: PuzzleActor | undefined; readonly onDismiss: () => void };

/** Loaded on demand, because the puzzle appears only after a form is sent. */
export const puzzleBoard = onDemand(() => import('./PuzzleBoard.tsx'));

/** The puzzle required before a sign-in or an SMS. */
export function Puzzle({ puzzle, onDismiss }: PuzzleProps) {
  const layer = useOnDemand(puzzleBoard, puzzle ? 'now' : 'idle');
  if (!puzzle) return null;
  if (!layer) return <PartAway of={puzzleBoard} onClose={onDismiss} />;
  return <layer.PuzzleBoard puzzle={puzzle} onDismiss={onDismiss} />;
}

type CoveredFormProps = ComponentProps<'form'> & PuzzleProps;

/** A form that a puzzle covers for a while; its fields keep what they show, and the field of the code has the focus then. */
export function CoveredForm({ puzzle, onDismiss, ...form }: CoveredFormProps) {
  const fields = useRef<HTMLDivElement>(null);
  const isCovered = puzzle !== undefined;
  const wasCovered = useRef(false);
  useEffect(() => {
    if (wasCovered.current && !isCovered)
      fields.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus();
    wasCovered.current = isCovered;
  }, [isCovered]);
  return (
    <>
      <Puzzle puzzle={puzzle} onDismiss={onDismiss} />
      <div ref={fields} hidden={isCovered}>
        <form className="sign-in-form" noValidate {...form} />
      </div>
    </>
  );
}

/** Requests an SMS code and then counts down for a minute. */
function SendCode({ code, mobile }: { readonly code: SmsCode; readonly mobile: string }) {
  const { t } = useTranslation();
  const cooling = useSelector(code, isCooling);
  const busy = useSelector(code, isSendingCode);
  const seconds = useSelector(code, secondsToResend);
  return (
    <Button
      look="outline"
      tone="neutral"
      busy={busy}
      disabled={cooling}
      onClick={() => code.send({ type: 'code.requested', mobile: tidyMobile(mobile) })}
    >
      {cooling ? t('session.login.resendIn', { count: seconds }) : t('session.login.sendCode')}
    </Button>
  );
}

/** One field, as its form keeps it. */
type CodeField = {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
};

type Props = { readonly smsCode: SmsCode; readonly mobile: CodeField; readonly code: CodeField };

/** A mobile number and the code sent to it. */
export function CodeFields({ smsCode, mobile, code }: Props) {
  const { t } = useTranslation();
  const refused = useSelector(smsCode, smsRefusal);
  const sentTo = useSelector(smsCode, sentToOf);
  const problem = useSelector(smsCode, wasCodeRequested) ? mobileProblem(mobile.value) : null;
  return (
    <>
      <CredentialField
        label={t('session.login.mobile')}
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        required
        {...mobile}
        error={mobile.error ?? (problem ? t(`session.login.${problem}`) : refused)}
      />
      <div className="sign-in-code">
        <CredentialField
          label={t('session.login.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          {...code}
          onChange={(typed) => code.onChange(tidyCode(typed))}
        />
        <SendCode code={smsCode} mobile={mobile.value} />
      </div>
      <p className="ui-hint" role="status">
        {sentTo ? t('session.login.codeSent', { mobile: sentTo }) : ''}
      </p>
    </>
  );
}
