import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useState } from 'react';
import { type Control, Controller, useForm } from 'react-hook-form';
import { mostCertificatePictures } from '../../../contract/limits.ts';
import type { Answer } from '../../../contract/operation.ts';
import { type Entry, entriesOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { dateText } from '../../ui/format.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { FormFoot } from '../forms/FormFoot.tsx';
import { errorText, showRefusal } from '../forms/fields.ts';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { usePending } from '../hooks/usePending.ts';
import { useNow } from '../hooks/useTicking.ts';
import { useQuery } from '../lists/usePages.ts';
import { PicturesField } from '../pictures/PicturesField.tsx';
import {
  certificatesOf,
  fieldsOf,
  newestOf,
  prescribingMeanwhile,
  QualificationFields,
  type StoredQualification,
} from './qualificationFields.ts';

type ResubmitDialogProps = {
  readonly stored: StoredQualification;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

/** Confirms a resubmission: its effect on prescribing and what it replaces. */
function ResubmitDialog({ stored, ...rest }: ResubmitDialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const newest = newestOf(stored);
  return (
    <ConfirmDialog
      {...rest}
      title={t('profile.qualification.again.title')}
      confirmLabel={t('profile.qualification.handInAgain')}
      cancelLabel={t('common.actions.cancel')}
      closeLabel={t('common.actions.close')}
    >
      <p>{t(`profile.qualification.again.${prescribingMeanwhile(stored, now)}`)}</p>
      {newest?.auditStatus === 0 ? (
        <p>{t('profile.qualification.again.replaces', { date: dateText(newest.updateTime, locale) })}</p>
      ) : null}
    </ConfirmDialog>
  );
}

type Props = { readonly stored: StoredQualification | null; readonly onSaved: () => void };

const singles = ['idCardFront', 'idCardBack'] as const;
const several = ['practiceCertUrls', 'qualificationCertUrls', 'titleCertUrls'] as const;
type Picture = (typeof singles | typeof several)[number];

/** An update from the platform must not overwrite what the doctor has typed. */
const keepTyped = { keepDirtyValues: true, keepDirty: true, keepErrors: true };
const discardTyped = { keepDirtyValues: false, keepDirty: false, keepErrors: false };

/** Options of a list; the current value stays selectable even if the list lacks it, or it is retired. */
function choicesOf(entries: readonly Entry[], value: string, unknown: (value: string) => string) {
  const offered = entries.filter((entry) => !entry.retired || String(entry.value) === value);
  const choices = offered.map((entry) => ({ value: String(entry.value), label: entry.label }));
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return isKnown ? choices : [...choices, { value, label: unknown(value) }];
}

/** Submits the certificates for the first time or again. */
export function QualificationForm({ stored, onSaved }: Props) {
  const { api, lists$, toasts } = useApp();
  const { t, language } = useTranslation();
  const titles = useLive(lists$).Doctor_Title;
  const departments = useQuery(
    // biome-ignore lint/correctness/useExhaustiveDependencies: the names depend on the current language.
    useCallback(
      (signal) => api.getDictByType({ dictType: 'hosp_standard_dept' }, { signal, quiet: true }),
      [api, language],
    ),
  );
  const values = fieldsOf(newestOf(stored));
  const [toConfirm, setToConfirm] = useState<QualificationFields | null>(null);
  const [sending, pending] = usePending();
  const form = useForm({
    resolver: zodResolver(QualificationFields),
    values,
    resetOptions: keepTyped,
    mode: 'onTouched',
  });
  const { register, formState, control } = form;
  const { errors, isDirty } = formState;
  useUnsaved(isDirty);
  const unknown = (value: string) => t('common.state.unknown', { value });

  async function send(fields: QualificationFields) {
    const certificates = certificatesOf(fields);
    const call = stored
      ? api.updateQualification({ id: stored.id, ...certificates }, { quiet: true })
      : api.createQualification(certificates, { quiet: true });
    const answer = await pending<Answer<unknown>>(call);
    setToConfirm(null);
    if (!answer.ok) return showRefusal(form, answer.failure);
    form.reset(fields, discardTyped);
    toasts.show({ tone: 'success', text: t('profile.qualification.saved') });
    onSaved();
  }
  const save = form.handleSubmit((fields) => (stored ? setToConfirm(fields) : send(fields)));
  return (
    <form
      className="card"
      noValidate
      aria-label={t('profile.tabs.qualification')}
      onSubmit={(event) => void save(event)}
    >
      <div className="personal-fields">
        <TextField
          label={t('profile.qualification.practiceCertNo')}
          autoComplete="off"
          required
          error={errorText(errors.practiceCertNo)}
          {...register('practiceCertNo')}
        />
        <TextField
          label={t('profile.qualification.qualificationCertNo')}
          autoComplete="off"
          required
          error={errorText(errors.qualificationCertNo)}
          {...register('qualificationCertNo')}
        />
        <SelectField
          label={t('profile.professionalTitle')}
          placeholder={t('profile.area.choose')}
          required
          choices={choicesOf(titles, values.titleCode, unknown)}
          error={errorText(errors.titleCode)}
          {...register('titleCode')}
        />
        <SelectField
          label={t('profile.department')}
          placeholder={t('profile.area.choose')}
          required
          choices={choicesOf(departments.state === 'ready' ? entriesOf(departments.data) : [], values.deptId, unknown)}
          hint={departments.state === 'failed' ? t('profile.qualification.departmentsFailed') : undefined}
          error={errorText(errors.deptId)}
          {...register('deptId')}
        />
      </div>
      <div className="personal-fields">
        {singles.map((name) => (
          <Pictures key={name} name={name} max={1} control={control} />
        ))}
        {several.map((name) => (
          <Pictures key={name} name={name} max={mostCertificatePictures} control={control} />
        ))}
      </div>
      <FormFoot
        isNew={stored === null}
        unsaved={isDirty}
        saving={sending}
        refusal={errors.root?.message}
        onReset={() => form.reset(undefined, discardTyped)}
        submitLabel={t(stored ? 'profile.qualification.handInAgain' : 'profile.qualification.handIn')}
      />
      {stored ? (
        <ResubmitDialog
          stored={stored}
          open={toConfirm !== null}
          busy={sending}
          onConfirm={() => (toConfirm ? void send(toConfirm) : undefined)}
          onCancel={() => setToConfirm(null)}
        />
      ) : null}
    </form>
  );
}

type PicturesProps = { readonly name: Picture; readonly max: number; readonly control: Control<QualificationFields> };

function Pictures({ name, max, control }: PicturesProps) {
  const { t } = useTranslation();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange }, fieldState }) => (
        <PicturesField
          label={t(`profile.qualification.${name}`)}
          max={max}
          urls={value}
          error={errorText(fieldState.error)}
          onChange={onChange}
        />
      )}
    />
  );
}
