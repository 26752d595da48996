import { useSelector } from '@xstate/react';
import { useTranslation } from '../../locales/i18n.ts';
import type { SmsCode } from '../../machines/smsCode.ts';
import { Button } from '../../ui/Button.tsx';

type Props = {
  readonly code: SmsCode;
  /** Gives the number to send to, or null after saying what is wrong with it. */
  readonly mobile: () => string | null;
};

/** The button that has a code sent; for a minute after that it counts down. */
export function SendCode({ code, mobile }: Props) {
  const { t } = useTranslation();
  const cooling = useSelector(code, (s) => s.hasTag('cooling'));
  const busy = useSelector(code, (s) => s.hasTag('busy'));
  const seconds = useSelector(code, (s) => s.context.secondsLeft);
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
