import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, type Path, useForm } from 'react-hook-form';
import { unitOf } from '../../../clinical/doses/unit.ts';
import type { Medicine } from '../../../contract/extension/medicines.ts';
import { readYuan } from '../../domain/money.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { Checkbox, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { FormFoot } from '../forms/FormFoot.tsx';
import { errorText, registerNumber, showRefusal } from '../forms/fields.ts';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { useDraftedForm } from '../forms/useDraftedForm.ts';
import { useClinicalWords } from '../prescription/useClinicalWords.ts';
import { GenericField } from './GenericField.tsx';
import { fieldsOf, formOf, type MedicineChoices, MedicineForm, readAmount } from './medicineFields.ts';
import { namedIn } from './namedIn.ts';
import { useSection } from './useSection.ts';

type Props = { readonly medicine: Medicine | null; readonly choices: MedicineChoices; readonly onSaved: () => void };
type Name = Path<MedicineForm>;

const optionals = ['nameEn', 'tradeName', 'tradeNameEn', 'specificationEn', 'manufacturerEn', 'approvalNo'];
const levels = ['none', 'one', 'two', 'three'] as const;

/** The form of a medicine. */
export function MedicineEditor({ medicine, choices, onSaved }: Props) {
  const { api, toasts } = useApp();
  const { t, language } = useTranslation();
  const words = useClinicalWords();
  const { open } = useSection('medicines');
  const form = useForm({ resolver: zodResolver(MedicineForm), defaultValues: formOf(medicine), mode: 'onTouched' });
  const { register, formState, control } = form;
  const { errors, isDirty, isSubmitting, isSubmitSuccessful } = formState;
  const drop = useDraftedForm(form, medicine ? `medicine ${medicine.id} ${medicine.revision}` : 'new medicine');
  useUnsaved(isDirty && !isSubmitSuccessful, drop);

  const save = form.handleSubmit(async (typed) => {
    const known = { id: medicine?.id ?? null, revision: medicine?.revision ?? null };
    const answer = await api.saveMedicine({ ...fieldsOf(typed), ...known }, { quiet: true });
    if (!answer.ok) return showRefusal(form, answer.failure);
    form.reset(typed);
    drop();
    toasts.show({ tone: 'success', text: t('catalogues.saved', { name: namedIn(language, typed) }) });
    if (medicine) onSaved();
    else setTimeout(() => open(answer.data.id, true));
  });

  const text = (
    name: Exclude<Name, 'prescriptionOnly' | 'highAlert'>,
    more: { hint?: string; numeric?: true } = {},
  ) => (
    <TextField
      label={t(`catalogues.medicines.${name === 'genericCode' ? 'generic' : name}`)}
      autoComplete="off"
      required={!optionals.includes(name) && name !== 'strength' && name !== 'defaultDose'}
      optional={optionals.includes(name) ? t('catalogues.medicines.optional') : undefined}
      hint={more.hint}
      {...(more.numeric ? { inputMode: 'decimal' as const } : {})}
      readOnly={name === 'code' && medicine !== null}
      error={errorText(errors[name])}
      {...(more.numeric ? registerNumber(form, name, name === 'price' ? readYuan : readAmount) : register(name))}
    />
  );
  const choice = (
    name:
      | 'dosageForm'
      | 'minUnit'
      | 'packUnit'
      | 'strengthUnit'
      | 'defaultDoseUnit'
      | 'defaultFrequency'
      | 'defaultRoute',
    codes: readonly string[],
    word: (code: string) => string,
    isRequired = true,
  ) => (
    <SelectField
      label={t(`catalogues.medicines.${name}`)}
      required={isRequired}
      placeholder={t(isRequired ? 'catalogues.medicines.choose' : 'catalogues.medicines.none')}
      choices={codes.map((value) => ({ value, label: word(value) }))}
      error={errorText(errors[name])}
      {...register(name)}
    />
  );
  const unit = (code: string) => words.unit(code);
  const packs = choices.units.filter((code) => ['pack', 'count'].includes(unitOf(code)?.dimension ?? ''));
  return (
    <form
      className="card catalogue-form"
      noValidate
      aria-label={t('catalogues.medicines.form')}
      onSubmit={(event) => void save(event)}
    >
      <fieldset>
        <legend>{t('catalogues.medicines.groups.name')}</legend>
        {text('code', { hint: t('catalogues.medicines.codeHint') })}
        <Controller
          control={control}
          name="genericCode"
          render={({ field }) => (
            <GenericField
              generics={choices.generics}
              code={field.value}
              onChoose={field.onChange}
              error={errorText(errors.genericCode)}
            />
          )}
        />
        {text('name')}
        {text('nameEn')}
        {text('tradeName')}
        {text('tradeNameEn')}
      </fieldset>
      <fieldset>
        <legend>{t('catalogues.medicines.groups.product')}</legend>
        {text('specification')}
        {text('specificationEn')}
        {text('manufacturer')}
        {text('manufacturerEn')}
        {text('approvalNo')}
        {choice('dosageForm', choices.dosageForms, words.form)}
        {choice('minUnit', choices.units, unit)}
        {choice('packUnit', packs, unit)}
        {text('packFactor', { numeric: true })}
        {text('strength', { numeric: true })}
        {choice('strengthUnit', choices.units, unit, false)}
      </fieldset>
      <fieldset>
        <legend>{t('catalogues.medicines.groups.dose')}</legend>
        {text('defaultDose', { numeric: true })}
        {choice('defaultDoseUnit', choices.units, unit, false)}
        {choice('defaultFrequency', choices.frequencies, words.frequency, false)}
        {choice('defaultRoute', choices.routes, words.route, false)}
      </fieldset>
      <fieldset>
        <legend>{t('catalogues.medicines.groups.rules')}</legend>
        {text('price', { numeric: true })}
        <SelectField
          label={t('catalogues.medicines.antibioticLevel')}
          hint={t('catalogues.medicines.antibioticHint')}
          choices={levels.map((level, value) => ({
            value: String(value),
            label: t(`catalogues.medicines.antibioticLevels.${level}`),
          }))}
          error={errorText(errors.antibioticLevel)}
          {...register('antibioticLevel')}
        />
        <Checkbox label={t('catalogues.medicines.prescriptionOnly')} {...register('prescriptionOnly')} />
        <Checkbox label={t('catalogues.medicines.highAlert')} {...register('highAlert')} />
      </fieldset>
      <FormFoot
        isNew={medicine === null}
        unsaved={isDirty}
        saving={isSubmitting}
        refusal={errors.root?.message}
        onReset={drop}
      />
    </form>
  );
}
