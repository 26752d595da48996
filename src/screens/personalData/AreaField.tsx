import { useCallback } from 'react';
import type { Area } from '../../../contract/extension/settings.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useApp } from '../app/app.ts';
import { useQuery } from '../lists/usePages.ts';

type Props = { readonly value: string; readonly onChange: (value: string) => void };

/** The regions from the root of the tree to the given one. */
export function pathTo(tree: readonly Area[], id: string): readonly Area[] {
  for (const area of tree) {
    if (String(area.id) === id) return [area];
    const below = pathTo(area.children ?? [], id);
    if (below.length > 0) return [area, ...below];
  }
  return [];
}

const levels = ['province', 'city', 'district'] as const;

/** Where the doctor works, chosen level by level from the country's regions. */
export function AreaField({ value, onChange }: Props) {
  const { api } = useApp();
  const { t } = useTranslation();
  const result = useQuery(useCallback((signal) => api.getAreaTree({}, { signal, quiet: true }), [api]));
  if (result.state === 'failed')
    return (
      <p className="form-refusal" role="alert">
        <span>{`${t('profile.area.failed')} `}</span>
        <Button size="sm" look="outline" onClick={result.reload}>
          {t('common.actions.retry')}
        </Button>
      </p>
    );
  const tree = result.state === 'ready' ? result.data : [];
  const path = pathTo(tree, value);
  return (
    <fieldset className="personal-area">
      <legend>{t('profile.area.title')}</legend>
      {levels.map((level, depth) => {
        const offered = depth === 0 ? tree : (path[depth - 1]?.children ?? []);
        return (
          <SelectField
            key={level}
            label={t(`profile.area.${level}`)}
            placeholder={t('profile.area.choose')}
            choices={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
            disabled={offered.length === 0}
            value={path[depth] ? String(path[depth].id) : ''}
            onChange={({ target }) => onChange(target.value || String(path[depth - 1]?.id ?? ''))}
          />
        );
      })}
    </fieldset>
  );
}
