import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { safeRedirect } from '../../domain/pageAddress.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { arrivalOf, siteLogoIn, siteNameIn } from '../../machines/selectors/session.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceSwitch } from '../../ui/ChoiceSwitch.tsx';
import { PartAway, useOnDemand } from '../../ui/LaterPart.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { useApp } from '../app/app.ts';
import { preloadNextPage } from '../app/preloadNextPage.ts';
import { useLanguageChange } from '../hooks/useLanguageChange.ts';
import { useLive } from '../hooks/useLive.ts';
import { Brand } from '../layout/Brand.tsx';
import { useTitle } from '../layout/useTitle.ts';
import { SignInForm } from '../signIn/SignInForm.tsx';

import './login.css';

/** Loaded on demand: the form to reset a password. */
export const resetForm = onDemand(() => import('../passwordReset/ResetPassword.tsx'));

/** The hospital's logo; the product's own where there is none or it cannot be loaded. */
function Logo() {
  const { session, linkOf } = useApp();
  const logo = useSelector(session, siteLogoIn);
  const [failed, setFailed] = useState(false);
  return logo && !failed ? <img src={linkOf(logo)} alt="" onError={() => setFailed(true)} /> : <Brand />;
}

/** The sign-in page; a user who is already signed in, also in another tab, is redirected to the requested page. */
export function Login() {
  const { t, language } = useTranslation();
  const changeLanguage = useLanguageChange();
  const { session, appearance, entrance } = useApp();
  const logoutState = useLive(entrance.logoutState$);
  const [search] = useSearchParams();
  const arrival = useSelector(session, arrivalOf);
  const hospital = useSelector(session, siteNameIn);
  const [task, setTask] = useState<'logIn' | 'reset'>('logIn');
  const reset = useOnDemand(resetForm, task === 'reset' ? 'now' : 'idle');
  const [changed, setChanged] = useState(false);
  const why = search.get('why') === 'expired' ? 'expired' : search.has('redirect') ? 'needed' : null;
  const isAhead = useRef(false);
  useTitle(hospital || t('layout.product'));
  if (arrival) return <Navigate to={safeRedirect(search.get('redirect')) ?? arrival} replace />;
  return (
    <main
      className="login"
      onInput={() => {
        if (!isAhead.current) preloadNextPage(search.get('redirect'));
        isAhead.current = true;
      }}
    >
      <section className="login-card" aria-labelledby="login-title">
        <header>
          <Logo />
          <h1 id="login-title">{hospital || t('layout.product')}</h1>
          <p>{t('session.login.welcome')}</p>
        </header>
        {why ? <p>{t(`session.login.why.${why}`)}</p> : null}
        {logoutState === 'none' ? null : <p role="status">{t(`session.logout.${logoutState}`)}</p>}
        {changed ? <p role="status">{t('session.reset.done')}</p> : null}
        {task === 'reset' ? <PartAway of={resetForm} as="line" onClose={() => setTask('logIn')} /> : null}
        {task === 'reset' && reset ? (
          <reset.ResetPassword
            onBack={() => setTask('logIn')}
            onDone={() => {
              setChanged(true);
              setTask('logIn');
            }}
          />
        ) : (
          <SignInForm
            below={
              <Button look="ghost" tone="neutral" size="sm" onClick={() => setTask('reset')}>
                {t('session.login.forgotPassword')}
              </Button>
            }
          />
        )}
      </section>
      <ChoiceSwitch
        label={t('layout.language.name')}
        value={language}
        choices={[
          { value: 'en', label: t('layout.language.en'), lang: 'en' },
          { value: 'zh-CN', label: t('layout.language.zhCN'), lang: 'zh-CN' },
        ]}
        onChange={(chosen) => {
          appearance.change({ language: chosen });
          changeLanguage(chosen);
        }}
      />
    </main>
  );
}
