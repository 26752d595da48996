import type { UseFormReturn } from 'react-hook-form';
import type { getRuleSettings } from '../../../contract/extension/ruleSettings.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { errorText } from '../forms/fields.ts';
import { antibacterialLevels, type CheckForm } from './checkFields.ts';

type Props = {
  readonly titles: ReplyOf<typeof getRuleSettings>['titles'];
  readonly form: UseFormReturn<CheckForm>;
};

/** The highest level of antibacterials that each title may prescribe, up to the national one. */
export function AntibacterialLevels({ titles, form }: Props) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  return (
    <fieldset>
      <legend>{t('catalogues.checks.antibacterials.title')}</legend>
      <p className="card-note">{t('catalogues.checks.antibacterials.text')}</p>
      {titles.length === 0 ? <p className="card-note">{t('catalogues.checks.antibacterials.none')}</p> : null}
      {titles.map(({ code, name, most }) => (
        <SelectField
          key={code}
          label={name}
          choices={antibacterialLevels
            .filter((level) => Number(level) <= most)
            .map((level) => ({ value: level, label: t(`catalogues.checks.antibacterials.level.${level}`) }))}
          error={errorText(errors.antibacterialLevels?.[code])}
          {...form.register(`antibacterialLevels.${code}`)}
        />
      ))}
    </fieldset>
  );
}
