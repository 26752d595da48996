import { useCallback } from 'react';
import { isBlank } from '../../../clinical/writtenReason.ts';
import type { HospitalProfile } from '../../../contract/extension/hospital.ts';
import { logoLimits, textLengths } from '../../../contract/limits.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateText } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { Page, PageHeader, QueryResult } from '../app/Page.tsx';
import { FormFoot } from '../forms/FormFoot.tsx';
import { useLocale } from '../hooks/useLocale.ts';
import { Facts } from '../lists/Facts.tsx';
import { useQuery } from '../lists/usePages.ts';
import { PicturesField } from '../pictures/PicturesField.tsx';
import { HospitalSettingHistory } from './HospitalSettingHistory.tsx';
import { HospitalSettingsForm } from './HospitalSettingsForm.tsx';
import { Hosts } from './Hosts.tsx';
import { useForm } from './useForm.ts';

type FormProps = { readonly hospital: HospitalProfile; readonly onChanged: () => void };

function HospitalForm({ hospital, onChanged }: FormProps) {
  const { api } = useApp();
  const { t } = useTranslation();
  const { name, nameEn, contact, logo, version } = hospital;
  const form = useForm<Pick<HospitalProfile, 'name' | 'nameEn' | 'contact' | 'logo'>, unknown>({
    name: 'hospital',
    staysOpen: true,
    stored: { name, nameEn, contact, logo },
    check: (typed) => (isBlank(typed.name) ? { name: t('common.form.required') } : {}),
    save: (typed) => api.updateHospital({ version, ...typed }, { quiet: true }),
    onRefused: onChanged,
    onSaved: onChanged,
  });
  return (
    <form
      ref={form.form}
      className="card"
      noValidate
      aria-label={t('hospital.profile')}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <h2>{t('hospital.profile')}</h2>
      <p className="card-note">{t('hospital.text')}</p>
      {(['name', 'nameEn', 'contact'] as const).map((field) => (
        <TextField
          key={field}
          label={t(`hospital.fields.${field}`)}
          required={field === 'name'}
          hint={field === 'contact' ? t('hospital.contactHint') : null}
          maxLength={textLengths[field === 'contact' ? 'contact' : 'name']}
          value={form.values[field]}
          error={form.errorOf(field)}
          onChange={({ target }) => form.change({ [field]: target.value })}
        />
      ))}
      <PicturesField
        label={t('hospital.fields.logo')}
        hint={t('hospital.logoHint', { pixels: logoLimits.pixels, kib: logoLimits.bytes / 1024 })}
        urls={form.values.logo === null ? [] : [form.values.logo]}
        max={1}
        error={form.errorOf('logo')}
        onChange={([url = null]) => form.change({ logo: url })}
      />
      <FormFoot unsaved={form.isUnsaved} saving={form.busy} refusal={form.refusal} onReset={form.reset} />
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
