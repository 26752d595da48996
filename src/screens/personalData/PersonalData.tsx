import { setLanguage, useTranslation } from '../../locales/i18n.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { Page, PageHeader, QueryResult } from '../Page.tsx';
import { useTab } from '../useFilters.ts';
import './personalData.css';
import { useCallback, useEffect, useId } from 'react';
import { languages } from '../../locales/texts.ts';
import { useApp } from '../app.ts';
import { useLive } from '../useLive.ts';
import { useQuery } from '../usePages.ts';
import { ChangeMobile } from './ChangeMobile.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { QualificationForm } from './QualificationForm.tsx';
import { QualificationState } from './QualificationState.tsx';

type ChoicesProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
};

/** Radio buttons. */
function Choices<Value extends string>({ label, value, choices, onChange }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className="choices">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} lang={choice.lang}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}

/** Appearance on this device; every choice applies at once. */
function AppearanceForm() {
  const { appearance } = useApp();
  const { t, language } = useTranslation();
  const { theme, density, fontSize } = useLive(appearance.current$);
  return (
    <div className="personal">
      <section className="card" aria-label={t('profile.tabs.appearance')}>
        <p className="card-note">{t('profile.appearanceHint')}</p>
        <Choices
          label={t('layout.language.name')}
          value={language}
          choices={languages.map((value) => ({
            value,
            label: t(value === 'en' ? 'layout.language.en' : 'layout.language.zhCN'),
            lang: value,
          }))}
          onChange={(value) => {
            appearance.change({ language: value });
            void setLanguage(value);
          }}
        />
        <Choices
          label={t('layout.theme.name')}
          value={theme}
          choices={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: t(`layout.theme.${value}`),
          }))}
          onChange={(value) => appearance.change({ theme: value })}
        />
        <Choices
          label={t('layout.density.name')}
          value={density}
          choices={(['comfortable', 'compact'] as const).map((value) => ({
            value,
            label: t(`layout.density.${value}`),
          }))}
          onChange={(value) => appearance.change({ density: value })}
        />
        <Choices
          label={t('layout.fontSize.name')}
          value={fontSize}
          choices={(['s', 'm', 'l'] as const).map((value) => ({ value, label: t(`layout.fontSize.${value}`) }))}
          onChange={(value) => appearance.change({ fontSize: value })}
        />
      </section>
    </div>
  );
}

const everyMs = 30_000;

/** Polls every 30 s while the page is visible, and when it becomes visible. */
function useRefreshInView(refresh: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [refresh]);
}

/** The certificates that allow the doctor to practise, and the hospital's decision on them. */
function Qualification() {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.getQualification({}, { signal, quiet: true }), [api]));
  useRefreshInView(result.refresh);
  return (
    <div className="personal">
      <QueryResult result={result} lines={12}>
        {(stored) => (
          <div className="personal-columns">
            <QualificationForm stored={stored} onSaved={result.reload} />
            {stored ? (
              <QualificationState stored={stored} />
            ) : (
              <section className="card" aria-label={t('profile.qualification.state')}>
                <h2>{t('profile.qualification.state')}</h2>
                <p>{t('profile.qualification.none')}</p>
              </section>
            )}
          </div>
        )}
      </QueryResult>
    </div>
  );
}

/** What patients and colleagues see of the doctor. */
function Profile() {
  const { api } = useApp();
  const result = useQuery(useCallback((signal) => api.getInfo({}, { signal, quiet: true }), [api]));
  return (
    <div className="personal">
      <QueryResult result={result} lines={12}>
        {(info) => <ProfileForm info={info} />}
      </QueryResult>
    </div>
  );
}

/** Password and mobile number. */
export function Security() {
  return (
    <div className="personal personal-pair">
      <ChangePassword />
      <ChangeMobile />
    </div>
  );
}

const tabs = ['profile', 'qualification', 'security', 'appearance'] as const;

/** The doctor's own data: profile, certificates, sign-in and appearance. */
export function PersonalData() {
  const { t } = useTranslation();
  const { tab, setTab, isOpened } = useTab(tabs);
  return (
    <LeaveGuard>
      <Page>
        <PageHeader title={t('profile.title')} />
        <Tabs
          label={t('profile.title')}
          current={tab}
          onChange={setTab}
          keepPanels
          tabs={[
            { name: 'profile', label: t('profile.tabs.profile'), panel: isOpened('profile') ? <Profile /> : null },
            {
              name: 'qualification',
              label: t('profile.tabs.qualification'),
              panel: isOpened('qualification') ? <Qualification /> : null,
            },
            { name: 'security', label: t('profile.tabs.security'), panel: isOpened('security') ? <Security /> : null },
            {
              name: 'appearance',
              label: t('profile.tabs.appearance'),
              panel: isOpened('appearance') ? <AppearanceForm /> : null,
            },
          ]}
        />
      </Page>
    </LeaveGuard>
  );
}
