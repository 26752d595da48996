import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { getRuleSettings } from '../../../contract/extension/ruleSettings.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { checkBounds } from '../../../contract/settingBounds.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { TextKey } from '../../locales/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Checkbox, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { FormFoot } from '../forms/FormFoot.tsx';
import { errorText, registerNumber, showRefusal } from '../forms/fields.ts';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { useDraftedForm } from '../forms/useDraftedForm.ts';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';
import { AntibacterialLevels } from './AntibacterialLevels.tsx';
import { BannedIngredients } from './BannedIngredients.tsx';
import { ageingFacts, byTable, CheckForm, formOf, settingsOf } from './checkFields.ts';
import { MedicineIndications } from './MedicineIndications.tsx';

type Current = ReplyOf<typeof getRuleSettings>;
type Props = { readonly current: Current; readonly onChanged: () => void };
const childbearing = ['from', 'to'] as const;
const days = ['ordinary', 'emergency', 'paediatric', 'chronic', 'longest'] as const;

/** The form of the settings; a check that protects patients offers only what is stricter. */
export function CheckSettingsForm({ current, onChanged }: Props) {
  const { api, toasts } = useApp();
  const { t } = useTranslation();
  const words = useClinicalWords();
  const [outdated, setOutdated] = useState(false);
  const form = useForm({ resolver: zodResolver(CheckForm), defaultValues: formOf(current), mode: 'onTouched' });
  const { register, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  // What was typed over older settings must not replace newer ones.
  const drop = useDraftedForm(form, `checks after version ${current.version}`);
  useUnsaved(isDirty, drop);
  const save = form.handleSubmit(async (typed) => {
    const change = { version: current.version, settings: settingsOf(typed), reason: typed.reason.trim() };
    const answer = await api.putRuleSettings(change, { quiet: true });
    if (!answer.ok) {
      setOutdated(answer.failure.data === null);
      return showRefusal(form, answer.failure);
    }
    form.reset({ ...typed, reason: '' });
    drop();
    toasts.show({ tone: 'success', text: t('catalogues.checks.saved', { version: answer.data.version }) });
    onChanged();
  });
  const number = (
    name: 'maxDrugs' | 'validityDays' | 'sparePacks' | 'guardianBelowMonths' | 'childBelowMonths' | 'elderFromMonths',
    label: TextKey,
    hint?: string,
  ) => (
    <TextField
      label={(t as (key: TextKey) => string)(label)}
      inputMode="numeric"
      required
      hint={hint}
      error={errorText(errors[name])}
      {...registerNumber(form, name)}
    />
  );
  const { leaseMs, undoMs } = current.fixed;
  return (
    <form
      className="card catalogue-form"
      noValidate
      aria-label={t('catalogues.checks.title')}
      onSubmit={(event) => void save(event)}
    >
      <fieldset>
        <legend>{t('catalogues.checks.limits')}</legend>
        {number(
          'maxDrugs',
          'catalogues.checks.maxDrugs',
          t('catalogues.checks.maxDrugsHint', { max: checkBounds.maxDrugs.max }),
        )}
        {number(
          'validityDays',
          'catalogues.checks.validityDays',
          t('catalogues.checks.validityHint', { max: checkBounds.validityDays.max }),
        )}
        {number('sparePacks', 'catalogues.checks.sparePacks')}
        <Checkbox label={t('catalogues.checks.pending')} {...register('pendingMayBeEdited')} />
      </fieldset>
      <fieldset>
        <legend>{t('catalogues.checks.days')}</legend>
        {days.map((type) => (
          <TextField
            key={type}
            label={t(`catalogues.checks.supply.${type}`)}
            inputMode="numeric"
            required
            error={errorText(errors.supplyDays?.[type])}
            {...registerNumber(form, `supplyDays.${type}`)}
          />
        ))}
        <Checkbox label={t('catalogues.checks.rest')} {...register('supplyCountsRest')} />
      </fieldset>
      <fieldset>
        <legend>{t('catalogues.checks.ages')}</legend>
        {number('guardianBelowMonths', 'catalogues.checks.guardian')}
        {number('childBelowMonths', 'catalogues.checks.child')}
        {number('elderFromMonths', 'catalogues.checks.elder')}
        {childbearing.map((end) => (
          <TextField
            key={end}
            label={t(`catalogues.checks.childbearing.${end}`)}
            inputMode="numeric"
            required
            error={errorText(errors.childbearingYears?.[end])}
            {...registerNumber(form, `childbearingYears.${end}`)}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('catalogues.checks.factAges')}</legend>
        {ageingFacts.map((fact) => (
          <TextField
            key={fact}
            label={t(`catalogues.checks.factDays.${fact}`)}
            inputMode="numeric"
            required
            error={errorText(errors.factDays?.[fact])}
            {...registerNumber(form, `factDays.${fact}`)}
          />
        ))}
      </fieldset>
      <fieldset className="catalogue-checks">
        <legend>{t('catalogues.checks.levels')}</legend>
        <p className="card-note">{t('catalogues.checks.levelsText')}</p>
        {current.checks.map(({ code, levels, protected: isProtected }) => (
          <SelectField
            key={code}
            label={words.rule(code)}
            hint={isProtected ? t('catalogues.checks.protected') : undefined}
            choices={[
              { value: byTable, label: t('catalogues.checks.level.table') },
              ...levels.map((level) => ({ value: level, label: t(`catalogues.checks.level.${level}`) })),
            ]}
            error={errorText(errors.rules?.[code])}
            {...register(`rules.${code}`)}
          />
        ))}
      </fieldset>
      <AntibacterialLevels titles={current.titles} form={form} />
      <MedicineIndications medicines={current.medicines} form={form} />
      <Controller
        control={form.control}
        name="alsoBanned"
        render={({ field: { value, onChange } }) => (
          <BannedIngredients
            national={current.nationalBans}
            ingredients={current.ingredients}
            banned={value}
            onChange={onChange}
            error={errorText(errors.alsoBanned)}
          />
        )}
      />
      <fieldset>
        <legend>{t('catalogues.checks.fixed')}</legend>
        <p className="card-note">{t('catalogues.checks.lease', { minutes: leaseMs / 60_000 })}</p>
        <p className="card-note">{t('catalogues.checks.undo', { seconds: undoMs / 1_000 })}</p>
      </fieldset>
      <TextField
        label={t('catalogues.checks.reason')}
        hint={t('catalogues.checks.reasonHint')}
        required
        autoComplete="off"
        error={errorText(errors.reason)}
        {...register('reason')}
      />
      {outdated && errors.root ? (
        <Button look="outline" tone="neutral" onClick={onChanged}>
          {t('catalogues.checks.outdated')}
        </Button>
      ) : null}
      <FormFoot
        unsaved={isDirty}
        saving={isSubmitting}
        refusal={errors.root?.message}
        onReset={drop}
        submitLabel={t('catalogues.checks.save')}
      />
    </form>
  );
}
