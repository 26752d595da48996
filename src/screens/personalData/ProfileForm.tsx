import { zodResolver } from '@hookform/resolvers/zod';
import { useSelector } from '@xstate/react';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { getInfo } from '../../../contract/http/account.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { roleOf } from '../../machines/selectors/session.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextAreaField, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { FormFoot } from '../forms/FormFoot.tsx';
import { errorText, optionalText, requiredText, showRefusal } from '../forms/fields.ts';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { useDraftedForm } from '../forms/useDraftedForm.ts';
import { useLive } from '../hooks/useLive.ts';
import { Facts } from '../lists/Facts.tsx';
import { PicturesField } from '../pictures/PicturesField.tsx';
import { AreaField } from './AreaField.tsx';
import { IdentityForm } from './IdentityForm.tsx';

type Info = ReplyOf<typeof getInfo>;

/** Form fields of the profile that the doctor may change. */
const ProfileFields = z.object({
  name: requiredText(60),
  gender: z.string(),
  goodAt: optionalText(500),
  introduction: optionalText(2_000),
  areaId: z.string(),
  avatar: z.string(),
  signUrl: z.string(),
});
type ProfileFields = z.infer<typeof ProfileFields>;

/** Converts the stored profile to form fields. */
const fieldsOf = ({ name, gender, goodAt, introduction, areaId, avatar, signUrl }: Info): ProfileFields => ({
  name,
  gender: String(gender),
  goodAt: goodAt ?? '',
  introduction: introduction ?? '',
  areaId: areaId ? String(areaId) : '',
  avatar: avatar ?? '',
  signUrl: signUrl ?? '',
});

/** Sends only changed fields, because the platform localises some texts and these must not be written back. */
function changeOf(fields: ProfileFields, changed: Partial<Record<keyof ProfileFields, unknown>>) {
  const { gender, areaId, ...texts } = fields;
  const written = Object.fromEntries(
    Object.entries(texts).filter(([name]) => changed[name as keyof ProfileFields] === true),
  ) as Partial<Omit<ProfileFields, 'gender' | 'areaId'>>;
  return {
    ...written,
    ...(changed.gender ? { gender: Number(gender) } : {}),
    ...(changed.areaId ? { areaId: areaId ? Number(areaId) : null } : {}),
  };
}

/** What the hospital states about the doctor, read-only. */
function ProfileFacts({ info }: { readonly info: Info }) {
  const { t } = useTranslation();
  const { Doctor_Title: titles, Science_Title: academic, Hosp_Level: levels } = useLive(useApp().lists$);
  const named = (entries: typeof titles, value: number | null | undefined) =>
    typeof value === 'number' ? (labelOf(entries, value) ?? t('common.state.unknown', { value })) : null;
  const { hospitalName, hospLevel, deptName, titleCode, scienceTitleCode, mobile } = info;
  return (
    <section className="card" aria-label={t('profile.facts')}>
      <h2>{t('profile.facts')}</h2>
      <Facts
        label={t('profile.facts')}
        rows={[
          [t('profile.hospital'), hospitalName],
          [t('profile.level'), named(levels, hospLevel)],
          [t('profile.department'), deptName],
          [t('profile.professionalTitle'), named(titles, titleCode)],
          [t('profile.academicTitle'), named(academic, scienceTitleCode)],
          [t('profile.mobile'), mobile],
        ]}
      />
      <p className="card-note">{t('profile.factsHint')}</p>
    </section>
  );
}

/** The profile: the hospital's data beside the doctor's own. */
export function ProfileForm({ info, onAsked }: { readonly info: Info; readonly onAsked: () => void }) {
  const { api, session, toasts } = useApp();
  const { t } = useTranslation();
  const form = useForm({ resolver: zodResolver(ProfileFields), defaultValues: fieldsOf(info), mode: 'onTouched' });
  const { register, control, formState } = form;
  const { errors, isDirty, isSubmitting, dirtyFields } = formState;
  const drop = useDraftedForm(form, 'profile');
  useUnsaved(isDirty, drop);
  // Patients choose a doctor by these texts; they never see a reviewer.
  const isChosenByPatients = useSelector(session, roleOf) === 'doctor';

  const save = form.handleSubmit(async (fields) => {
    const answer = await api.updateInfo(changeOf(fields, dirtyFields), { quiet: true });
    if (!answer.ok) return showRefusal(form, answer.failure);
    form.reset(fields);
    drop();
    session.send({ type: 'account.changed' });
    toasts.show({ tone: 'success', text: t('profile.saved') });
  });
  return (
    <div className="personal-columns">
      <form className="card" noValidate aria-label={t('profile.tabs.profile')} onSubmit={(event) => void save(event)}>
        <Controller
          control={control}
          name="avatar"
          render={({ field: { value, onChange }, fieldState }) => (
            <PicturesField
              label={t('profile.avatar')}
              round
              max={1}
              urls={value ? [value] : []}
              error={errorText(fieldState.error)}
              onChange={([url]) => onChange(url ?? '')}
            />
          )}
        />
        {/* A platform that lets people change their own name says nothing about requests. */}
        {info.identity ? null : (
          <TextField
            label={t('profile.name')}
            autoComplete="name"
            required
            error={errorText(errors.name)}
            {...register('name')}
          />
        )}
        <SelectField
          label={t('profile.gender')}
          choices={[
            { value: '0', label: t('shared.sex.unknown') },
            { value: '1', label: t('shared.sex.male') },
            { value: '2', label: t('shared.sex.female') },
          ]}
          {...register('gender')}
        />
        {isChosenByPatients ? (
          <>
            <TextAreaField
              label={t('profile.goodAt')}
              hint={t('profile.goodAtHint')}
              error={errorText(errors.goodAt)}
              {...register('goodAt')}
            />
            <TextAreaField
              label={t('profile.introduction')}
              rows={4}
              error={errorText(errors.introduction)}
              {...register('introduction')}
            />
            <Controller
              control={control}
              name="areaId"
              render={({ field: { value, onChange } }) => <AreaField value={value} onChange={onChange} />}
            />
          </>
        ) : null}
        <Controller
          control={control}
          name="signUrl"
          render={({ field: { value, onChange }, fieldState }) => (
            <PicturesField
              label={t('profile.signature')}
              hint={t('profile.signatureHint')}
              max={1}
              urls={value ? [value] : []}
              error={errorText(fieldState.error)}
              onChange={([url]) => onChange(url ?? '')}
            />
          )}
        />
        <FormFoot unsaved={isDirty} saving={isSubmitting} refusal={errors.root?.message} onReset={drop} />
      </form>
      <div className="ui-stack">
        <ProfileFacts info={info} />
        {info.identity ? <IdentityForm identity={info.identity} onAsked={onAsked} /> : null}
      </div>
    </div>
  );
}
