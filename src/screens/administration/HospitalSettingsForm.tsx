import type { HospitalProfile } from '../../../contract/extension/hospital.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import type { TextKey } from '../../locales/texts.ts';
import { Checkbox, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { joined } from '../app/joined.ts';
import { FormFoot } from '../forms/FormFoot.tsx';
import { useLengthHint } from '../forms/useLength.ts';
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
import { useForm } from './useForm.ts';
import './catalogues.css';

type Props = { readonly hospital: HospitalProfile; readonly onChanged: () => void };

const limits = ['overdueMin', 'awaitingMin', 'durationMin', 'maxActive', 'maxOpenOrders'] as const;

/** How the hospital works: its idle lock, parts of the day, consultations and permissions. */
export function HospitalSettingsForm({ hospital, onChanged }: Props) {
  const { api, lists$, toasts } = useApp();
  const { t } = useTranslation();
  const say = t as (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;
  const lengthHint = useLengthHint();
  const kinds = useLive(lists$).Consult_Type;
  const { version, name, nameEn, contact, logo, settings } = hospital;
  const offered = kinds.flatMap(({ value, retired }) => (retired ? [] : [String(value)]));
  const priced = [...new Set([...offered, ...Object.keys(settings.prices)])];
  const stored = textOf(settings, priced);
  const differing = (typed: SettingsText): SettingsText =>
    Object.fromEntries(Object.entries(typed).filter(([field, text]) => text !== stored[field]));
  // Only what was typed is kept and sent, so that a colleague's change of another setting stays.
  const form = useForm<SettingsText, unknown>({
    name: 'hospital settings',
    staysOpen: true,
    stored: {},
    check: (typed) =>
      Object.fromEntries(
        Object.entries(problemsOf(differing(typed), { ...stored, ...typed })).map(([field, problem]) => [
          field,
          say(...problem),
        ]),
      ),
    save: (typed) => {
      const change = changeOf(differing(typed), { ...stored, ...typed });
      return api.updateHospital({ version, name, nameEn, contact, logo, settings: change }, { quiet: true });
    },
    onRefused: onChanged,
    onSaved: () => {
      toasts.show({ tone: 'success', text: t('hospital.settings.saved') });
      onChanged();
    },
  });
  const fieldOf = (field: string) => ({
    required: true,
    autoComplete: 'off',
    value: form.values[field] ?? stored[field] ?? '',
    error: form.errorOf(field),
    onChange: ({ target }: { readonly target: HTMLInputElement }) => form.change({ [field]: target.value }),
    onBlur: ({ target }: { readonly target: HTMLInputElement }) => {
      const shown = understood(field, target.value);
      if (shown !== target.value) form.change({ [field]: shown });
    },
  });
  const lengthOf = (field: NumberField) =>
    isMinutes(field) ? lengthHint(form.values[field] ?? stored[field] ?? '') : '';
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
    <form
      ref={form.form}
      className="card catalogue-form"
      noValidate
      aria-label={t('hospital.settings.title')}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
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
          <Checkbox
            key={field}
            label={t(`hospital.settings.fields.${field}`)}
            checked={(form.values[field] ?? stored[field]) === 'yes'}
            onChange={({ target }) => form.change({ [field]: target.checked ? 'yes' : '' })}
          />
        ))}
      </fieldset>
      <FormFoot
        unsaved={form.isUnsaved}
        saving={form.busy}
        refusal={form.refusal}
        onReset={form.reset}
        submitLabel={t('hospital.settings.save')}
      />
    </form>
  );
}
