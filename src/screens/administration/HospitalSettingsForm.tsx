import { Controller } from 'react-hook-form';
import type { HospitalProfile } from '../../../contract/extension/hospital.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Checkbox, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { joined } from '../app/joined.ts';
import { FormFoot } from '../forms/FormFoot.tsx';
import { problem } from '../forms/fields.ts';
import { useLengthHint } from '../forms/useLength.ts';
import { useSavedForm } from '../forms/useSavedForm.ts';
import { useLive } from '../hooks/useLive.ts';
import {
  changeOf,
  dayEnds,
  dayParts,
  hourField,
  isMinutes,
  type NumberField,
  priceField,
  problemsOf,
  type SettingsText,
  switchFields,
  textOf,
  understood,
} from './hospitalSettingFields.ts';
import './catalogues.css';

type Props = { readonly hospital: HospitalProfile; readonly onChanged: () => void };

const limits = ['overdueMin', 'awaitingMin', 'durationMin', 'maxActive', 'maxOpenOrders'] as const;

/** How the hospital works: its idle lock, parts of the day, consultations and permissions. */
export function HospitalSettingsForm({ hospital, onChanged }: Props) {
  const { api, lists$, toasts } = useApp();
  const { t } = useTranslation();
  const lengthHint = useLengthHint();
  const kinds = useLive(lists$).Consult_Type;
  const { version, name, nameEn, contact, logo, settings } = hospital;
  const offered = kinds.flatMap(({ value, retired }) => (retired ? [] : [String(value)]));
  const priced = [...new Set([...offered, ...Object.keys(settings.prices)])];
  const stored = textOf(settings, priced);
  const differing = (typed: SettingsText): SettingsText =>
    Object.fromEntries(Object.entries(typed).filter(([field, text]) => text !== stored[field]));
  // Only what was typed is sent, so that a colleague's change of another setting stays.
  const form = useSavedForm<SettingsText, unknown>({
    name: 'hospital settings',
    stored,
    check: (typed) =>
      Object.fromEntries(
        Object.entries(problemsOf(differing(typed), typed)).map(([field, said]) => [field, problem(...said)]),
      ),
    save: (typed) => {
      const change = changeOf(differing(typed), typed);
      return api.updateHospital({ version, name, nameEn, contact, logo, settings: change }, { quiet: true });
    },
    next: (saved) => saved,
    onRefused: onChanged,
    onSaved: () => {
      toasts.show({ tone: 'success', text: t('hospital.settings.saved') });
      onChanged();
    },
  });
  const fieldOf = (field: string) => ({
    required: true,
    autoComplete: 'off',
    ...form.fieldOf(field, (typed) => understood(field, typed)),
  });
  const lengthOf = (field: NumberField) => (isMinutes(field) ? lengthHint(form.form.watch(field) ?? '') : '');
  const number = (field: NumberField) => (
    <TextField
      key={field}
      label={t(`hospital.settings.fields.${field}`)}
      hint={joined('sentences', [lengthOf(field), t(`hospital.settings.hints.${field}`)])}
      inputMode="numeric"
      {...fieldOf(field)}
    />
  );
  return (
    <form className="card catalogue-form" noValidate aria-label={t('hospital.settings.title')} onSubmit={form.submit}>
      <h2>{t('hospital.settings.title')}</h2>
      <fieldset>
        <legend>{t('hospital.settings.lock')}</legend>
        {number('idleLockMin')}
      </fieldset>
      <fieldset>
        <legend>{t('hospital.settings.hours')}</legend>
        <p className="card-note">{t('hospital.settings.hoursText')}</p>
        {dayParts.flatMap((part) =>
          dayEnds.map((end) => (
            <TextField
              key={hourField(part, end)}
              label={t(`hospital.settings.ends.${end}`, { part: t(`schedule.period.${part}`) })}
              maxLength={5}
              {...fieldOf(hourField(part, end))}
            />
          )),
        )}
      </fieldset>
      <fieldset>
        <legend>{t('hospital.settings.consultations')}</legend>
        {limits.map(number)}
      </fieldset>
      <fieldset>
        <legend>{t('hospital.settings.prices')}</legend>
        <p className="card-note">{t('hospital.settings.pricesText')}</p>
        {priced.map((kind) => (
          <TextField
            key={kind}
            label={t('hospital.settings.price', {
              kind: labelOf(kinds, Number(kind)) ?? t('common.state.unknown', { value: kind }),
            })}
            inputMode="decimal"
            {...fieldOf(priceField(kind))}
            required={Object.hasOwn(settings.prices, kind)}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('hospital.settings.permissions')}</legend>
        {switchFields.map((field) => (
          <Controller
            key={field}
            control={form.form.control}
            name={field}
            render={({ field: { value, onChange, ref } }) => (
              <Checkbox
                ref={ref}
                label={t(`hospital.settings.fields.${field}`)}
                checked={value === 'yes'}
                onChange={({ target }) => onChange(target.checked ? 'yes' : '')}
              />
            )}
          />
        ))}
      </fieldset>
      <FormFoot
        unsaved={form.isUnsaved}
        saving={form.isSaving}
        refusal={form.refusal}
        onReset={form.reset}
        submitLabel={t('hospital.settings.save')}
      />
    </form>
  );
}
