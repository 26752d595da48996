import { useCallback } from 'react';
import { Controller } from 'react-hook-form';
import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { HospitalProfile } from '../../../contract/extension/hospital.ts';
import { logoLimits, textLengths } from '../../../contract/limits.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateText } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { FormFoot } from '../forms/FormFoot.tsx';
import { errorText, problem } from '../forms/fields.ts';
import { useSavedForm } from '../forms/useSavedForm.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useOwnChanges } from '../hooks/useOwnChanges.ts';
import { Facts } from '../lists/Facts.tsx';
import { useQuery } from '../lists/usePages.ts';
import { PicturesField } from '../pictures/PicturesField.tsx';
import { HospitalSettingHistory } from './HospitalSettingHistory.tsx';
import { HospitalSettingsForm } from './HospitalSettingsForm.tsx';
import { Hosts } from './Hosts.tsx';

type FormProps = { readonly hospital: HospitalProfile; readonly onChanged: () => void };

function HospitalForm({ hospital, onChanged }: FormProps) {
  const { api } = useApp();
  const { t } = useTranslation();
  const { name, nameEn, contact, logo, version } = hospital;
  const form = useSavedForm({
    name: 'hospital',
    // Only fields of one type are kept as a draft; without a logo it is empty.
    stored: { name, nameEn, contact, logo: logo ?? '' },
    check: (typed) => (isBlank(typed.name) ? { name: problem('common.form.required') } : {}),
    save: ({ logo, ...typed }) => api.updateHospital({ version, ...typed, logo: logo || null }, { quiet: true }),
    next: (saved) => saved,
    onRefused: onChanged,
    onSaved: onChanged,
  });
  return (
    <form className="card" noValidate aria-label={t('hospital.profile')} onSubmit={form.submit}>
      <h2>{t('hospital.profile')}</h2>
      <p className="card-note">{t('hospital.text')}</p>
      {(['name', 'nameEn', 'contact'] as const).map((field) => (
        <TextField
          key={field}
          label={t(`hospital.fields.${field}`)}
          required={field === 'name'}
          hint={field === 'contact' ? t('hospital.contactHint') : null}
          maxLength={textLengths[field === 'contact' ? 'contact' : 'name']}
          {...form.fieldOf(field)}
        />
      ))}
      <Controller
        control={form.form.control}
        name="logo"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <PicturesField
            label={t('hospital.fields.logo')}
            hint={t('hospital.logoHint', { pixels: logoLimits.pixels, kib: logoLimits.bytes / 1024 })}
            urls={value === '' ? [] : [value]}
            max={1}
            error={errorText(error)}
            onChange={([url = '']) => onChange(url)}
          />
        )}
      />
      <FormFoot unsaved={form.isUnsaved} saving={form.isSaving} refusal={form.refusal} onReset={form.reset} />
    </form>
  );
}

/** What the hospital says about itself, its addresses and settings, and what the platform's operator has set. */
export function Hospital() {
  const { api } = useApp();
  const { t } = useTranslation();
  const where = useLocale();
  const result = useQuery(
    useCallback((signal) => api.getHospital({ website: window.location.host }, { signal, quiet: true }), [api]),
  );
  useOwnChanges('settings', result.refresh);
  return (
    <Page>
      <PageHeader title={t('administration.names.hospital')} />
      <QueryResult result={result} lines={10}>
        {(hospital) => (
          <div className="hospital">
            <HospitalForm hospital={hospital} onChanged={result.refresh} />
            <Hosts
              hospital={hospital}
              name="new host"
              hint={t('hospital.addresses.hint')}
              add={(host) => api.addHospitalHost({ host }, { quiet: true })}
              remove={(host) => api.removeHospitalHost({ host, website: window.location.host }, { quiet: true })}
              onChanged={result.refresh}
            />
            <HospitalSettingsForm hospital={hospital} onChanged={result.refresh} />
            <HospitalSettingHistory versions={hospital.settingHistory} />
            <section className="card" aria-label={t('hospital.operator')}>
              <h2>{t('hospital.operator')}</h2>
              <p className="card-note">{t('hospital.operatorText')}</p>
              <Facts
                label={t('hospital.operator')}
                rows={[
                  [
                    t('hospital.licence'),
                    hospital.expireTime === null ? t('hospital.unlimited') : dateText(hospital.expireTime, where),
                  ],
                ]}
              />
            </section>
          </div>
        )}
      </QueryResult>
    </Page>
  );
}
