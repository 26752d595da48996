import { Plus } from 'lucide-react';
import { useState } from 'react';
import { isBlank } from '../../../../clinical/words/writtenReason.ts';
import type { PlatformHospital } from '../../../../contract/extension/operator.ts';
import { mobilePattern, textLengths, usernamePattern } from '../../../../contract/limits.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useApp } from '../../app/app.ts';
import { problem } from '../../forms/fields.ts';
import { useSavedForm } from '../../forms/useSavedForm.ts';
import type { Issued } from '../AccessActions.tsx';
import { namedIn } from '../namedIn.ts';
import { storedBefore, useRequestId } from '../requestId.ts';

type Props = {
  readonly hospital: PlatformHospital;
  readonly onChanged: () => void;
  readonly onIssued: (issued: Issued) => void;
};
type Administrator = PlatformHospital['administrators'][number];

/** The account of a new administrator of a hospital. */
function NewAdministrator({ hospital, onChanged, onIssued, onClose }: Props & { readonly onClose: () => void }) {
  const { api } = useApp();
  const { t, language } = useTranslation();
  const { id } = hospital;
  const [clientRequestId, renewRequestId] = useRequestId(`new administrator of ${id}`);
  const [isStoredBefore, setStoredBefore] = useState(false);
  const form = useSavedForm({
    name: `new administrator of ${id}`,
    stored: { username: '', name: '', nameEn: '', mobile: '' },
    check: ({ username, name, mobile }) => ({
      ...(usernamePattern.test(username.trim()) ? {} : { username: problem('people.problems.username') }),
      ...(isBlank(name) ? { name: problem('common.form.required') } : {}),
      ...(mobilePattern.test(mobile.trim()) ? {} : { mobile: problem('people.problems.mobile') }),
    }),
    save: ({ username, mobile, ...typed }) =>
      api.createHospitalAdministrator(
        { id, clientRequestId, ...typed, username: username.trim(), mobile: mobile.trim() },
        { quiet: true },
      ),
    onRefused(failure) {
      const isStored = storedBefore(failure) !== null;
      setStoredBefore(isStored);
      if (isStored) renewRequestId();
      onChanged();
    },
    onSaved({ password }, { name }) {
      renewRequestId();
      onChanged();
      onClose();
      onIssued({ name, password });
    },
  });
  const fields = [
    ['username', { required: true, hint: t('people.hints.username'), maxLength: 32, autoComplete: 'off' }],
    ['name', { required: true, maxLength: textLengths.name }],
    ['nameEn', { maxLength: textLengths.name }],
    ['mobile', { required: true, type: 'tel', maxLength: 11 }],
  ] as const;
  return (
    <Dialog
      open
      size="sm"
      title={t('hospitals.administrators.newOf', { name: namedIn(language, hospital) })}
      closeLabel={t('common.actions.close')}
      maskCloses={false}
      onClose={onClose}
    >
      <form className="administration-form" noValidate onSubmit={form.submit}>
        {fields.map(([field, words]) => (
          <TextField key={field} label={t(`people.fields.${field}`)} {...words} {...form.fieldOf(field)} />
        ))}
        <footer className="form-foot">
          {form.refusal ? (
            <p className="form-refusal" role="alert">
              {isStoredBefore ? t('hospitals.administrators.storedBefore') : form.refusal}
            </p>
          ) : (
            <span />
          )}
          <Button type="submit" busy={form.isSaving}>
            {t('people.create')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** An administrator, and whether the account works. */
function Row({ person }: { readonly person: Administrator }) {
  const { t, language } = useTranslation();
  return (
    <li>
      <span className="two-lines">
        <span>{namedIn(language, person)}</span>
        <small>{person.username}</small>
      </span>
      {person.operatesPlatform ? <Badge tone="info">{t('people.operator')}</Badge> : null}
      {person.disabled ? (
        <Badge tone="neutral">{t('people.states.disabled')}</Badge>
      ) : person.mustChangePassword ? (
        <Badge tone="warning">{t('people.firstLogin')}</Badge>
      ) : null}
    </li>
  );
}

/** The administrators of a hospital, who create all its other accounts. */
export function Administrators(props: Props) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { administrators, administered } = props.hospital;
  return (
    <section className="card" aria-label={t('hospitals.administrators.title')}>
      <h2>{t('hospitals.administrators.title')}</h2>
      <p className="card-note">{t('hospitals.administrators.text')}</p>
      {administrators.length === 0 ? (
        <p>{t('hospitals.administrators.none')}</p>
      ) : (
        <ul className="hospital-administrators" aria-label={t('hospitals.administrators.title')}>
          {administrators.map((person) => (
            <Row key={person.id} person={person} />
          ))}
        </ul>
      )}
      {administered ? (
        <p className="card-note">{t('hospitals.administrators.further')}</p>
      ) : (
        <Button className="hospital-add" look="outline" size="sm" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          <span>{t('hospitals.administrators.add')}</span>
        </Button>
      )}
      {adding ? <NewAdministrator {...props} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}
