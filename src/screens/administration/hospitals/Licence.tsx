import { useRef, useState } from 'react';
import type { PlatformHospital } from '../../../../contract/extension/operator.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { dayKey } from '../../../ui/format.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { useApp } from '../../app/app.ts';
import { FormFoot } from '../../forms/FormFoot.tsx';
import { problem } from '../../forms/fields.ts';
import { useSavedForm } from '../../forms/useSavedForm.ts';
import { useLive } from '../../hooks/useLive.ts';
import { namedIn } from '../namedIn.ts';

type Props = { readonly hospital: PlatformHospital; readonly onChanged: () => void };

type Question = 'expire' | 'unlimit';

/** The last day of a hospital's licence. A day that has passed, which closes it, and no end are asked before. */
export function Licence({ hospital, onChanged }: Props) {
  const { api, now$, zone } = useApp();
  const { t, language } = useTranslation();
  const today = dayKey(useLive(now$), zone);
  const [asking, setAsking] = useState<Question | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { id, version, expireTime, own } = hospital;
  const form = useSavedForm<{ lastDay: string }, unknown>({
    name: `licence of ${id}`,
    stored: { lastDay: expireTime === null ? '' : dayKey(expireTime, zone) },
    // A date field with a part of a date has the same value as an empty one.
    check: () => (field.current?.validity.badInput ? { lastDay: problem('hospitals.lastDayIncomplete') } : {}),
    save: ({ lastDay }) =>
      api.setHospitalLicence({ id, version, lastDay: lastDay === '' ? null : lastDay }, { quiet: true }),
    next: (saved) => saved,
    onRefused: onChanged,
    onSaved: onChanged,
  });
  const { ref, ...input } = form.fieldOf('lastDay');
  const questionBefore = (): Question | null => {
    const lastDay = form.form.getValues('lastDay');
    if (field.current?.validity.badInput) return null;
    if (lastDay === '') return expireTime === null ? null : 'unlimit';
    return lastDay < today && !own ? 'expire' : null;
  };
  return (
    <form
      className="card hospital-licence"
      noValidate
      aria-label={t('hospitals.licence')}
      onSubmit={(event) => {
        event.preventDefault();
        const question = questionBefore();
        if (question === null) form.submit();
        else setAsking(question);
      }}
    >
      <h2>{t('hospitals.licence')}</h2>
      <TextField
        type="date"
        label={t('hospitals.lastDay')}
        hint={t('hospitals.lastDayHint')}
        max="9999-12-31"
        {...input}
        ref={(box) => {
          ref(box);
          field.current = box;
        }}
      />
      <FormFoot unsaved={form.isUnsaved} saving={form.isSaving} refusal={form.refusal} onReset={form.reset} />
      <ConfirmDialog
        open={asking !== null}
        tone={asking === 'unlimit' ? 'brand' : 'danger'}
        title={asking ? t(`hospitals.${asking}.title`, { name: namedIn(language, hospital) }) : ''}
        confirmLabel={asking ? t(`hospitals.${asking}.act`) : ''}
        cancelLabel={t('common.actions.cancel')}
        closeLabel={t('common.actions.close')}
        onConfirm={() => {
          setAsking(null);
          form.submit();
        }}
        onCancel={() => setAsking(null)}
      >
        {asking ? t(`hospitals.${asking}.text`) : ''}
      </ConfirmDialog>
    </form>
  );
}
