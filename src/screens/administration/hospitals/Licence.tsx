import { useState } from 'react';
import type { PlatformHospital } from '../../../../contract/extension/operator.ts';
import { useTranslation } from '../../../locales/i18n.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { dayKey } from '../../../ui/format.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { useApp } from '../../app.ts';
import { FormFoot } from '../../FormFoot.tsx';
import { useLive } from '../../useLive.ts';
import { namedIn } from '../namedIn.ts';
import { useForm } from '../useForm.ts';

type Props = { readonly hospital: PlatformHospital; readonly onChanged: () => void };

/** The last day of a hospital's licence; a day that has passed closes it, which is asked before. */
export function Licence({ hospital, onChanged }: Props) {
  const { api, now$, zone } = useApp();
  const { t, language } = useTranslation();
  const today = dayKey(useLive(now$), zone);
  const [asking, setAsking] = useState(false);
  const { id, version, expireTime, own } = hospital;
  const form = useForm<{ lastDay: string }, unknown>({
    name: `licence of ${id}`,
    stored: { lastDay: expireTime === null ? '' : dayKey(expireTime, zone) },
    check: () => ({}),
    save: ({ lastDay }) =>
      api.setHospitalLicence({ id, version, lastDay: lastDay === '' ? null : lastDay }, { quiet: true }),
    onRefused: onChanged,
    onSaved: onChanged,
  });
  const { lastDay } = form.values;
  const closes = lastDay !== '' && lastDay < today && !own;
  return (
    <form
      ref={form.form}
      className="card hospital-licence"
      noValidate
      aria-label={t('hospitals.licence')}
      onSubmit={(event) => {
        event.preventDefault();
        if (closes) setAsking(true);
        else form.submit();
      }}
    >
      <h2>{t('hospitals.licence')}</h2>
      <TextField
        type="date"
        label={t('hospitals.lastDay')}
        hint={t('hospitals.lastDayHint')}
        max="9999-12-31"
        value={lastDay}
        error={form.errorOf('lastDay')}
        onChange={({ target }) => form.change({ lastDay: target.value })}
      />
      <FormFoot unsaved={form.isUnsaved} saving={form.busy} refusal={form.refusal} onReset={form.reset} />
      <ConfirmDialog
        open={asking}
        tone="danger"
        title={t('hospitals.expire.title', { name: namedIn(language, hospital) })}
        confirmLabel={t('hospitals.expire.act')}
        cancelLabel={t('common.actions.cancel')}
        closeLabel={t('common.actions.close')}
        onConfirm={() => {
          setAsking(false);
          form.submit();
        }}
        onCancel={() => setAsking(false)}
      >
        {t('hospitals.expire.text')}
      </ConfirmDialog>
    </form>
  );
}
