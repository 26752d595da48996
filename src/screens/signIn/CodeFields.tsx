import { useSelector } from '@xstate/react';
import { isMobile, isSmsCode, tidyMobile } from '../../domain/credentials.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { PuzzleActor } from '../../machines/puzzle.ts';
import type { SmsCode } from '../../machines/smsCode.ts';
import { isCooling, isSendingCode, secondsToResend, sentToOf, smsRefusal } from '../../machines/smsCode.ts';
import { Button } from '../../ui/Button.tsx';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { TextField } from '../../ui/TextField.tsx';

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

type SendCodeProps = {
  readonly code: SmsCode;
  /** Returns the number to send to, or null after showing its error. */
  readonly mobile: () => string | null;
};

/** Requests an SMS code and then counts down for a minute. */
function SendCode({ code, mobile }: SendCodeProps) {
  const { t } = useTranslation();
  const cooling = useSelector(code, isCooling);
  const busy = useSelector(code, isSendingCode);
  const seconds = useSelector(code, secondsToResend);
  const send = () => {
    const to = mobile();
    if (to !== null) code.send({ type: 'code.requested', mobile: to });
  };
  return (
    <Button look="outline" tone="neutral" busy={busy} disabled={cooling} onClick={send}>
      {cooling ? t('session.login.resendIn', { count: seconds }) : t('session.login.sendCode')}
    </Button>
  );
}

type Props = {
  readonly smsCode: SmsCode;
  readonly mobile: string;
  readonly onMobile: (mobile: string) => void;
  readonly code: string;
  readonly onCode: (code: string) => void;
  /** Errors are shown only after the first attempt. */
  readonly tried: { readonly mobile: boolean; readonly code: boolean };
  readonly onTriedMobile: () => void;
  readonly error: string | null;
};

/** A mobile number and the code sent to it. */
export function CodeFields({ smsCode, mobile, onMobile, code, onCode, tried, onTriedMobile, error }: Props) {
  const { t } = useTranslation();
  const refused = useSelector(smsCode, smsRefusal);
  const sentTo = useSelector(smsCode, sentToOf);
  const number = tidyMobile(mobile);
  const mobileProblem =
    number === '' ? t('session.login.mobileRequired') : isMobile(number) ? null : t('session.login.mobileInvalid');
  const sendTo = () => {
    onTriedMobile();
    return isMobile(number) ? number : null;
  };
  return (
    <>
      <TextField
        label={t('session.login.mobile')}
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        required
        value={mobile}
        onChange={(event) => onMobile(event.target.value)}
        error={(tried.mobile ? mobileProblem : null) ?? refused}
      />
      <div className="sign-in-code">
        <TextField
          label={t('session.login.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          required
          value={code}
          onChange={(event) => onCode(event.target.value.trim())}
          error={tried.code && !isSmsCode(code) ? t('session.login.codeRequired') : error}
        />
        <SendCode code={smsCode} mobile={sendTo} />
      </div>
      <p className="ui-hint" role="status">
        {sentTo ? t('session.login.codeSent', { mobile: sentTo }) : ''}
      </p>
    </>
  );
}
