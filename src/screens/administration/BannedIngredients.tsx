import { useState } from 'react';
import type { getRuleSettings } from '../../../contract/extension/ruleSettings.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { isFoundIn } from '../../domain/pinyin.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/Combobox.tsx';

type Ingredients = ReplyOf<typeof getRuleSettings>['ingredients'];
type Props = {
  readonly national: readonly string[];
  readonly ingredients: Ingredients;
  readonly banned: readonly string[];
  readonly onChange: (banned: readonly string[]) => void;
  readonly error: string | null;
};

const shownAtOnce = 20;

/** What may not be prescribed online: the national list, and the ingredients that the hospital adds to it. */
export function BannedIngredients({ national, ingredients, banned, onChange, error }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const nameOf = (wanted: string) => ingredients.find(({ code }) => code === wanted)?.name ?? wanted;
  const open = ingredients.filter(({ code }) => !banned.includes(code));
  const found =
    typed.trim() === '' ? [] : open.filter(({ code, name }) => isFoundIn(typed, [name, code])).slice(0, shownAtOnce);
  return (
    <fieldset>
      <legend>{t('catalogues.checks.bans.title')}</legend>
      <p className="card-note">{t('catalogues.checks.bans.text')}</p>
      <details>
        <summary>{t('catalogues.checks.bans.national', { count: national.length })}</summary>
        <ul>
          {national.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
      <ul className="catalogue-entries" aria-label={t('catalogues.checks.bans.own')}>
        {banned.map((code) => (
          <li key={code}>
            <span>{nameOf(code)}</span>
            <IconButton
              label={t('catalogues.checks.bans.remove', { name: nameOf(code) })}
              onClick={() => onChange(banned.filter((one) => one !== code))}
            >
              ×
            </IconButton>
          </li>
        ))}
      </ul>
      {banned.length === 0 ? <p className="card-note">{t('catalogues.checks.bans.none')}</p> : null}
      <Combobox
        label={t('catalogues.checks.bans.add')}
        hint={t('catalogues.checks.bans.addHint')}
        error={error}
        text={typed}
        onText={setTyped}
        found={found.map(({ code, name }) => ({ value: code, label: name, detail: code }))}
        searching={false}
        onChoose={(code) => {
          setTyped('');
          onChange([...banned, code]);
        }}
        words={{
          nothing: t('catalogues.checks.bans.nothing'),
          searching: t('common.state.loading'),
          count: (count) => t('catalogues.checks.bans.count', { count }),
        }}
      />
    </fieldset>
  );
}
