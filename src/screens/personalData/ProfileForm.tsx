import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from '../../locales/i18n.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { FormFoot } from '../FormFoot.tsx';
import { said } from '../fields.ts';
import { useUnsaved } from '../LeaveGuard.tsx';
import { AreaField } from './AreaField.tsx';
import { PicturesField } from './PicturesField.tsx';
import { ProfileFacts } from './ProfileFacts.tsx';
import { changeOf, fieldsOf, type Info, ProfileFields } from './profileFields.ts';

/** The profile: what is the hospital's to say stands beside what is the doctor's to write. */
export function ProfileForm({ info }: { readonly info: Info }) {
  const { api, session, toasts } = useApp();
  const { t } = useTranslation();
  const form = useForm({ resolver: zodResolver(ProfileFields), defaultValues: fieldsOf(info), mode: 'onTouched' });
  const { register, control, formState } = form;
  const { errors, isDirty, isSubmitting, dirtyFields } = formState;
  useUnsaved(isDirty);

  const save = form.handleSubmit(async (fields) => {
    const answer = await api.updateInfo(changeOf(fields, dirtyFields), { quiet: true });
    if (!answer.ok) return form.setError('root', { message: answer.failure.message });
    form.reset(fields);
    session.send({ type: 'account.changed' });
    toasts.show({ tone: 'success', text: t('profile.saved') });
  });
  return (
    <div className="personal-columns">
      <form className="card" noValidate aria-label={t('profile.tabs.profile')} onSubmit={(event) => void save(event)}>
        <Controller
          control={control}
          name="avatar"
          render={({ field: { value, onChange } }) => (
            <PicturesField
              label={t('profile.avatar')}
              round
              max={1}
              urls={value ? [value] : []}
              onChange={([url]) => onChange(url ?? '')}
            />
          )}
        />
        <TextField
          label={t('profile.name')}
          autoComplete="name"
          required
          error={said(errors.name)}
          {...register('name')}
        />
        <SelectField
          label={t('profile.gender')}
          choices={[
            { value: '0', label: t('common.sex.unknown') },
            { value: '1', label: t('common.sex.male') },
            { value: '2', label: t('common.sex.female') },
          ]}
          {...register('gender')}
        />
        <TextAreaField
          label={t('profile.goodAt')}
          hint={t('profile.goodAtHint')}
          error={said(errors.goodAt)}
          {...register('goodAt')}
        />
        <TextAreaField
          label={t('profile.introduction')}
          rows={4}
          error={said(errors.introduction)}
          {...register('introduction')}
        />
        <Controller
          control={control}
          name="areaId"
          render={({ field: { value, onChange } }) => <AreaField value={value} onChange={onChange} />}
        />
        <Controller
          control={control}
          name="signUrl"
          render={({ field: { value, onChange } }) => (
            <PicturesField
              label={t('profile.signature')}
              hint={t('profile.signatureHint')}
              max={1}
              urls={value ? [value] : []}
              onChange={([url]) => onChange(url ?? '')}
            />
          )}
        />
        <FormFoot unsaved={isDirty} saving={isSubmitting} refusal={errors.root?.message} onReset={() => form.reset()} />
      </form>
      <ProfileFacts info={info} />
    </div>
  );
}
