import { useId } from 'react';
import { useTranslation } from '../../locales/i18n.ts';
import { languages } from '../../locales/texts.ts';
import { useApp } from '../app/app.ts';
import { useLanguageChange } from '../hooks/useLanguageChange.ts';
import { useLive } from '../hooks/useLive.ts';

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
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Appearance on this device; every choice applies at once. */
export function AppearanceForm() {
  const { appearance } = useApp();
  const { t, language } = useTranslation();
  const changeLanguage = useLanguageChange();
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
            changeLanguage(value);
          }}
        />
        <Choices
          label={t('frame.theme.name')}
          value={theme}
          choices={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: t(`frame.theme.${value}`),
          }))}
          onChange={(value) => appearance.change({ theme: value })}
        />
        <Choices
          label={t('profile.density.name')}
          value={density}
          choices={(['comfortable', 'compact'] as const).map((value) => ({
            value,
            label: t(`profile.density.${value}`),
          }))}
          onChange={(value) => appearance.change({ density: value })}
        />
        <Choices
          label={t('profile.fontSize.name')}
          value={fontSize}
          choices={(['s', 'm', 'l'] as const).map((value) => ({ value, label: t(`profile.fontSize.${value}`) }))}
          onChange={(value) => appearance.change({ fontSize: value })}
        />
      </section>
    </div>
  );
}
