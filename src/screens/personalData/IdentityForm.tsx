import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { OwnIdentity } from '../../../contract/extension/identity.ts';
import { entriesOf, labelOf } from '../../domain/enumerations.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { dateTimeText } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { FormFoot } from '../forms/FormFoot.tsx';
import { errorText, optionalText, requiredText, showRefusal } from '../forms/fields.ts';
import { useUnsaved } from '../forms/LeaveGuard.tsx';
import { useLive } from '../hooks/useLive.ts';
import { useLocale } from '../hooks/useLocale.ts';
import { useQuery } from '../lists/usePages.ts';

const IdentityFields = z.object({
  name: requiredText(60),
  nameEn: optionalText(60),
  titleCode: z.string(),
  deptId: z.string(),
});
type IdentityFields = z.infer<typeof IdentityFields>;

const codeText = (code: number | null) => (code === null ? '' : String(code));
const codeOf = (text: string) => (text === '' ? null : Number(text));

/** The values that the person wants: what waits, else what is. */
const wantedFields = ({ waiting, ...is }: OwnIdentity): IdentityFields => ({
  name: waiting?.name ?? is.name,
  nameEn: waiting?.nameEn ?? is.nameEn,
  titleCode: codeText(waiting?.titleCode ?? is.titleCode),
  deptId: codeText(waiting?.deptId ?? is.deptId),
});

/** The hospital's departments, in the reader's language. */
function useDepartments() {
  const { api } = useApp();
  const { language } = useTranslation();
  const found = useQuery(
    // biome-ignore lint/correctness/useExhaustiveDependencies: the names depend on the current language.
    useCallback(
      (signal) => api.getDictByType({ dictType: 'hosp_standard_dept' }, { signal, quiet: true }),
      [api, language],
    ),
  );
  return found.state === 'ready' ? entriesOf(found.data) : [];
}

function IdentityState({ identity }: { readonly identity: OwnIdentity }) {
  const { t } = useTranslation();
  const where = useLocale();
  const { waiting, rejected } = identity;
  if (waiting)
    return (
      <Notice tone="info" title={t('profile.identity.waiting')}>
        {t('profile.identity.waitingText', { time: dateTimeText(waiting.createTime, where) })}
      </Notice>
    );
  return rejected ? (
    <Notice tone="warning" title={t('profile.identity.rejected')}>
      {t('profile.identity.rejectedText', { time: dateTimeText(rejected.time, where), reason: rejected.reason })}
    </Notice>
  ) : null;
}

type Props = { readonly identity: OwnIdentity; readonly onAsked: () => void };

/** Asks an administrator for another name, title or department; signatures show them. */
export function IdentityForm({ identity, onAsked }: Props) {
  const { api, lists$, toasts } = useApp();
  const { t } = useTranslation();
  const titles = useLive(lists$).Doctor_Title;
  const departments = useDepartments();
  const values = wantedFields(identity);
  const form = useForm({ resolver: zodResolver(IdentityFields), values, mode: 'onTouched' });
  const { register, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useUnsaved(isDirty);
  const choices = (entries: typeof titles, value: string) => [
    { value: '', label: t('common.state.notRecorded') },
    ...entries
      .filter((entry) => !entry.retired || String(entry.value) === value)
      .map((entry) => ({ value: String(entry.value), label: entry.label })),
    ...(value === '' || labelOf(entries, Number(value))
      ? []
      : [{ value, label: t('common.state.unknown', { value }) }]),
  ];
  const ask = form.handleSubmit(async ({ name, nameEn, titleCode, deptId }) => {
    const wanted = { name, nameEn, titleCode: codeOf(titleCode), deptId: codeOf(deptId) };
    const answer = await api.requestIdentity(wanted, { quiet: true });
    if (!answer.ok) return showRefusal(form, answer.failure);
    toasts.show({ tone: 'success', text: t(`profile.identity.answers.${answer.data.state}`) });
    onAsked();
  });
  return (
    <form className="card" noValidate aria-label={t('profile.identity.title')} onSubmit={(event) => void ask(event)}>
      <h2>{t('profile.identity.title')}</h2>
      <p className="card-note">{t('profile.identity.text')}</p>
      <IdentityState identity={identity} />
      <TextField label={t('profile.name')} required error={errorText(errors.name)} {...register('name')} />
      <TextField label={t('profile.identity.nameEn')} error={errorText(errors.nameEn)} {...register('nameEn')} />
      <SelectField
        label={t('profile.professionalTitle')}
        choices={choices(titles, values.titleCode)}
        {...register('titleCode')}
      />
      <SelectField
        label={t('profile.department')}
        choices={choices(departments, values.deptId)}
        {...register('deptId')}
      />
      <FormFoot
        unsaved={isDirty}
        saving={isSubmitting}
        refusal={errors.root?.message}
        submitLabel={t('profile.identity.ask')}
        onReset={() => form.reset()}
      />
    </form>
  );
}
