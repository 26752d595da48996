import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app/app.ts';
import { Brand } from '../layout/Brand.tsx';
import { useTitle } from '../layout/useTitle.ts';
import { ChangePassword } from './ChangePassword.tsx';
import './personalData.css';

/** Shown instead of every screen until a person has replaced the password that somebody else gave them. */
export function FirstPassword() {
  const { t } = useTranslation();
  const { session } = useApp();
  useTitle(t('profile.firstPassword.title'));
  return (
    <main className="first-password">
      <header>
        <Brand />
        <h1>{t('profile.firstPassword.title')}</h1>
        <p>{t('profile.firstPassword.text')}</p>
      </header>
      <ChangePassword onChanged={() => session.send({ type: 'account.changed' })} />
      <Button look="ghost" tone="neutral" onClick={() => session.send({ type: 'logout.requested' })}>
        {t('layout.account.logOut')}
      </Button>
    </main>
  );
}
