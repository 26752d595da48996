import { isBlank } from '../../../clinical/words/writtenReason.ts';
import type { StaffMember } from '../../../contract/extension/administration.ts';
import { mobilePattern, textLengths, usernamePattern } from '../../../contract/limits.ts';
import { useTranslation } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { Choice } from '../../ui/SelectField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Checkbox, TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app/app.ts';
import { problem } from '../forms/fields.ts';
import { useSavedForm } from '../forms/useSavedForm.ts';
import { useLive } from '../hooks/useLive.ts';
import { Facts } from '../lists/Facts.tsx';
import { AccessActions, type Issued } from './AccessActions.tsx';
import { namedIn } from './namedIn.ts';
import { storedBefore, useRequestId } from './requestId.ts';

type Props = {
  /** Null for a new person. */
  readonly person: StaffMember | null;
  readonly departments: readonly Choice[];
  readonly onClose: () => void;
  readonly onChanged: () => void;
  readonly onIssued: (issued: Issued) => void;
};

const roles = ['doctor', 'auditor', 'administrator'] as const;

const typedOf = (person: StaffMember | null) => ({
  username: person?.username ?? '',
  name: person?.name ?? '',
  nameEn: person?.nameEn ?? '',
  mobile: person?.mobile ?? '',
  role: person?.role ?? ('doctor' as StaffMember['role']),
  deptId: person?.deptId === null || person === null ? '' : String(person.deptId),
  titleCode: person?.titleCode === null || person === null ? '' : String(person.titleCode),
  headsDept: person?.headsDept ?? false,
  reviewsCertificates: person?.reviewsCertificates ?? false,
});
type Typed = ReturnType<typeof typedOf>;

const fieldsOf = ({ username: _, deptId, titleCode, ...typed }: Typed) => ({
  ...typed,
  mobile: typed.mobile.trim(),
  deptId: deptId === '' ? null : deptId,
  titleCode: titleCode === '' ? null : titleCode,
});

/** The account of one person, new or known, and what can be done with it. */
export function PersonDialog({ person, departments, onClose, onChanged, onIssued }: Props) {
  const { api, lists$, toasts } = useApp();
  const { t, language } = useTranslation();
  const titles = useLive(lists$).Doctor_Title;
  const [clientRequestId, renewRequestId] = useRequestId('new person');
  const form = useSavedForm<Typed, { readonly id: string; readonly password: string } | { readonly version: number }>({
    name: person ? `person ${person.id}` : 'new person',
    stored: typedOf(person),
    check: ({ username, name, mobile, role, deptId }) => ({
      ...(person || usernamePattern.test(username.trim()) ? {} : { username: problem('people.problems.username') }),
      ...(isBlank(name) ? { name: problem('common.form.required') } : {}),
      ...(mobilePattern.test(mobile.trim()) ? {} : { mobile: problem('people.problems.mobile') }),
      ...(role === 'doctor' && deptId === '' ? { deptId: problem('people.problems.deptId') } : {}),
    }),
    save: (typed) =>
      person
        ? api.updateStaff({ id: person.id, version: person.version, ...fieldsOf(typed) }, { quiet: true })
        : api.createStaff({ clientRequestId, username: typed.username.trim(), ...fieldsOf(typed) }, { quiet: true }),
    onRefused(failure) {
      // The list then shows the account of the earlier attempt, and the form is about another one.
      if (storedBefore(failure) !== null) renewRequestId();
      onChanged();
    },
    onSaved(answer, { name }) {
      renewRequestId();
      onChanged();
      onClose();
      if ('password' in answer) onIssued({ name, password: answer.password });
      else toasts.show({ tone: 'success', text: t('common.state.saved') });
    },
  });
  const { fieldOf } = form;
  const role = form.form.watch('role');
  const isDoctor = role === 'doctor';
  return (
    <Dialog
      open
      side="end"
      size="md"
      title={person ? namedIn(language, person) : t('people.add')}
      closeLabel={t('common.actions.close')}
      maskCloses={false}
      onClose={onClose}
    >
      <form
        className="administration-form person-form"
        noValidate
        aria-label={t('people.account')}
        onSubmit={form.submit}
      >
        {person?.operatesPlatform ? <p className="person-note">{t('people.operatorNote')}</p> : null}
        {person ? (
          <Facts label={t('people.account')} rows={[[t('people.fields.username'), person.username]]} />
        ) : (
          <TextField
            label={t('people.fields.username')}
            hint={t('people.hints.username')}
            required
            autoComplete="off"
            maxLength={32}
            {...fieldOf('username')}
          />
        )}
        <TextField label={t('people.fields.name')} required maxLength={textLengths.name} {...fieldOf('name')} />
        <TextField label={t('people.fields.nameEn')} maxLength={textLengths.name} {...fieldOf('nameEn')} />
        <TextField label={t('people.fields.mobile')} required type="tel" maxLength={11} {...fieldOf('mobile')} />
        <SelectField
          label={t('people.fields.role')}
          required
          choices={roles.map((value) => ({ value, label: t(`people.roles.${value}`) }))}
          {...fieldOf('role')}
        />
        <SelectField
          label={t('people.fields.deptId')}
          required={isDoctor}
          placeholder={t('people.noDepartment')}
          choices={departments}
          {...fieldOf('deptId')}
        />
        <SelectField
          label={t('people.fields.titleCode')}
          placeholder={t('people.noTitle')}
          choices={titles.map(({ value, label }) => ({ value: String(value), label }))}
          {...fieldOf('titleCode')}
        />
        {isDoctor ? <Checkbox label={t('people.fields.headsDept')} {...form.form.register('headsDept')} /> : null}
        {role === 'administrator' ? null : (
          <Checkbox label={t('people.fields.reviewsCertificates')} {...form.form.register('reviewsCertificates')} />
        )}
        <footer className="form-foot">
          {form.refusal ? (
            <p className="form-refusal" role="alert">
              {form.refusal}
            </p>
          ) : (
            <span />
          )}
          <Button look="ghost" tone="neutral" disabled={!form.isUnsaved || form.isSaving} onClick={form.reset}>
            {t('common.actions.reset')}
          </Button>
          <Button type="submit" busy={form.isSaving} disabled={!form.isUnsaved}>
            {person ? t('common.actions.save') : t('people.create')}
          </Button>
        </footer>
      </form>
      {person ? <AccessActions person={person} onClose={onClose} onChanged={onChanged} onIssued={onIssued} /> : null}
    </Dialog>
  );
}
