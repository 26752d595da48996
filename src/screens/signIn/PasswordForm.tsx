import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type FormEvent, useState } from 'react';
import type { Credentials, Remembered } from '../../domain/credentials.ts';
import { durationText } from '../../domain/duration.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox, CredentialField, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';

type Props = {
  readonly busy: boolean;
  /** Somebody tried to send this form, so what it lacks is marked. */
  readonly attempted: boolean;
  readonly remembered: Remembered | null;
  /** True if the form has the focus from the beginning, in the first field that is not filled in. */
  readonly autoFocus?: boolean;
  /** The known account; the form then asks only for the password. */
  readonly account: string | null;
  /** Initial account if none is remembered. */
  readonly suggested?: string | null;
  readonly submitLabel: string;
  /** The platform's message about the last attempt. */
  readonly error: string | null;
  /** Seconds until the next attempt after too many wrong passwords; null if one is allowed now. */
  readonly secondsLeft: number | null;
  readonly onSubmit: (credentials: Credentials) => void;
};

/** The focus of a page that opens, and of a dialog, which looks for the attribute. */
const focused = { autoFocus: true, 'data-autofocus': '' } as const;

type AccountProps = Omit<ComponentProps<typeof CredentialField>, 'label'> & Pick<Props, 'account'>;

/** The account's name; a known one is only read, whatever a password manager sets. */
function AccountField({ account, value, onChange, ...field }: AccountProps) {
  const { t } = useTranslation();
  const all = {
    ...field,
    ...{ label: t('session.login.account'), name: 'username', autoComplete: 'username', required: true },
    ...{ autoCapitalize: 'none', spellCheck: false },
  };
  return account === null ? (
    <CredentialField {...all} value={value} onChange={onChange} />
  ) : (
    <TextField {...all} readOnly value={account} />
  );
}

/** Account and password, typed, filled in by a password manager or remembered on this device. */
export function PasswordForm(props: Props) {
  const {
    busy,
    attempted,
    remembered,
    account,
    suggested,
    submitLabel,
    error,
    secondsLeft,
    autoFocus = false,
    onSubmit,
  } = props;
  const { t } = useTranslation();
  const { entrance } = useApp();
  const [username, setUsername] = useState(account ?? remembered?.username ?? suggested ?? '');
  const [password, setPassword] = useState(remembered?.password ?? '');
  const [remember, setRemember] = useState(remembered !== null);
  const [shown, setShown] = useState(false);
  const [startsWithPassword] = useState(username !== '');
  const { unavailable } = entrance.remembered;
  /** A remembered password is filled in but can never be revealed. */
  const isRecalled = password !== '' && password === remembered?.password;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = account ?? username.trim();
    const recalled = remembered?.username === name && remembered.password === password;
    onSubmit({ kind: 'password', username: name, password, remember: account === null ? remember : null, recalled });
  };
  const tick = (ticked: boolean) => {
    setRemember(ticked);
    if (!ticked) void entrance.remembered.forget();
  };

  return (
    <form className="sign-in-form" noValidate onSubmit={submit}>
      <AccountField
        {...(autoFocus && !startsWithPassword ? focused : {})}
        account={account}
        value={username}
        onChange={setUsername}
        error={attempted && username.trim() === '' ? t('session.login.accountRequired') : null}
      />
      <CredentialField
        label={t('session.login.password')}
        name="password"
        type={shown && !isRecalled ? 'text' : 'password'}
        autoComplete="current-password"
        {...(autoFocus && startsWithPassword ? focused : {})}
        required
        value={password}
        onChange={setPassword}
        error={attempted && password === '' ? t('session.login.passwordRequired') : secondsLeft === null ? error : null}
        trailing={
          isRecalled ? null : (
            <IconButton
              size="sm"
              label={shown ? t('session.login.hidePassword') : t('session.login.showPassword')}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff /> : <Eye />}
            </IconButton>
          )
        }
      />
      {account === null ? (
        <div className="sign-in-remember">
          <Checkbox
            label={t('session.login.rememberMe')}
            aria-describedby="remember-hint"
            checked={remember}
            disabled={unavailable !== null}
            onChange={(event) => tick(event.target.checked)}
          />
          <p id="remember-hint" className="ui-hint">
            {unavailable ? t('session.login.rememberUnavailable') : t('session.login.rememberHint')}
          </p>
        </div>
      ) : null}
      {secondsLeft === null ? null : (
        <p className="sign-in-notice" role="alert">
          {error}
        </p>
      )}
      <Button type="submit" busy={busy} aria-disabled={secondsLeft !== null}>
        {secondsLeft === null ? submitLabel : t('session.login.retryIn', { time: durationText(secondsLeft * 1000) })}
      </Button>
    </form>
  );
}
